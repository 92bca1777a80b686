"""Rules of resizing, read from rules.toml."""

import datetime
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ...generator.errors import SpecError, UnknownNameError, suggest
from ...generator.read import Table, read_toml
from . import FOLDER
from .resizing import Area, Patch, Resizing, SmartResize, Tile, Unpublished

KINDS = ("tile", "patch", "area", "smart_resize", "unpublished")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What one provider does to a picture at one setting.

    Attributes
    ----------
    name : str
        What it is asked for by.
    provider : str
        Who does it.
    models : tuple of str
        Models for which it holds.
    detail : tuple of str
        Values of the provider's own setting; empty where there is none.
    kind : str
        One of `KINDS`.
    resize : Resizing
        Gives the size after it.
    source : str
        Address of the published rule.
    read : date
        When it was read there.
    """

    name: str
    provider: str
    models: tuple[str, ...]
    detail: tuple[str, ...]
    kind: str
    resize: Resizing
    source: str
    read: datetime.date


def _limit(limits: Table, key: str) -> int | None:
    return limits.integer(key, low=1) if limits.has(key) else None


def _resizing(kind: str, provider: str, limits: Table) -> Resizing:
    if kind == "tile":
        return Tile(
            fit=limits.integer("fit", low=1), short_side=_limit(limits, "short_side")
        )
    if kind == "patch":
        return Patch(
            fit=limits.integer("fit", low=1), patches=_limit(limits, "patches")
        )
    if kind == "area":
        return Area(
            **{
                key: limits.integer(key, low=1)
                for key in ("edge", "patches", "refused_edge")
            }
        )
    if kind == "smart_resize":
        least = limits.integer("min_pixels", low=1)
        return SmartResize(
            factor=limits.integer("factor", low=1),
            min_pixels=least,
            max_pixels=limits.integer("max_pixels", low=least),
        )
    return Unpublished(provider=provider)


def _date(table: Table) -> datetime.date:
    text = table.text("read")
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise SpecError(
            f"{table.place}: read = {text!r} is not a date; allowed: such as "
            "'2026-11-30'"
        ) from error


def _source(table: Table) -> str:
    source = table.text("source")
    if not source.startswith("https://"):
        raise SpecError(
            f"{table.place}: source = {source!r} is not an address; "
            "allowed: one that starts with 'https://'"
        )
    return source


def _rule(table: Table) -> Rule:
    kind = table.text("kind", allowed=KINDS)
    provider = table.text("provider")
    limits = table.table("limits")
    rule = Rule(
        name=table.text("name"),
        provider=provider,
        models=table.texts("models"),
        detail=table.texts("detail"),
        kind=kind,
        resize=_resizing(kind, provider, limits),
        source=_source(table),
        read=_date(table),
    )
    limits.done()
    table.done()
    return rule


def read_rules(path: Path) -> Mapping[str, Rule]:
    """Read a file of rules.

    Parameters
    ----------
    path : Path
        TOML; judging/vision/rules.toml explains its keys.

    Returns
    -------
    mapping of str to Rule
        By name, in file order.

    Raises
    ------
    SpecError
        When the file is not one of rules, naming place, value and what is allowed.
    """
    top = read_toml(path)
    found: dict[str, Rule] = {}
    for table in top.tables("rules"):
        rule = _rule(table)
        if rule.name in found:
            raise SpecError(f"{table.place}: the name {rule.name!r} is taken")
        found[rule.name] = rule
    top.done()
    return found


@functools.cache
def rules() -> Mapping[str, Rule]:
    """Return every published rule by name."""
    return read_rules(FOLDER / "rules.toml")


def find_rule(name: str) -> Rule:
    """Return a published rule.

    Raises
    ------
    UnknownNameError
        When there is none of that name.
    """
    if name not in rules():
        raise UnknownNameError(
            f"resize rule {name!r} is unknown; {suggest(name, rules())}"
        )
    return rules()[name]
