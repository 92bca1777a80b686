"""What a spec asks of one dimension."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..dimensions import dimensions
from ..dimensions.dimension import Dimension, Window
from ..errors import SpecError
from ..read import Table
from ..stimulus import TIERS

MAX_CELL = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a spec asks of one dimension.

    Attributes
    ----------
    roles : tuple of str
        Roles to render.
    tiers : tuple of int
        Rungs to render.
    windows : tuple of (low, high)
        Magnitudes of the tiers, from tier 1.
    counts : mapping of str to tuple of int
        For each role the stimuli at each of `tiers`.
    """

    roles: tuple[str, ...]
    tiers: tuple[int, ...]
    windows: tuple[Window, ...]
    counts: Mapping[str, tuple[int, ...]]


def says_how_many(table: Table) -> bool:
    """Tell whether a dimension's table has its own number of stimuli."""
    return table.has("per_cell") or table.has("stimuli")


def read_asked(table: Table, name: str, per_cell: int | None, design: str) -> Asked:
    """Read the table of one dimension.

    Parameters
    ----------
    table : Table
        ``[dimensions.NAME]``.
    name : str
        Registered dimension.
    per_cell : int or None
        Stimuli of a cell where the table does not say.
    design : str
        Of the spec.

    Raises
    ------
    SpecError
        When roles, tiers, windows or numbers are not allowed.
    """
    entry = dimensions()[name]
    windows = _windows(table, entry)
    tiers = _tiers(table, len(windows))
    roles = _roles(table, entry)
    counts = _counts(table, roles, tiers, per_cell, design)
    table.done()
    return Asked(roles=roles, tiers=tiers, windows=windows, counts=counts)


def _windows(table: Table, entry: Dimension) -> tuple[Window, ...]:
    given = table.pairs("windows", entry.windows)
    if not 1 <= len(given) <= len(TIERS):
        raise SpecError(
            f"{table.place}: windows holds {len(given)} pairs; "
            f"allowed: 1 to {len(TIERS)}"
        )
    for tier, (low, high) in enumerate(given, 1):
        if not 0 < low < high:
            raise SpecError(
                f"{table.place}: window of tier {tier} is [{low:g}, {high:g}]; "
                "allowed: two positive numbers, the smaller one first"
            )
        if low < entry.limits[0] or high > entry.limits[1]:
            raise SpecError(
                f"{table.place}: window of tier {tier} is [{low:g}, {high:g}]; "
                f"allowed: {entry.limits[0]:g} to {entry.limits[1]:g} {entry.unit}"
            )
    steps = zip(TIERS[1:], given, given[1:], strict=False)
    for tier, (_, below), (start, _) in steps:
        if start < below:
            raise SpecError(
                f"{table.place}: window of tier {tier} starts at {start:g}, inside "
                f"that of tier {tier - 1}; allowed: {below:g} or more"
            )
    return given


def _tiers(table: Table, rungs: int) -> tuple[int, ...]:
    every = TIERS[:rungs]
    tiers = table.integers("tiers", every)
    allowed = f"1 to {rungs}" if rungs > 1 else "1"
    for tier in tiers:
        if tier not in every:
            raise SpecError(f"{table.place}: tiers holds {tier}; allowed: {allowed}")
    if len(set(tiers)) != len(tiers) or not tiers:
        raise SpecError(
            f"{table.place}: tiers = {list(tiers)}; "
            f"allowed: each of {allowed} at most once"
        )
    return tuple(sorted(tiers))


def _roles(table: Table, entry: Dimension) -> tuple[str, ...]:
    allowed = ", ".join(entry.roles)
    known = (*entry.roles, *entry.refused)
    roles = table.texts("roles", entry.roles, allowed=known)
    for role in roles:
        if role in entry.refused:
            raise SpecError(
                f"{table.place}: roles holds {role!r}, but {entry.refused[role]}; "
                f"allowed: {allowed}"
            )
    if not roles:
        raise SpecError(f"{table.place}: roles is empty; allowed: {allowed}")
    return tuple(role for role in entry.roles if role in roles)


def _counts(
    table: Table,
    roles: tuple[str, ...],
    tiers: tuple[int, ...],
    per_cell: int | None,
    design: str,
) -> dict[str, tuple[int, ...]]:
    if not table.has("stimuli"):
        each = table.integer("per_cell", per_cell or 0, low=1, high=MAX_CELL)
        return {role: (each,) * len(tiers) for role in roles}
    if table.has("per_cell"):
        raise SpecError(
            f"{table.place}: has per_cell and stimuli; allowed: one of them"
        )
    total = table.integer("stimuli", low=1)
    # In a crossed design a series fills a cell of every tier at once.
    whole = len(tiers) if design == "crossed" else 1
    cells = len(roles) * len(tiers)
    if total % whole or not cells <= total <= cells * MAX_CELL:
        what = f"a multiple of {whole}, " if whole > 1 else ""
        raise SpecError(
            f"{table.place}: stimuli = {total}; allowed: {what}{cells} to "
            f"{cells * MAX_CELL}, for {cells} cells"
        )
    rows = shares(total // whole, cells // whole)
    wide = cells // whole // len(roles)
    return {
        role: rows[i * wide : (i + 1) * wide] * (len(tiers) // wide)
        for i, role in enumerate(roles)
    }


def shares(total: int, among: int) -> tuple[int, ...]:
    """Split a number evenly, the first taking what is left over.

    Examples
    --------
    >>> shares(8, 3)
    (3, 3, 2)
    """
    each, over = divmod(total, among)
    return tuple(each + (i < over) for i in range(among))
