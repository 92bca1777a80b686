"""What a run needs around it for one error to be the only one."""

from ..dimensions.dimension import NotPossibleError
from ..page.colour import Rgb, contrast
from ..page.quads import grown, inside
from ..page.scene import Run, Scene
from ..typography.fontbook import font
from .room import UNEVEN, Room, corners_of, room

_PAGE_MARGIN = 6.0
_RUN_GAP = 3.0
_LEAST_CAP_HEIGHT = 10.0
_LEAST_CONTRAST = 1.5


def ground_under(scene: Scene, run: Run) -> Rgb:
    """Return the colour of the page under a run and a little around it.

    Raises
    ------
    NotPossibleError
        When the run stands across several colours, or a textured ground deviates
        from its mean by more than 48 levels.
    """
    return room(scene).ground(run)


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
    check_room(room(scene), run, ground)


def check_room(page: Room, run: Run, ground: Rgb) -> None:
    """Refuse as `check_clearance`, on a page whose boxes are known."""
    cap_height = run.size * run.pose.zoom * font(run.face.font).cap_height
    if cap_height < _LEAST_CAP_HEIGHT:
        raise NotPossibleError(
            f"capitals under {_LEAST_CAP_HEIGHT:g} px cannot be measured"
        )
    corners = grown(corners_of(run), _PAGE_MARGIN)
    if not inside(corners, page.scene.width, page.scene.height):
        raise NotPossibleError("the run leaves the page")
    if page.touches_others(run, _RUN_GAP):
        raise NotPossibleError("the run comes over another run")
    _check_ground(page, run, ground)
    if contrast(run.colour, ground) < _LEAST_CONTRAST:
        raise NotPossibleError("the run fades into its ground")


def _check_ground(page: Room, run: Run, ground: Rgb) -> None:
    reached = page.ground(run)
    off = max(abs(a - b) for a, b in zip(reached, ground, strict=True))
    if off > (UNEVEN if page.textured else 0):
        raise NotPossibleError("the run comes onto another ground")
