"""What a run needs around it for one error to be the only one."""

import numpy as np

from ..dimensions.dimension import NotPossibleError
from ..page.colour import Rgb, contrast
from ..page.draw import draw_ground
from ..page.quads import apart, grown, inside, pixels_under
from ..page.scene import Run, Scene
from ..page.setting import quad
from ..typography.fontbook import font

_PAGE_MARGIN = 6.0
_RUN_GAP = 3.0
_GROUND_MARGIN = 4.0
_LEAST_CAP_HEIGHT = 10.0
_LEAST_ELONGATION = 4.5
_LEAST_CONTRAST = 1.5


def ground_under(scene: Scene, run: Run) -> Rgb:
    """Return the one colour of the page under a run and a little around it.

    Raises
    ------
    NotPossibleError
        When the run stands across several colours.
    """
    corners = grown(quad(run), _GROUND_MARGIN)
    rows, columns = pixels_under(corners, scene.width, scene.height)
    colours = draw_ground(scene)[rows, columns]
    if not len(colours):
        raise NotPossibleError("the run leaves the page")
    if (colours != colours[0]).any():
        raise NotPossibleError("the run crosses from one ground to another")
    red, green, blue = (int(channel) for channel in colours[0])
    return red, green, blue


def _check_size(run: Run) -> None:
    cap_height = run.size * run.pose.zoom * font(run.face.font).cap_height
    if cap_height < _LEAST_CAP_HEIGHT:
        raise NotPossibleError(
            f"capitals under {_LEAST_CAP_HEIGHT:g} px cannot be measured"
        )
    corners = quad(run)
    width, height = (float(np.linalg.norm(corners[i] - corners[0])) for i in (1, 3))
    if width < _LEAST_ELONGATION * height:
        raise NotPossibleError("the run is too short to show its angle")


def check_clearance(scene: Scene, run: Run, ground: Rgb) -> None:
    """Refuse a run that would be wrong on a second axis too.

    Parameters
    ----------
    scene : Scene
        The page; its run of the same name is replaced by `run`.
    run : Run
        The run as it would be shown.
    ground : Rgb
        Colour of the ground that it stands on when right.

    Raises
    ------
    NotPossibleError
        When the run would leave the page or its ground, come over another
        run, or be too small or too faint to be measured.
    """
    _check_size(run)
    corners = quad(run)
    if not inside(grown(corners, _PAGE_MARGIN), scene.width, scene.height):
        raise NotPossibleError("the run leaves the page")
    near = grown(corners, _RUN_GAP)
    for other in scene.runs:
        if other.name != run.name and not apart(near, quad(other)):
            raise NotPossibleError("the run comes over another run")
    if ground_under(scene, run) != ground:
        raise NotPossibleError("the run comes onto another ground")
    if contrast(run.colour, ground) < _LEAST_CONTRAST:
        raise NotPossibleError("the run fades into its ground")
