"""The manifest: one line of JSON a stimulus, with digests and measurements."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..errors import CorpusError
from ..page.scene import Run
from ..paths import Points
from .line import Line
from .records import PICTURES


@dataclass(frozen=True, slots=True, kw_only=True)
class Disturbed:
    """The run that is wrong.

    Attributes
    ----------
    run : Run
        The run as it should be.
    direction : str
        Which way it is wrong.
    truth_quad, shown_quad : (4, 2) float64
        Corners of its box as it should be and as it is shown, page px.
    """

    run: Run
    direction: str
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
    row_sha256 : str
        Digest of its row without images.
    """

    stimulus_id: str
    kind: str
    dimension: str | None
    magnitude: float | None
    measured: Mapping[str, float] | None
    disturbed: Disturbed | None
    scene: Mapping[str, str | None]
    pixels: Mapping[str, str | None]
    row_sha256: str


def _disturbed(line: Line) -> Disturbed | None:
    run = line.run_or_null("run")
    if run is None:
        return None
    return Disturbed(
        run=run,
        direction=line.text("direction"),
        truth_quad=line.quad("truth_quad"),
        shown_quad=line.quad("shown_quad"),
    )


def read_line(text: str, place: str) -> Entry:
    """Read one line of a manifest.

    Raises
    ------
    CorpusError
        When it is not one; the message starts with `place` and names the key.
    """
    line = Line(text, place)
    return Entry(
        stimulus_id=line.text("stimulus_id"),
        kind=line.text("kind"),
        dimension=line.text_or_null("dimension"),
        magnitude=line.number_or_null("magnitude"),
        measured=line.numbers_or_null("measured"),
        disturbed=_disturbed(line),
        scene=line.texts("scene", PICTURES, nullable="plate"),
        pixels=line.texts("pixels", PICTURES, nullable="plate"),
        row_sha256=line.text("row_sha256"),
    )


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
