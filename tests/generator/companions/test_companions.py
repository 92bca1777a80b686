"""All companions of a stimulus together."""

import numpy as np
import pytest

from eyechart.generator.companions.companions import Companions, companions
from eyechart.generator.companions.delta_e import delta_e_ink
from eyechart.generator.drawing.canvas import Pixels
from eyechart.generator.errors import GeometryError

Known = tuple[Pixels, Pixels, dict[str, float]]


def plate_of(truth: Pixels) -> Pixels:
    return np.broadcast_to(truth[0, 0], truth.shape)


def test_equal_pictures(known: Known) -> None:
    truth, _, _ = known
    assert companions(truth, truth.copy(), plate_of(truth)) == Companions(
        flip_mean=0.0, flip_max=0.0, delta_e_ink=0.0, ssim=1.0, changed_share=0.0
    )


def test_each_measure_stands_in_its_place(known: Known) -> None:
    truth, shown, values = known
    plate = plate_of(truth)
    found = companions(truth, shown, plate)
    assert found.flip_mean == pytest.approx(values["flip_mean"], abs=1e-6)
    assert found.flip_max == pytest.approx(values["flip_max"], abs=1e-6)
    assert found.ssim == pytest.approx(values["ssim"], abs=1e-12)
    assert found.delta_e_ink == delta_e_ink(truth, shown, plate) > 0
    assert found.changed_share == (truth != shown).any(axis=2).mean()


def test_pictures_that_nobody_may_write_to_are_taken(known: Known) -> None:
    truth, shown, _ = known
    expected = companions(truth, shown, plate_of(truth))
    kept = [picture.copy() for picture in (truth, shown)]
    for picture in kept:
        picture.flags.writeable = False
    assert companions(*kept, plate_of(truth)) == expected


@pytest.mark.parametrize("which", [1, 2])
def test_pictures_of_other_sizes_are_refused(which: int) -> None:
    pictures = [np.zeros((20, 30, 3), dtype=np.uint8) for _ in range(3)]
    pictures[which] = pictures[which][:, :-1]
    message = r"has the shape \(20, 29, 3\), the ground truth \(20, 30, 3\)"
    with pytest.raises(GeometryError, match=message):
        companions(*pictures)
