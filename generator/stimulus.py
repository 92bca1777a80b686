"""Stimuli: what is rendered, before it is rendered."""

from dataclasses import dataclass

from .page.scene import Run, Scene

ROLES = ("instructed", "incidental", "bystander")
CONTROLS = ("flawless", "unedited", "identity", "sham")
TIERS = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One instruction on one run.

    Attributes
    ----------
    property : str
        What it changes, named like the dimension.
    value : str
        The stated value, such as ``"#1F6FEB"`` or ``"x +24 px"``.
    instruction : str
        The sentence that a judge reads.
    run : Run
        The target after the correct edit.
    """

    property: str
    value: str
    instruction: str
    run: Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Stimulus:
    """One series at one tier, or one control.

    Attributes
    ----------
    stimulus_id, series_id : str
        Names; the series is the unit of chance.
    kind : str
        ``"degraded"`` or a control's name.
    dimension, role, direction, unit : str or None
        The error; None for controls.
    tier : int or None
        Rung 1 to 6.
    magnitude : float or None
        Requested size of the error in `unit`; None for controls.
    layout : str
        Registered layout.
    content : int
        Which of its contents.
    source : Scene
        The page before the edit.
    edit : Edit or None
        What was asked for; None for the identity control.
    wrong : Run or None
        The run as it is wrongly shown; None for controls.
    """

    stimulus_id: str
    series_id: str
    kind: str
    dimension: str | None
    role: str | None
    tier: int | None
    magnitude: float | None
    unit: str | None
    direction: str | None
    layout: str
    content: int
    source: Scene
    edit: Edit | None
    wrong: Run | None

    @property
    def ground_truth(self) -> Scene:
        """The page after the correct edit."""
        return self.source if self.edit is None else self.source.with_run(self.edit.run)

    @property
    def result(self) -> Scene:
        """The page that is shown as the edit.

        A sham control shows the ground truth too; it is encoded anew when drawn.
        """
        if self.kind in ("unedited", "identity"):
            return self.source
        truth = self.ground_truth
        return truth if self.wrong is None else truth.with_run(self.wrong)

    @property
    def correct(self) -> Run | None:
        """The disturbed run as it should be; None for controls."""
        return None if self.wrong is None else self.ground_truth.run(self.wrong.name)
