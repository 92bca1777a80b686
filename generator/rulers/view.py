"""A view: what a ruler sees of a stimulus."""

from dataclasses import dataclass

from ..drawing.canvas import Pixels
from ..page.scene import Run
from ..paths import Points


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One run as it should be and as it is shown.

    Attributes
    ----------
    truth, shown, plate : (height, width, 3) uint8
        The ground truth, the result, and the page without the run.
    correct : Run
        The run as it should be.
    truth_quad, shown_quad : (4, 2) float64
        Recorded boxes of the run as it should be and as it is shown, page px.
    """

    truth: Pixels
    shown: Pixels
    plate: Pixels
    correct: Run
    truth_quad: Points
    shown_quad: Points
