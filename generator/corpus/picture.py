"""Pictures of stimuli, each drawn, named and encoded once."""

from dataclasses import dataclass

from ..drawing.canvas import Pixels, pixel_digest
from ..drawing.encode import to_png
from ..page.draw import draw, redraw
from ..page.scene import Scene
from ..stimulus import Stimulus


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A scene as a PNG, with its two names.

    Attributes
    ----------
    scene_sha256, pixels_sha256 : str
        Digest of the display list; of the pixels.
    png : bytes
        The file.
    """

    scene_sha256: str
    pixels_sha256: str
    png: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The pictures of a stimulus.

    Attributes
    ----------
    source, ground_truth, result : Picture
        What judges may see.
    plate : Picture or None
        The ground truth without the disturbed run; None for controls.
    """

    source: Picture
    ground_truth: Picture
    result: Picture
    plate: Picture | None

    def picture(self, name: str) -> Picture | None:
        """Return the picture of that name."""
        picture: Picture | None = getattr(self, name)
        return picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Canvases:
    """The pixels of a stimulus, (height, width, 3) each."""

    source: Pixels
    ground_truth: Pixels
    result: Pixels
    plate: Pixels | None


def canvases(stimulus: Stimulus) -> Canvases:
    """Draw a stimulus."""
    source = truth = draw(stimulus.source)
    if stimulus.edit is not None:
        truth = redraw(stimulus.source, stimulus.edit.run)
    result, plate = truth, None
    if stimulus.kind in ("unedited", "identity"):
        result = source
    elif stimulus.wrong is not None:
        page = stimulus.ground_truth
        plate = draw(page.without_run(stimulus.wrong.name))
        result = redraw(page, stimulus.wrong)
    return Canvases(source=source, ground_truth=truth, result=result, plate=plate)


class Studio:
    """Makes pictures, and makes none twice.

    It keeps every PNG it has made, so it should live for one shard.
    """

    __slots__ = ("_pictures",)

    def __init__(self) -> None:
        self._pictures: dict[Scene, Picture] = {}

    def drawn(self, stimulus: Stimulus, pixels: Canvases) -> Drawn:
        """Return the pictures of a stimulus whose pixels are given."""
        plate = None
        if stimulus.wrong is not None and pixels.plate is not None:
            scene = stimulus.ground_truth.without_run(stimulus.wrong.name)
            plate = self._picture(scene, pixels.plate)
        return Drawn(
            source=self._picture(stimulus.source, pixels.source),
            ground_truth=self._picture(stimulus.ground_truth, pixels.ground_truth),
            result=self._picture(stimulus.result, pixels.result),
            plate=plate,
        )

    def _picture(self, scene: Scene, pixels: Pixels) -> Picture:
        if scene not in self._pictures:
            self._pictures[scene] = Picture(
                scene_sha256=scene.digest(),
                pixels_sha256=pixel_digest(pixels),
                png=to_png(pixels),
            )
        return self._pictures[scene]
