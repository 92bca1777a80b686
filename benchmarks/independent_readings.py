"""Readings of whole runs, none of them as the ruler takes it where there is a choice.

What has two opposite directions is read along the recorded one, so that an error the
wrong way reads negative.
"""

import io
import math

import numpy as np
from independent_case import Case, UnreadableError, Values, centre
from PIL import Image
from skimage.color import deltaE_ciede2000, rgb2lab
from skimage.draw import polygon2mask
from skimage.morphology import convex_hull_image


def position(case: Case) -> float:
    """Way of the centroid in the recorded direction, px."""
    words = case.direction.split("-")
    way = [
        words.count("down") - words.count("up"),
        words.count("right") - words.count("left"),
    ]
    first, second = map(centre, case.covers)
    return float((second - first) @ way / np.linalg.norm(way))


def scale(case: Case) -> float:
    """Growth of the ink's spread, per cent; the ruler compares areas."""
    first, second = (np.trace(one) for one in case.spreads)
    return float(100 * case.sign * (math.sqrt(second / first) - 1))


def rotation(case: Case) -> float:
    """Turn of the axis of most spread, degrees."""
    (x0, y0), (x1, y1) = (np.linalg.eigh(one)[1][:, 1] for one in case.spreads)
    turn = math.degrees(math.atan2(x0 * y1 - y0 * x1, x0 * x1 + y0 * y1))
    return case.sign * ((turn + 90) % 180 - 90)


def stretch(case: Case) -> float:
    """Growth of the spread along the upright run's lines, per cent."""
    lean = math.tan(math.radians(case.run["pose"]["slant"]))
    upright = np.array([[1, lean], [0, 1]])
    first, second = ((upright @ one @ upright.T)[0, 0] for one in case.spreads)
    return float(100 * case.sign * (math.sqrt(second / first) - 1))


def slant(case: Case) -> float:
    """Shear from what along and across have in common, degrees; no edges are fitted."""
    first, second = case.spreads
    more = (first[0, 1] - second[0, 1]) / ((first[1, 1] + second[1, 1]) / 2)
    before = case.run["pose"]["slant"]
    after = math.degrees(math.atan(math.tan(math.radians(before)) + more))
    return float(case.sign * (after - before))


def colour(case: Case) -> float:
    """CIEDE2000 between the recorded fill and the mean colour of covered pixels.

    Computed by scikit-image: Eyechart itself uses coloraide.
    """
    cover = case.covers[0]
    core = cover > min(0.99, 0.9 * cover.max())
    strength = case.run["opacity"] * cover[core][:, None]
    fill = (case.plate[core] + case.seen[core] / strength).mean(axis=0)
    first, second = rgb2lab(np.array([case.run["colour"], fill]) / 255)
    return float(deltaE_ciede2000(first, second))


def opacity(case: Case) -> float:
    """Share of all change to the plate that is missing; no squares are taken."""
    return float(1 - np.abs(case.seen).sum() / np.abs(case.right).sum())


def blur(case: Case) -> float:
    """Fall of the spectrum, px; nothing is blurred for trial.

    A Gaussian multiplies the spectrum by ``exp(-σ²q/2)`` where q is 2 - 2 cos ω summed
    over both ways. What rounding to levels drowns is left out.
    """
    rows, columns = (2 * side for side in case.covers[0].shape)
    first, second = (abs(np.fft.rfft2(one, (rows, columns))) for one in case.covers)
    across, along = np.fft.fftfreq(rows), np.fft.rfftfreq(columns)
    q = np.add.outer(*(2 - 2 * np.cos(2 * np.pi * one) for one in (across, along)))
    rounding = case.covers[0].size / 12 / (case.step**2).sum(axis=2).mean()
    clear = (np.minimum(first, second) ** 2 > 400 * rounding) & (q > 0)
    q, power = q[clear], second[clear] ** 2
    fall = 2 * np.log(first[clear] / second[clear])
    return math.sqrt(max(0.0, (power * q * fall).sum() / (power * q * q).sum()))


def noise(case: Case) -> float:
    """Root mean square change inside the hull of all that changed, levels."""
    left = case.seen - case.right
    if not left.any():
        return 0.0
    hull = convex_hull_image((left != 0).any(axis=2), offset_coordinates=False)
    return float(np.sqrt(np.mean(left[hull] ** 2)))


def _grown(quad: Values, margin: float) -> Values:
    """Move the sides of a rectangle outward, px."""
    sides = [quad[1] - quad[0], quad[3] - quad[0]]
    out = np.zeros_like(quad)
    for side in sides:
        outward = np.sign((quad - quad.mean(axis=0)) @ side)
        out += outward[:, None] * side / np.linalg.norm(side)
    return np.asarray(quad + margin * out)


def jpeg(case: Case) -> float:
    """Loss at which Pillow makes the result of the truth, within 2 px of the box."""
    if not (case.seen != case.right).any():
        return 0.0
    corners = _grown(case.quad, 2.0)
    height, width = case.truth.shape[:2]
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    far = np.minimum(np.ceil(corners.max(axis=0)), (width, height)).astype(int)
    part = np.s_[top : far[1], left : far[0]]
    right, seen = case.truth[part], case.shown[part]
    inside = polygon2mask(right.shape[:2], (corners - (left, top))[:, ::-1])
    misses = []
    for quality in range(1, 101):
        file = io.BytesIO()
        Image.fromarray(right).save(file, "JPEG", quality=quality, subsampling=0)
        with Image.open(file) as page:
            back = np.asarray(page, dtype=np.float64)
        misses.append(float(((back - seen)[inside] ** 2).sum()))
    best = [loss for loss, miss in enumerate(misses[::-1]) if miss == min(misses)]
    if len(best) > 1:
        raise UnreadableError(f"the losses {best} all make this result")
    return float(best[0])
