"""The perceptual companions of a stimulus."""

from dataclasses import dataclass

from ..drawing.canvas import Pixels
from ..errors import GeometryError
from .changed import changed_share
from .delta_e import delta_e_ink
from .flip import flip
from .ssim import ssim


@dataclass(frozen=True, slots=True, kw_only=True)
class Companions:
    """How far a result is from its ground truth, whatever its dimension.

    Attributes
    ----------
    flip_mean, flip_max : float
        LDR-FLIP, 0 to 1, mean over the page and maximum.
    delta_e_ink : float or None
        Mean CIEDE2000 difference over inked pixels; None where no run is in question.
    ssim : float
        Mean structural similarity; 1 for equal pictures.
    changed_share : float
        Share of the page's pixels that differ at all.
    """

    flip_mean: float
    flip_max: float
    delta_e_ink: float | None
    ssim: float
    changed_share: float


def companions(truth: Pixels, shown: Pixels, plate: Pixels | None) -> Companions:
    """Measure how far `shown` is from `truth`.

    Parameters
    ----------
    truth, shown : (height, width, 3) uint8
        What should be seen, and what is seen.
    plate : (height, width, 3) uint8 or None
        The page without the run in question, if there is one.

    Returns
    -------
    Companions
        FLIP 0, colour difference 0, SSIM 1 and share 0, exactly, for equal pictures.

    Raises
    ------
    GeometryError
        When the pictures are not of one size, or smaller than 11 px a side.
    """
    for name, picture in (("result", shown), ("plate", plate)):
        if picture is not None and picture.shape != truth.shape:
            raise GeometryError(
                f"the {name} has the shape {picture.shape}, "
                f"the ground truth {truth.shape}; allowed: one size"
            )
    mean, greatest = flip(truth, shown)
    return Companions(
        flip_mean=mean,
        flip_max=greatest,
        delta_e_ink=None if plate is None else delta_e_ink(truth, shown, plate),
        ssim=ssim(truth, shown),
        changed_share=changed_share(truth, shown),
    )
