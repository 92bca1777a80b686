"""Family: the run is set in another typeface than it should be."""

import dataclasses

from ..page.colour import Rgb
from ..page.scene import Run
from ..rulers.family import RULER
from ..stimulus import ROLES, Edit
from ..streams import Stream
from ..typography.fontbook import font
from ..typography.relatives import StandIn, families, relatives
from .dimension import Dimension, NotPossibleError
from .held import held
from .wording import quoted

WORDINGS = (
    "Set {text} in the typeface {name}, keeping its cap height and its centre.",
    "Change the font of {text} to {name} at the same cap height, about its centre.",
    "Use the typeface {name} for {text}; its capitals stay as high, its lines as far "
    "apart, and its centre where it is.",
)


def _set_in(run: Run, other: StandIn) -> Run:
    """Set a run in another face: capitals as high, lines as far apart, centre held."""
    return held(
        run,
        dataclasses.replace(
            run,
            face=other.face,
            size=run.size * other.ratio,
            leading=run.leading / other.ratio,
        ),
    )


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:  # noqa: ARG001
    if magnitude == 0:
        return run, 0.0
    others = relatives(run.text, run.face, run.size)
    if not others:
        raise NotPossibleError("no other face of the catalogue covers the text")
    nearest = min(others, key=lambda one: abs(one.distance - magnitude))
    return _set_in(run, nearest), nearest.distance


def _edit(run: Run, ground: Rgb, stream: Stream) -> Edit:  # noqa: ARG001
    others = families(run.text, run.face, run.size)
    if not others:
        raise NotPossibleError("no other family of the catalogue covers the text")
    chosen, wording = stream.choice(others), stream.choice(WORDINGS)
    name = font(chosen.face.font).name
    return Edit(
        property="family",
        value=name,
        instruction=wording.format(text=quoted(run), name=name),
        run=_set_in(run, chosen),
    )


DIMENSION = Dimension(
    name="family",
    unit="outline distance",
    summary=(
        "The run is set in another face of the catalogue: another family at its usual "
        "place, or a near relative such as another optical size, width or softness of "
        "its own family. Cap height, distance of lines, space added between letters "
        "and the centroid of ink stay; the weight stays as near as the other face has "
        "it. The magnitude is the area that only one of both outlines covers, over the "
        "sum of both, averaged over letters."
    ),
    rationale=(
        "Fonts come out inconsistent (FonTS, Shi et al. 2024, arXiv:2412.00136), "
        "editing by diffusion deviates from the style of the source (TextCtrl, Zeng et "
        "al. 2024), and general editors miss a font that is shown to them "
        "(SkyReels-Text, arXiv:2511.13285, read in summary)."
    ),
    windows=(
        (0.008, 0.02),
        (0.02, 0.05),
        (0.05, 0.1),
        (0.1, 0.2),
        (0.2, 0.3),
        (0.3, 0.6),
    ),
    limits=(0.005, 1.0),
    visible_anchor=0.1,
    anchor_source=(
        "No threshold is known for typefaces. Of two families of the catalogue 96 % "
        "are .1 apart or more, of two cuts of one family 37 %: .1 is about where "
        "another typeface begins."
    ),
    roles=ROLES,
    directions=("nearest",),
    disturb=_disturb,
    ruler=RULER,
    probes=(),
    step=0.01,
    edit=_edit,
)
