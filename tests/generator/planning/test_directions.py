"""A direction is held for a while, so that easy ones do not crowd out the rest."""

import pytest

from eyechart.generator.dimensions import dimension
from eyechart.generator.dimensions.dimension import NotPossibleError
from eyechart.generator.page.layout import layout
from eyechart.generator.planning import series
from eyechart.generator.planning.series import ATTEMPTS, PATIENCE, Refusal


def test_direction_and_size_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[str, float]] = []

    def refuse(*args: object) -> None:
        tried.append((str(args[4]), float(str(args[6]))))
        raise NotPossibleError("is refused by the test")

    monkeypatch.setattr(series, "_rung", refuse)
    drawn = series.draw_series(
        "held",
        1,
        layout("quote_card"),
        dimension("scale"),
        "instructed",
        [(3, (4.0, 10.0))],
        ("colour", "scale"),
    )
    assert isinstance(drawn, Refusal)
    turns = list(dict.fromkeys(tried))
    assert len(turns) == ATTEMPTS // PATIENCE
    assert max(tried.count(turn) for turn in turns) <= PATIENCE
    assert tried == [turn for turn in turns for _ in range(tried.count(turn))]
