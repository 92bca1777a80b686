"""Diagnostics as rows of an audit."""

from typing import Any

from ..results.diagnostic_rows import DiagnosticsRow, ResidualRow
from ..results.onset_fit import OnsetFit
from .diagnose import Diagnostics, Group


def diagnostic_rows(
    found: Diagnostics, fit: OnsetFit, cell: dict[str, Any]
) -> tuple[DiagnosticsRow, list[ResidualRow]]:
    """Return the row of a cell and those of its tiers.

    Parameters
    ----------
    found, fit : Diagnostics, OnsetFit
        What was found in the cell.
    cell : dict
        Judge, framing, dimension, role and unit.
    """
    moved = [group for group in found.groups if group.influence is not None]
    most = max(moved, key=_size, default=None)
    row = DiagnosticsRow(
        **cell,
        onset=fit.onset,
        isotonic_onset=found.isotonic_onset,
        threshold=fit.threshold,
        spearman_karber=found.spearman_karber,
        trim=found.trim,
        residual_correlation=found.residual_correlation,
        largest_influence=None if most is None else most.influence,
        influential_tier=None if most is None else most.tier,
        dispersion=found.dispersion,
        dispersion_df=found.dispersion_df,
        dispersion_by=found.dispersion_by,
        aic=found.aic,
    )
    residuals = [
        ResidualRow(
            **cell,
            tier=group.tier,
            magnitude_mean=group.magnitude,
            n=group.n,
            below=group.below,
            predicted=group.predicted,
            residual=group.residual,
            influence=group.influence,
        )
        for group in found.groups
    ]
    return row, residuals


def _size(group: Group) -> float:
    return abs(group.influence or 0.0)
