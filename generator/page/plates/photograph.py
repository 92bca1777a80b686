"""Pictures that pass for blurred photographs: hills, the sea, lights at night."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from ...read import Table
from ..colour import Rgb
from ..noise import clouds, noise, uniforms
from ..plate import (
    Field,
    Planes,
    between,
    centres,
    eased,
    middles,
    mixed,
    ramp,
    read_colours,
)

_RIDGES = 5
_SMOOTHER = 1.4
"""How much smoother than a natural coast a ridge is, from octave to octave."""

_BELOW = 0.25
"""Share of the height by which a sky may reach below its foot."""

_HALO = 6.0
"""How many times its own radius a glow reaches."""


def _sky(picture: "Photograph", width: int, height: int, foot: float) -> Planes:
    """Shade from the first colour to the second, with a few stretched clouds."""
    seen = min(height, int(foot + _BELOW * height))
    _, y = centres(width, seen)
    above, haze, _ = picture.colours
    veil = clouds(picture.seed, "sky", (width, seen), (330.0, 120.0), 3)
    veil *= 0.16
    veil += np.clip(y / foot, 0.0, 1.0)
    share = np.ones((height, width))
    np.clip(veil, 0.0, 1.0, out=share[:seen])
    return mixed(above, haze, share)


def _hills(picture: "Photograph", width: int, height: int) -> Planes:
    """Set ridge before ridge, each nearer one lower, darker and rougher."""
    planes = _sky(picture, width, height, picture.horizon * height)
    _, haze, near = picture.colours
    crests = [_crest(picture, k, width, height) for k in range(_RIDGES)]
    floors = [crest.max() + picture.softness for crest in crests[1:]] + [height]
    for k, (crest, floor) in enumerate(zip(crests, floors, strict=True)):
        share = (k + 1.0) / _RIDGES
        colours = between(haze, near, share), between(haze, near, share - 0.2)
        _lay_hill(planes, crest, int(floor), colours, picture, f"woods {k}")
    return planes


def _lay_hill(
    planes: Planes,
    crest: Field,
    floor: int,
    colours: tuple[Rgb, Rgb],
    picture: "Photograph",
    key: str,
) -> None:
    """Cover what lies between a crest and the floor, where the next hill stands."""
    height, width = planes[0].shape
    start = min(height - 1, max(0, int(crest.min() - picture.softness)))
    stop = min(height, max(start + 1, floor + 1))
    depth = np.arange(start, stop)[:, None] + 0.5 - crest[None, :]
    mist = clouds(picture.seed, key, (width, stop - start), (120.0, 44.0), 1)
    mist *= 0.12
    mist += depth / (0.34 * height)
    np.clip(mist, 0.0, 1.0, out=mist)
    edge = eased(ramp(depth, picture.softness))
    for plane, hill in zip(planes, mixed(*colours, mist), strict=True):
        part = plane[start:stop]
        part += (hill - part) * edge


def _crest(picture: "Photograph", k: int, width: int, height: int) -> Field:
    """Return y of the k-th ridge above each x, (width,)."""
    share = (k + 1.0) / _RIDGES
    fall = 0.8 * share * (0.3 + 0.7 * share) - 0.1
    columns = middles(width) / (300.0 - 35.0 * k)
    still = np.zeros(1)
    crest = np.zeros(width)
    weight = 1.0
    for octave in range(4):
        finer = float(1 << octave)
        rough = noise(picture.seed, f"ridge {k} {octave}", still, columns * finer)
        crest += rough[0] * weight
        weight /= 2.0 * _SMOOTHER
    top = picture.horizon * height
    return crest * (0.055 * height) + top + (height - top) * fall


def _sea(picture: "Photograph", width: int, height: int) -> Planes:
    """Lay water under a low sun; waves shrink towards the horizon."""
    x, y = centres(width, height)
    line = picture.horizon * height
    planes = _sky(picture, width, height, line)
    _, haze, water = picture.colours
    far = line + 0.03 * height
    nearness = np.clip(y - line, 0.0, None)[:, 0] + 0.03 * height
    rows = 22.0 - 21.0 * (0.03 * height) / nearness
    waves = noise(picture.seed, "waves", rows, ((x[0] + 40.0) / 150.0))
    waves += 0.5 * noise(picture.seed, "ripples", rows * 2.0, (x[0] + 40.0) / 60.0)
    depth = np.clip((y - line) / (height - line), 0.0, 1.0)
    share = np.clip(0.25 + 0.75 * depth + 0.13 * waves, 0.0, 1.0)
    sea = mixed(haze, water, share)
    planes = mixed(planes, sea, eased(ramp(y - line, picture.softness)))
    sun = (uniforms(picture.seed, "sun", 1)[0] * 0.25 + 0.5) * width
    aside, below = (x - sun) / (0.22 * width), (y - far) / (0.3 * height)
    glow = 0.55 / (1.0 + _HALO * (aside * aside + below * below))
    return mixed(planes, (255, 246, 226), glow)


def _bokeh(picture: "Photograph", width: int, height: int) -> Planes:
    """Scatter soft discs of light before a dim room."""
    _, y = centres(width, height)
    above, below, _ = picture.colours
    gloom = clouds(picture.seed, "gloom", (width, height), (360, 300), 2)
    planes = mixed(above, below, np.clip(y / height + 0.3 * gloom, 0.0, 1.0))
    drawn = uniforms(picture.seed, "lights", 4 * picture.lights).reshape(-1, 4)
    for across, down, size, strength in (drawn + 1.0) / 2.0:
        radius = (0.02 + 0.075 * size) * width
        centre = (across * width, (0.08 + 0.84 * down) * height)
        _lay_disc(planes, centre, radius, 0.06 + 0.3 * strength, picture)
    return planes


def _lay_disc(
    planes: Planes,
    centre: tuple[float, float],
    radius: float,
    strength: float,
    picture: "Photograph",
) -> None:
    height, width = planes[0].shape
    reach = radius + picture.softness
    left, top = (max(0, int(c - reach)) for c in centre)
    right, bottom = int(centre[0] + reach) + 1, int(centre[1] + reach) + 1
    x, y = centres(min(right, width), min(bottom, height))
    dx, dy = x[:, left:] - centre[0], y[top:] - centre[1]
    distance: Field = np.sqrt(dx * dx + dy * dy)
    share = strength * eased(ramp(radius - distance, picture.softness))
    for plane, level in zip(planes, picture.colours[2], strict=True):
        part = plane[top:bottom, left:right]
        part += (level - part) * share


_MOTIFS: Final[Mapping[str, Callable[["Photograph", int, int], Planes]]] = {
    "bokeh": _bokeh,
    "hills": _hills,
    "sea": _sea,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Photograph:
    """A picture out of focus.

    Attributes
    ----------
    motif : str
        ``"bokeh"``, ``"hills"`` or ``"sea"``.
    colours : (Rgb, Rgb, Rgb)
        hills and sea: sky, haze at the horizon, the nearest land or water.
        bokeh: the room above and below, lights.
    horizon : float
        Share of the height that is sky; 0 for bokeh.
    lights : int
        How many; 0 but for bokeh.
    softness : float
        px over which edges fade.
    seed : int
        Draws all shapes.
    """

    motif: str
    colours: tuple[Rgb, ...]
    horizon: float
    lights: int
    softness: float
    seed: int
    kind: str = field(default="photograph", init=False)

    @property
    def ground(self) -> Rgb:
        """The second colour, which is between the others."""
        return self.colours[1]

    def planes(self, width: int, height: int) -> Planes:
        """Return its colours on a page of that size."""
        return _MOTIFS[self.motif](self, width, height)


def read(table: Table) -> Photograph:
    """Read a photograph."""
    motif = table.text("motif", allowed=tuple(_MOTIFS))
    bokeh = motif == "bokeh"
    return Photograph(
        motif=motif,
        colours=read_colours(table, 3, 3),
        horizon=0.0 if bokeh else table.number("horizon", low=0.1, high=0.9),
        lights=table.integer("lights", low=1, high=80) if bokeh else 0,
        softness=table.number("softness", 8.0, low=1.0, high=60.0),
        seed=table.integer("seed", low=0, high=2**31 - 1),
    )
