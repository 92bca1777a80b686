"""Boxes: where the manifest says that a run is and is shown."""

import numpy as np

from ..dimensions import dimension
from ..dimensions.dimension import NotPossibleError
from ..errors import VerificationError
from ..page.setting import quad
from ..paths import Points
from .manifest import Disturbed

_SAME = 1e-6
"""px within which two corners are one."""


def check_boxes(
    stimulus_id: str, disturbed: Disturbed, name: str, magnitude: float
) -> None:
    """Refuse recorded boxes that are not those of the run and its error.

    They bound where the result may differ from the ground truth.

    Raises
    ------
    VerificationError
        Naming the stimulus.
    """
    run, direction = disturbed.run, disturbed.direction
    try:
        wrong, _ = dimension(name).disturb(run, magnitude, direction)
    except (KeyError, NotPossibleError) as error:
        raise VerificationError(
            f"stimulus {stimulus_id}: no error of {name} {direction!r} can be "
            f"{magnitude!r}: {error}"
        ) from error
    _check(stimulus_id, "truth_quad", disturbed.truth_quad, quad(run))
    _check(stimulus_id, "shown_quad", disturbed.shown_quad, quad(wrong))


def _check(stimulus_id: str, key: str, recorded: Points, right: Points) -> None:
    if np.abs(recorded - right).max() > _SAME:
        raise VerificationError(
            f"stimulus {stimulus_id}: {key} of the manifest is "
            f"{recorded.tolist()!r}; allowed: the run's box, {right.tolist()!r}"
        )
