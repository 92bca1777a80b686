"""The manifest: one line of JSON a stimulus, with digests and measurements."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import CorpusError
from ..paths import Points


@dataclass(frozen=True, slots=True, kw_only=True)
class Disturbed:
    """The run that is wrong.

    Attributes
    ----------
    run : str
        Its name on the page.
    colour : str
        Its correct colour, ``#RRGGBB``.
    truth_quad, shown_quad : (4, 2) float64
        Corners of its box as it should be and as it is shown, page px.
    """

    run: str
    colour: str
    truth_quad: Points
    shown_quad: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of a manifest.

    Attributes
    ----------
    stimulus_id, kind : str
        Which stimulus, and what it is.
    dimension : str or None
        The axis that is wrong; None for controls, as are the next three.
    magnitude : float or None
        Requested size of the error.
    measured : mapping of str to float, or None
        Error on every axis as read from the pixels.
    disturbed : Disturbed or None
        What is wrong.
    scene, pixels : mapping of str to (str or None)
        Digests of source, ground_truth, result and plate.
    """

    stimulus_id: str
    kind: str
    dimension: str | None
    magnitude: float | None
    measured: Mapping[str, float] | None
    disturbed: Disturbed | None
    scene: Mapping[str, str | None]
    pixels: Mapping[str, str | None]


def _quad(values: Mapping[str, Any], name: str) -> Points:
    quad = np.array(values[name], dtype=np.float64)
    if quad.shape != (4, 2) or not np.isfinite(quad).all():
        raise ValueError(f"{name} is not four corners")
    return quad


def _disturbed(values: Mapping[str, Any]) -> Disturbed | None:
    if values["run"] is None:
        return None
    return Disturbed(
        run=str(values["run"]),
        colour=str(values["colour"]),
        truth_quad=_quad(values, "truth_quad"),
        shown_quad=_quad(values, "shown_quad"),
    )


def read_line(text: str, place: str) -> Entry:
    """Read one line of a manifest.

    Raises
    ------
    CorpusError
        When it is not one; the message starts with `place`.
    """
    try:
        values = json.loads(text)
        return Entry(
            stimulus_id=str(values["stimulus_id"]),
            kind=str(values["kind"]),
            dimension=values["dimension"],
            magnitude=values["magnitude"],
            measured=values["measured"],
            disturbed=_disturbed(values),
            scene=dict(values["scene"]),
            pixels=dict(values["pixels"]),
        )
    except KeyError as error:
        raise CorpusError(f"{place}: key {error} is missing") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise CorpusError(f"{place}: is no line of a manifest ({error})") from error


def read_manifest(path: Path) -> Iterator[Entry]:
    """Yield every line of a manifest.

    Raises
    ------
    CorpusError
        When the file is missing, not UTF-8, or a line is not what it should be;
        the line is named by its number.
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                yield read_line(line.decode(), f"{path}: line {number}")
    except UnicodeDecodeError as error:
        raise CorpusError(f"{path}: line {number}: is not UTF-8") from error
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read ({error.strerror})") from error
