"""Where pictures differ."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from eyechart.generator.companions.changed import (
    changed_box,
    changed_pixels,
    changed_share,
)

PAGES = arrays(np.uint8, (4, 5, 3), elements=st.sampled_from([0, 0, 0, 0, 1]))


@given(PAGES, PAGES)
def test_the_box_is_the_smallest_that_holds_every_change(
    first: np.ndarray, second: np.ndarray
) -> None:
    places = np.argwhere((first != second).any(axis=2))
    box = changed_box(first, second)
    if len(places) == 0:
        assert box is None
        return
    assert box is not None
    (top, left), (bottom, right) = places.min(axis=0), places.max(axis=0)
    assert box == (slice(top, bottom + 1), slice(left, right + 1))


@given(PAGES, PAGES)
def test_a_pixel_counts_when_one_channel_differs(
    first: np.ndarray, second: np.ndarray
) -> None:
    expected = (first != second).any(axis=2)
    assert (changed_pixels(first, second) == expected).all()
    assert changed_share(first, second) == expected.sum() / 20
