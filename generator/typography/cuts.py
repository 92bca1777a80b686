"""Cuts: standard places in the design spaces of the catalogue's families."""

from collections.abc import Mapping

from .fontbook import Axes, Font

_OPTICAL = (8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 24, 28, 32, 36, 42, 48, 60, 72, 96)

NEAR: Mapping[str, Mapping[str, tuple[float, ...]]] = {
    "inter": {"opsz": _OPTICAL},
    "inter-italic": {"opsz": _OPTICAL},
    "roboto-flex": {
        "opsz": _OPTICAL,
        "wdth": (25, 50, 62.5, 75, 87.5, 95, 100, 105, 112.5, 125, 151),
    },
    "source-serif-4": {"opsz": _OPTICAL},
    "fraunces": {"opsz": _OPTICAL, "SOFT": (0, 25, 50, 75, 100), "WONK": (0, 1)},
    "noto-sans-arabic": {"wdth": (62.5, 70, 75, 80, 87.5, 95, 100)},
    "noto-sans-devanagari": {"wdth": (62.5, 70, 75, 80, 87.5, 95, 100)},
}
"""Standard values of axes within a family: optical sizes in points, Condensed 75,
Soft, … Weight and slant are dimensions of their own, and grades change what weight
changes."""

FAR: Mapping[str, Mapping[str, tuple[float, ...]]] = {
    "inter": {"opsz": (32,)},
    "roboto-flex": {"wdth": (50, 75, 125, 151)},
    "source-serif-4": {"opsz": (8, 60)},
    "fraunces": {"opsz": (144,), "WONK": (0,)},
    "noto-sans-devanagari": {"wdth": (62.5, 80)},
}
"""Values that are tried beside the usual place of another family."""


def usual_place(font: Font, weight: float | None, size: float) -> dict[str, float]:
    """Return where a family is used for text of some weight and size.

    That is its default place, but with the weight, as near as its range allows, and
    the optical size of that text, to whole units.
    """
    place = {tag: limits.default for tag, limits in font.axes.items()}
    for tag, wanted in (("wght", weight), ("opsz", float(round(size)))):
        if tag in font.axes and wanted is not None:
            limits = font.axes[tag]
            place[tag] = min(max(wanted, limits.low), limits.high)
    return place


def cuts(
    font: Font,
    place: Mapping[str, float],
    values: Mapping[str, Mapping[str, tuple[float, ...]]],
) -> tuple[Axes, ...]:
    """Return a place, and those that differ from it in one axis.

    Parameters
    ----------
    font : Font
        The family.
    place : mapping of str to float
        A value for every axis.
    values : mapping
        Values of axes to try, by font: `NEAR` or `FAR`; those outside the range of an
        axis are left out.
    """
    found = [font.location(place)]
    for tag, tried in values.get(font.slug, {}).items():
        limits = font.axes[tag]
        found += [
            font.location({**place, tag: float(value)})
            for value in tried
            if limits.low <= value <= limits.high
        ]
    return tuple(dict.fromkeys(found))
