"""What is known of a model's eyes: its rule of resizing and its price of pictures."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from ...generator.errors import SpecError
from ...generator.read import Table, read_toml
from . import FOLDER
from .price import Price, read_price
from .rule import Rule, find_rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """What is known of how a model sees pictures at one setting.

    Attributes
    ----------
    rule : Rule or None
        What is done to a picture; None when nothing is published.
    price : Price or None
        What a picture costs; None when it is not known.
    setting : str
        The detail or resolution that is asked for.
    """

    rule: Rule | None
    price: Price | None
    setting: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    rules: tuple[str, ...]
    price: Price | None


def eyes(provider: str, model: str, setting: str) -> Eyes:
    """Return what is known of a model.

    Parameters
    ----------
    provider : str
        Registered name.
    model : str
        As the provider or server calls it. What stands before a slash is left
        out, and so is case. One that is not listed, by the whole parts of its
        name, is unknown.
    setting : str
        The detail or resolution that is asked for.

    Examples
    --------
    >>> eyes("openai", "gpt-4o-2024-08-06", "high").rule.name
    'openai-tile-high'
    >>> eyes("openai", "Qwen/Qwen2.5-VL-7B-Instruct", "high").rule.name
    'qwen2.5-vl'
    >>> eyes("openai", "my-model", "high").rule is None
    True
    >>> eyes("openai", "gpt-5.10", "high").rule is None
    True
    """
    name = model.rpartition("/")[2].lower()
    fitting = [s for p, s in _known() if p == provider and _begins(name, s)]
    if not fitting:
        return Eyes(rule=None, price=None, setting=setting)
    known = _known()[provider, max(fitting, key=len)]
    found = [
        rule
        for rule in map(find_rule, known.rules)
        if not rule.detail or setting in rule.detail
    ]
    rule = found[0] if found else None
    return Eyes(rule=rule, price=known.price, setting=setting)


def _begins(name: str, start: str) -> bool:
    """Tell whether a name begins so and goes on, if at all, with another part."""
    inside = start[-1].isalnum() and name[len(start) : len(start) + 1].isalnum()
    return name.startswith(start) and not inside


@functools.cache
def _known() -> Mapping[tuple[str, str], _Known]:
    top = read_toml(FOLDER / "models.toml")
    found: dict[tuple[str, str], _Known] = {}
    for table in top.tables("models"):
        for key, known in _entry(table).items():
            if key in found:
                raise SpecError(f"{table.place}: the beginning {key[1]!r} is taken")
            found[key] = known
    top.done()
    return found


def _entry(table: Table) -> Mapping[tuple[str, str], _Known]:
    rules = table.texts("rules")
    for rule in rules:
        find_rule(rule)
    known = _Known(
        rules=rules,
        price=read_price(table.table("tokens")) if table.has("tokens") else None,
    )
    provider = table.text("provider")
    starts = table.texts("starts")
    table.text("source")
    table.done()
    return {(provider, start): known for start in starts}
