"""Scenes: frozen display lists that hold all that is needed to draw a page."""

import dataclasses
import functools
import hashlib
import json
from dataclasses import dataclass
from typing import Any

from ..errors import UnknownNameError, suggest
from ..typography.shape import Face
from .colour import Rgb
from .plate import Plate


@dataclass(frozen=True, slots=True, kw_only=True)
class Ornament:
    """A filled shape under the text.

    Attributes
    ----------
    shape : str
        ``"rect"``, ``"ellipse"`` or ``"polygon"``.
    numbers : tuple of float
        Page pixels. rect: x, y, width, height, corner radius. ellipse: centre
        x, y, radii. polygon: x, y of each corner.
    colour : Rgb
        Opaque fill.
    """

    shape: str
    numbers: tuple[float, ...]
    colour: Rgb


@dataclass(frozen=True, slots=True, kw_only=True)
class Pose:
    """Where a run is, seen from where its layout puts it.

    Every point p of the run goes to ``c + shift + zoom R(angle) H(slant)
    diag(stretch, 1) (p - c)``, with c the centroid of its ink, R a turn and H a
    shear along the lines: all of them leave the centroid alone.

    Attributes
    ----------
    dx, dy : float
        Shift in px, y downward.
    angle : float
        Degrees, clockwise as seen.
    zoom : float
        Ratio of sizes.
    slant : float
        Degrees by which uprights lean, forward as seen.
    stretch : float
        Ratio of widths at constant height.
    """

    dx: float = 0.0
    dy: float = 0.0
    angle: float = 0.0
    zoom: float = 1.0
    slant: float = 0.0
    stretch: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """What is done to the pixels around a run after it is drawn.

    Attributes
    ----------
    noise : float
        Root mean square deviation in 8-bit levels.
    grain : str
        Which noise of that size.
    loss : int
        100 less the quality at which the pixels pass through JPEG; 0 for not at
        all.
    """

    noise: float = 0.0
    grain: str = ""
    loss: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run of text, set in one face, size and colour.

    Attributes
    ----------
    name : str
        Unique on its page.
    text : str
        Lines parted by line feeds.
    face : Face
        Font, axes, features, tracking.
    size : float
        Em size in px.
    leading : float
        Distance of baselines in em.
    colour : Rgb
        Fill.
    x, y : float
        Anchor on the first baseline, page px.
    anchor : str
        ``"left"``, ``"centre"`` or ``"right"``: what of each line stands at `x`.
    pose : Pose
        Displacement from there.
    opacity : float
        0 (nothing shows) to 1.
    blur : float
        Standard deviation of the Gaussian that its coverage is blurred with, px.
    finish : Finish
        Damage to the pixels around it.
    """

    name: str
    text: str
    face: Face
    size: float
    leading: float
    colour: Rgb
    x: float
    y: float
    anchor: str
    pose: Pose = Pose()
    opacity: float = 1.0
    blur: float = 0.0
    finish: Finish = Finish()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A page: background or plate, ornaments, then runs, none over another.

    Attributes
    ----------
    width, height : int
        Canvas in px.
    background : Rgb
        Colour of the page; one that stands for the plate where there is one.
    ornaments, runs : tuple
        Drawn in order.
    plate : Plate or None
        Texture that covers the page under the ornaments.
    """

    width: int
    height: int
    background: Rgb
    ornaments: tuple[Ornament, ...]
    runs: tuple[Run, ...]
    plate: Plate | None = None

    def run(self, name: str) -> Run:
        """Return the run of that name.

        Raises
        ------
        UnknownNameError
            When there is none.
        """
        for run in self.runs:
            if run.name == name:
                return run
        names = [run.name for run in self.runs]
        raise UnknownNameError(f"no run {name!r} on this page; {suggest(name, names)}")

    def with_run(self, run: Run) -> "Scene":
        """Return the scene with the run of the same name replaced."""
        self.run(run.name)
        runs = tuple(run if one.name == run.name else one for one in self.runs)
        return dataclasses.replace(self, runs=runs)

    def without_run(self, name: str) -> "Scene":
        """Return the plate of a run: the scene without it."""
        self.run(name)
        runs = tuple(one for one in self.runs if one.name != name)
        return dataclasses.replace(self, runs=runs)

    def digest(self) -> str:
        """Return the SHA-256 of the display list."""
        page = _listing(dataclasses.replace(self, runs=()))
        runs = ",".join(_listing(run) for run in self.runs)
        text = page.replace('"runs":[]', f'"runs":[{runs}]')
        return hashlib.sha256(text.encode()).hexdigest()


@functools.lru_cache(maxsize=4096)
def _listing(part: Run | Scene) -> str:
    """Return canonical JSON; cached, because scenes share nearly all runs."""
    return json.dumps(_content(part), sort_keys=True, separators=(",", ":"))


def _content(part: Run | Scene | Pose | Finish) -> dict[str, Any]:
    """Return what differs from defaults, so that a new field moves no old digest."""
    content = dataclasses.asdict(part)
    for field in dataclasses.fields(part):
        value = getattr(part, field.name)
        if value == field.default:
            del content[field.name]
        elif isinstance(value, Pose | Finish):
            content[field.name] = _content(value)
    return content
