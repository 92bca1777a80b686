"""Time of each perceptual companion: python benchmarks/companions.py.

Least of 20 calls, on a page of 896x672 px where a run of about 300x40 px stands
beside its place.
"""

import time
from collections.abc import Callable

import numpy as np

from eyechart.generator.companions.changed import changed_share
from eyechart.generator.companions.companions import companions
from eyechart.generator.companions.delta_e import delta_e_ink
from eyechart.generator.companions.flip import flip
from eyechart.generator.companions.ssim import ssim
from eyechart.generator.drawing.canvas import Pixels


def page(left: int) -> Pixels:
    """Return a page with 36 soft-edged letters of 6x40 px from `left` on."""
    pixels = np.full((672, 896, 3), 255, dtype=np.uint8)
    for start in range(left, left + 290, 8):
        pixels[300:340, start : start + 6] = (31, 111, 235)
        pixels[300:340, start] = (143, 183, 245)
    return pixels


def milliseconds(call: Callable[[], object]) -> float:
    """Return the least wall time of 20 calls."""
    times = []
    for _ in range(20):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def main() -> None:
    """Print a row a measure, and all together."""
    truth, shown = page(300), page(303)
    plate = np.full_like(truth, 255)
    rows: dict[str, Callable[[], object]] = {
        "flip": lambda: flip(truth, shown),
        "delta_e_ink": lambda: delta_e_ink(truth, shown, plate),
        "ssim": lambda: ssim(truth, shown),
        "changed_share": lambda: changed_share(truth, shown),
        "all": lambda: companions(truth, shown, plate),
        "all, equal": lambda: companions(truth, truth.copy(), plate),
    }
    for name, call in rows.items():
        print(f"{milliseconds(call):8.2f} ms  {name}")


if __name__ == "__main__":
    main()
