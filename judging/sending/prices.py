"""Prices of models, from a table of the user's."""

from dataclasses import dataclass
from pathlib import Path

from ...generator.errors import SpecError, UnknownNameError, suggest
from ...generator.read import Table, read_toml

_PER = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """What tokens of one model cost.

    Attributes
    ----------
    input, output : float
        For a million tokens.
    currency : str
        Of both.
    """

    input: float
    output: float
    currency: str

    def cost(self, input_tokens: float, output_tokens: float) -> float:
        """Return what so many tokens cost.

        Examples
        --------
        >>> Prices(input=2.5, output=10, currency="USD").cost(2000, 100)
        0.006
        """
        return (input_tokens * self.input + output_tokens * self.output) / _PER


def read_prices(path: Path, model: str) -> Prices:
    """Return the prices of a model.

    Parameters
    ----------
    path : Path
        TOML: ``currency``, and tables ``[[models]]`` with ``name``, ``input``
        and ``output``, for a million tokens.
    model : str
        Which.

    Raises
    ------
    SpecError
        When the file says something that is not allowed.
    UnknownNameError
        When the model is not in it.
    """
    top = read_toml(path)
    currency = top.text("currency")
    found: dict[str, Prices] = {}
    for table in top.tables("models"):
        name, prices = _entry(table, currency)
        if name in found:
            raise SpecError(f"{table.place}: model {name!r} is priced twice")
        found[name] = prices
    top.done()
    if model not in found:
        raise UnknownNameError(
            f"{path}: has no price of model {model!r}; {suggest(model, found)}"
        )
    return found[model]


def _entry(table: Table, currency: str) -> tuple[str, Prices]:
    name = table.text("name")
    prices = Prices(
        input=table.number("input", low=0.0),
        output=table.number("output", low=0.0),
        currency=currency,
    )
    table.done()
    return name, prices
