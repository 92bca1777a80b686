"""Pages as far as runs need room on them."""

import dataclasses
import functools
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..dimensions.dimension import NotPossibleError
from ..page.colour import Rgb
from ..page.draw import draw_ground
from ..page.finishing import finished_quad
from ..page.quads import grown, pixels_under
from ..page.scene import Finish, Pose, Run, Scene
from ..page.setting import outline, quad
from ..paths import Points

GROUND_MARGIN = 4.0
UNEVEN = 48
"""Levels by which a textured ground may deviate from its mean under a run."""

_UNPOSED = Pose()
_UNFINISHED = Finish()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Room:
    """A page: what stands on it and what it stands on.

    Attributes
    ----------
    scene : Scene
        The page; of its runs only the names count, since `boxes` may be newer.
    names : tuple of str
        Of its runs.
    boxes : (n, 4, 2) float64
        Corners of what each run takes up, with its blur and finish.
    grounds : dict
        Grounds found so far, by the corners that they lie under.
    """

    scene: Scene
    names: tuple[str, ...]
    boxes: Points
    grounds: dict[bytes, Rgb] = field(default_factory=dict)

    def with_run(self, run: Run) -> "Room":
        """Return the page with the run of the same name replaced."""
        boxes = self.boxes.copy()
        boxes[self.names.index(run.name)] = taken_up(run)
        return dataclasses.replace(self, boxes=boxes)

    def touches_others(self, run: Run, gap: float) -> bool:
        """Tell whether a run comes nearer than `gap` px to another one."""
        corners = grown(taken_up(run), gap)
        others = np.array([name != run.name for name in self.names])
        low, high = corners.min(axis=0), corners.max(axis=0)
        others &= (self.boxes.max(axis=1) >= low).all(axis=1)
        others &= (self.boxes.min(axis=1) <= high).all(axis=1)
        return bool(_touching(corners, self.boxes[others]).any())

    def ground(self, run: Run) -> Rgb:
        """Return the colour of the page under a run and a little around it.

        On a textured page it is the mean.

        Raises
        ------
        NotPossibleError
            When the run stands across several colours.
        """
        corners = grown(corners_of(run), GROUND_MARGIN)
        key = corners.tobytes()
        if key not in self.grounds:
            self.grounds[key] = self._ground(corners)
        return self.grounds[key]

    def _ground(self, corners: Points) -> Rgb:
        colours = self._colours(corners)
        if not colours.size:
            raise NotPossibleError("the run leaves the page")
        if self.textured:
            return _mean(colours)
        if (colours != colours.flat[0]).any():
            raise NotPossibleError("the run crosses from one ground to another")
        return _unpacked(int(colours.flat[0]))

    @property
    def textured(self) -> bool:
        """Whether the page has no ground of one colour."""
        return self.scene.plate is not None

    def _colours(self, corners: Points) -> NDArray[np.uint32]:
        width, height = self.scene.width, self.scene.height
        page = _packed(dataclasses.replace(self.scene, runs=()))
        if not _upright(corners):
            return page[pixels_under(corners, width, height)]
        low = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
        high = np.minimum(np.ceil(corners.max(axis=0)), (width, height)).astype(int)
        return page[low[1] : max(high[1], 0), low[0] : max(high[0], 0)]


@functools.lru_cache(maxsize=1024)
def room(scene: Scene) -> Room:
    """Return a page's room; shared."""
    boxes = np.array([taken_up(run) for run in scene.runs]).reshape(-1, 4, 2)
    boxes.flags.writeable = False
    return Room(scene=scene, names=tuple(run.name for run in scene.runs), boxes=boxes)


def corners_of(run: Run) -> Points:
    """Return `quad` of a run, for most runs without looking for the centroid."""
    if run.pose != _UNPOSED or run.blur:
        return quad(run)
    x0, y0, x1, y1 = outline(run).bounds()
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def taken_up(run: Run) -> Points:
    """Return the corners of what a run takes up, (4, 2), with its blur and finish."""
    corners = corners_of(run)
    return corners if run.finish == _UNFINISHED else finished_quad(corners)


def _touching(corners: Points, boxes: Points) -> NDArray[np.bool_]:
    """Tell which rectangles, (n, 4, 2), share a point with one, (4, 2).

    By the separating axis theorem, for all of them at once.
    """
    touching = np.ones(len(boxes), dtype=bool)
    for side in (corners[1] - corners[0], corners[3] - corners[0]):
        ours, theirs = corners @ side, boxes @ side
        touching &= (theirs.max(axis=1) >= ours.min()) & (
            theirs.min(axis=1) <= ours.max()
        )
    for corner in (1, 3):
        sides = boxes[:, corner] - boxes[:, 0]
        ours, theirs = sides @ corners.T, np.einsum("nij,nj->ni", boxes, sides)
        touching &= (theirs.max(axis=1) >= ours.min(axis=1)) & (
            theirs.min(axis=1) <= ours.max(axis=1)
        )
    return touching


def _upright(corners: Points) -> bool:
    return bool(corners[0, 1] == corners[1, 1] and corners[0, 0] == corners[3, 0])


@functools.lru_cache(maxsize=64)
def _packed(page: Scene) -> NDArray[np.uint32]:
    """Return a page without runs, each colour as one number, (height, width)."""
    red, green, blue = np.moveaxis(draw_ground(page).astype(np.uint32), -1, 0)
    packed: NDArray[np.uint32] = red << 16 | green << 8 | blue
    packed.flags.writeable = False
    return packed


def _unpacked(colour: int) -> Rgb:
    return colour >> 16, colour >> 8 & 255, colour & 255


def _mean(colours: NDArray[np.uint32]) -> Rgb:
    channels = np.stack([colours.ravel() >> shift & 255 for shift in (16, 8, 0)])
    sums = channels.sum(axis=1, dtype=np.uint64)
    red, green, blue = (
        int(2 * total + channels.shape[1]) // (2 * channels.shape[1])
        for total in sums.tolist()
    )
    mean = np.array([red, green, blue])[:, None]
    if (np.abs(channels.astype(np.int64) - mean) > UNEVEN).any():
        raise NotPossibleError("the ground under the run is too uneven")
    return red, green, blue
