"""Letter-spacing: the run's letters stand too far apart, or too near."""

import dataclasses

from ..errors import TextError
from ..page.colour import Rgb
from ..page.pieces import cluster_drift, cluster_pieces
from ..page.room import letter_room
from ..page.scene import Run
from ..rulers.letter_spacing import RULER
from ..stimulus import ROLES, Edit
from ..streams import Stream
from ..typography.itemise import itemise
from .dimension import Dimension, NotPossibleError
from .held import drifted
from .wording import quoted

_SIGNS = {"looser": 1, "tighter": -1}
_LEAST_CLUSTERS = 4
_LEAST_CHANGE = 0.03
_VALUES = tuple(percent / 100 for percent in range(2, 31, 2))
WORDINGS = (
    "Set the letter-spacing of {text} to {value} em, keeping its centre in place.",
    "Change the tracking of {text} from {before:.2g} em to {value} em, about its "
    "centre.",
    "Space the letters of {text} by {value} em and leave everything else as it is.",
)


def _check_script(run: Run) -> None:
    for line in run.text.split("\n"):
        for item in itemise(line):
            if item.joins:
                raise NotPossibleError(
                    "letter-spacing would tear the joined letters of script "
                    f"{item.script} apart"
                )


def _check_clusters(run: Run) -> None:
    """Refuse runs that letter-spacing would change in another way than by spacing."""
    try:
        lines = cluster_pieces(run)
    except TextError as error:
        raise NotPossibleError(
            "letter-spacing would take ligatures of the run apart"
        ) from error
    if max(len(line) for line in lines) < _LEAST_CLUSTERS:
        raise NotPossibleError(
            f"no line has {_LEAST_CLUSTERS} letters that could be spaced"
        )


def _spaced(run: Run, more: float) -> Run:
    _check_script(run)
    _check_clusters(run)
    if more < 0 and -more >= letter_room(run):
        raise NotPossibleError("letters would come over each other")
    face = dataclasses.replace(run.face, tracking=run.face.tracking + more)
    changed = dataclasses.replace(run, face=face)
    if face.tracking == 0:
        # The ligatures come back.
        _check_clusters(changed)
    return drifted(run, changed, cluster_drift(run) * more * run.size, 0.0)


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:
    if magnitude == 0:
        return run, 0.0
    return _spaced(run, _SIGNS[direction] * magnitude), magnitude


def _edit(run: Run, ground: Rgb, stream: Stream) -> Edit:  # noqa: ARG001
    before = run.face.tracking
    value = stream.choice([v for v in _VALUES if abs(v - before) >= _LEAST_CHANGE])
    spaced = _spaced(run, value - before)
    # The stated value, not one that adding up has come near to.
    face = dataclasses.replace(spaced.face, tracking=value)
    return Edit(
        property="letter-spacing",
        value=f"{value:g} em",
        instruction=stream.choice(WORDINGS).format(
            text=quoted(run), value=f"{value:g}", before=before
        ),
        run=dataclasses.replace(spaced, face=face),
    )


DIMENSION = Dimension(
    name="letter-spacing",
    unit="em",
    summary=(
        "The space between grapheme clusters deviates by a share of the font's size, "
        "about the centroid of the run's ink; letters keep their shapes."
    ),
    rationale=(
        "Methods bound to the box of the old text distort the layout when the new one "
        "is longer or shorter; TextMaster (Wang et al. 2024, arXiv:2410.09879, read in "
        "summary) steers the spacing of letters for it. None is known to us to measure "
        "the error."
    ),
    windows=(
        (0.002, 0.005),
        (0.005, 0.015),
        (0.015, 0.04),
        (0.04, 0.08),
        (0.08, 0.15),
        (0.15, 0.3),
    ),
    limits=(0.002, 0.5),
    visible_anchor=0.04,
    anchor_source=(
        "No threshold is known for letter-spacing. .04 em lies between the first two "
        "named settings of Tailwind CSS (.025 and .05 em); on a line of 20 letters the "
        "ends move by .4 em each."
    ),
    roles=ROLES,
    directions=tuple(_SIGNS),
    disturb=_disturb,
    ruler=RULER,
    probes=("looser",),
    step=0.001,
    edit=_edit,
)
