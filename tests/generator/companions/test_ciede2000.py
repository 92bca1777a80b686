"""CIEDE2000 against published pairs and against coloraide."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from eyechart.generator.companions.ciede2000 import ciede2000, to_lab
from eyechart.generator.page.colour import _srgb, difference

# Sharma, Wu and Dalal (2005), table 1.
PUBLISHED = [
    (50.0, 2.6772, -79.7751, 50.0, 0.0, -82.7485, 2.0425),
    (50.0, -1.3802, -84.2814, 50.0, 0.0, -82.7485, 1.0000),
    (50.0, 0.0, 0.0, 50.0, -1.0, 2.0, 2.3669),
    (50.0, 2.4900, -0.0010, 50.0, -2.4900, 0.0009, 7.1792),
    (50.0, 2.4900, -0.0010, 50.0, -2.4900, 0.0011, 7.2195),
    (50.0, -0.0010, 2.4900, 50.0, 0.0011, -2.4900, 4.7461),
    (50.0, 2.5, 0.0, 73.0, 25.0, -18.0, 27.1492),
    (50.0, 2.5, 0.0, 61.0, -5.0, 29.0, 22.8977),
    (50.0, 2.5, 0.0, 56.0, -27.0, -3.0, 31.9030),
    (50.0, 2.5, 0.0, 58.0, 24.0, 15.0, 19.4535),
    (60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644),
    (63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.2630),
    (35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645),
    (22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373),
    (90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441),
    (2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082),
]


@pytest.mark.parametrize("pair", PUBLISHED)
def test_published_pairs_both_ways_round(pair: tuple[float, ...]) -> None:
    first, second = np.array([pair[:3]]), np.array([pair[3:6]])
    assert ciede2000(first, second)[0] == pytest.approx(pair[6], abs=5e-5)
    assert ciede2000(second, first)[0] == pytest.approx(pair[6], abs=5e-5)


PAIRS = arrays(np.uint8, (2, 3), elements=st.integers(0, 255))


@given(PAIRS)
def test_agrees_with_coloraide(pair: np.ndarray) -> None:
    lab = to_lab(pair)
    red, green = (tuple(colour.tolist()) for colour in pair)
    expected = difference(red, green)
    # What coloraide leaves of the chroma of a grey is worth up to 2e-6.
    grey = (pair == pair[:, :1]).all(axis=1).any()
    near = pytest.approx(expected, abs=5e-6 if grey else 1e-9)
    assert ciede2000(lab[:1], lab[1:])[0] == near


@given(st.integers(0, 255), arrays(np.uint8, 3, elements=st.integers(0, 255)))
def test_greys_have_no_hue(level: int, other: np.ndarray) -> None:
    grey, colour = to_lab(np.array([[level] * 3, other], dtype=np.uint8))
    assert grey[1:].tolist() == [0.0, 0.0]
    assert grey[0] == pytest.approx(
        _srgb((level, level, level)).convert("lab-d65")["l"], abs=1e-9
    )
    turned = colour * [1, -1, -1]
    away = [ciede2000(grey[None], one[None])[0] for one in (colour, turned)]
    assert away[0] == pytest.approx(away[1], rel=1e-12)


@given(PAIRS)
def test_zero_for_equal_colours_alone(pair: np.ndarray) -> None:
    lab = to_lab(pair)
    assert ciede2000(lab, lab).tolist() == [0.0, 0.0]
    assert (ciede2000(lab[:1], lab[1:])[0] > 0) == (pair[0] != pair[1]).any()
