"""Scenes: frozen display lists that hold all that is needed to draw a page."""

import dataclasses
import functools
import hashlib
import json
from dataclasses import dataclass

from ..errors import UnknownNameError, suggest
from ..typography.shape import Face
from .colour import Rgb


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

    Every point p of the run goes to ``c + shift + zoom R(angle) (p - c)``, with
    c the centroid of its ink: turning and zooming leave the centroid alone.

    Attributes
    ----------
    dx, dy : float
        Shift in px, y downward.
    angle : float
        Degrees, clockwise as seen.
    zoom : float
        Ratio of sizes.
    """

    dx: float = 0.0
    dy: float = 0.0
    angle: float = 0.0
    zoom: float = 1.0


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A page: background, ornaments, then runs, none over another.

    Attributes
    ----------
    width, height : int
        Canvas in px.
    background : Rgb
        Colour of the page.
    ornaments, runs : tuple
        Drawn in order.
    """

    width: int
    height: int
    background: Rgb
    ornaments: tuple[Ornament, ...]
    runs: tuple[Run, ...]

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
    fields = dataclasses.asdict(part)
    return json.dumps(fields, sort_keys=True, separators=(",", ":"))
