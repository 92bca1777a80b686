"""Named settings of a fit that reproduce a published procedure."""

from collections.abc import Mapping
from typing import Any

from ..generator.errors import AnalysisError, suggest

PRESETS: Mapping[str, Mapping[str, Any]] = {
    # Answers drawn again within their tier, and the magnitude at which three
    # quarters of all answers are below ceiling.
    "published-audit": {
        "criterion": 0.75,
        "family": "logistic",
        "interval": "percentile",
        "lapse": 0.0,
    }
}


def with_preset(
    name: str | None, given: Mapping[str, Any], usual: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the arguments of a fit, with those of a preset filled in.

    Parameters
    ----------
    name : str or None
        Name of a preset.
    given : mapping
        The arguments.
    usual : mapping
        Their defaults: what a preset may replace.

    Raises
    ------
    AnalysisError
        When there is no such preset, or an argument contradicts it.

    Examples
    --------
    >>> with_preset("published-audit", {"interval": "calibrated"},
    ...             {"interval": "calibrated"})["interval"]
    'percentile'
    """
    if name is None:
        return dict(given)
    if name not in PRESETS:
        raise AnalysisError(
            f"preset {name!r} is unknown; {suggest(name, tuple(PRESETS))}"
        )
    found = dict(given)
    for key in given.keys() & PRESETS[name].keys():
        wanted = PRESETS[name][key]
        if given[key] not in (usual[key], wanted):
            raise AnalysisError(
                f"{key} = {given[key]!r} contradicts the preset {name!r}; allowed "
                f"with it: {wanted!r}"
            )
        found[key] = wanted
    return found
