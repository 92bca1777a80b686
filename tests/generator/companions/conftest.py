"""Pairs of pictures with what published implementations say of them."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from eyechart.generator.drawing.canvas import Pixels

HERE = Path(__file__).parent
VALUES = json.loads((HERE / "oracles.json").read_text("utf-8"))["values"]


def picture(name: str, part: str) -> Pixels:
    with Image.open(HERE / "pictures" / f"{name}.{part}.png") as image:
        return np.asarray(image, dtype=np.uint8)


@pytest.fixture(params=VALUES)
def known(request: pytest.FixtureRequest) -> tuple[Pixels, Pixels, dict[str, float]]:
    """Return ground truth, result, and published values."""
    name = request.param
    return picture(name, "truth"), picture(name, "shown"), VALUES[name]
