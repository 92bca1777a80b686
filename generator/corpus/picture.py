"""Pictures of stimuli, each drawn, named and encoded once."""

from dataclasses import dataclass

from ..drawing.canvas import Pixels, pixel_digest
from ..drawing.encode import to_png
from ..drawing.jpeg import through_jpeg
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
        The ground truth without the disturbed run, or in controls without the
        edited one; None where nothing is edited or everything is re-encoded.
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


SHAM_QUALITY = 95
"""JPEG quality at which a page is re-encoded without visible loss."""


def re_encoded(page: Pixels) -> Pixels:
    """Return a page as the sham control shows it."""
    return through_jpeg(page, SHAM_QUALITY)


def plate_scene(stimulus: Stimulus) -> Scene | None:
    """Return the page without the run that a stimulus is about, if there is one."""
    run = stimulus.wrong
    if run is None and stimulus.edit is not None:
        run = stimulus.edit.run
    if run is None or stimulus.kind == "sham":
        return None
    return stimulus.ground_truth.without_run(run.name)


def canvases(stimulus: Stimulus) -> Canvases:
    """Draw a stimulus."""
    source = truth = draw(stimulus.source)
    if stimulus.edit is not None:
        truth = redraw(stimulus.source, stimulus.edit.run)
    result = truth
    if stimulus.kind in ("unedited", "identity"):
        result = source
    elif stimulus.kind == "sham":
        result = re_encoded(truth)
    elif stimulus.wrong is not None:
        result = redraw(stimulus.ground_truth, stimulus.wrong)
    scene = plate_scene(stimulus)
    plate = None if scene is None else draw(scene)
    return Canvases(source=source, ground_truth=truth, result=result, plate=plate)


class Studio:
    """Makes pictures, and makes none twice.

    It keeps every PNG it has made, so it should live for one shard.
    """

    __slots__ = ("_pictures",)

    def __init__(self) -> None:
        self._pictures: dict[tuple[Scene, bool], Picture] = {}

    def drawn(self, stimulus: Stimulus, pixels: Canvases) -> Drawn:
        """Return the pictures of a stimulus whose pixels are given."""
        plate, scene = None, plate_scene(stimulus)
        if scene is not None and pixels.plate is not None:
            plate = self._picture(scene, pixels.plate)
        sham = stimulus.kind == "sham"
        return Drawn(
            source=self._picture(stimulus.source, pixels.source),
            ground_truth=self._picture(stimulus.ground_truth, pixels.ground_truth),
            result=self._picture(stimulus.result, pixels.result, sham=sham),
            plate=plate,
        )

    def _picture(self, scene: Scene, pixels: Pixels, *, sham: bool = False) -> Picture:
        key = scene, sham
        if key not in self._pictures:
            self._pictures[key] = Picture(
                scene_sha256=scene.digest(),
                pixels_sha256=pixel_digest(pixels),
                png=to_png(pixels),
            )
        return self._pictures[key]
