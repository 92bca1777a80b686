"""Rulers are found by file, and there is one for every dimension."""

import dataclasses
from collections.abc import Iterator

import pytest

from eyechart.generator import rulers as module
from eyechart.generator.dimensions import dimensions
from eyechart.generator.errors import SpecError
from eyechart.generator.rulers import position, rulers


@pytest.fixture
def fresh() -> Iterator[None]:
    rulers.cache_clear()
    yield
    rulers.cache_clear()


def test_every_dimension_has_a_ruler_in_its_unit() -> None:
    for name, entry in dimensions().items():
        assert rulers()[name].unit == entry.unit


@pytest.mark.usefixtures("fresh")
def test_a_ruler_with_another_name_than_its_file_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = dataclasses.replace(position.RULER, name="place")
    monkeypatch.setattr(position, "RULER", other)
    with pytest.raises(SpecError) as caught:
        module.rulers()
    assert str(caught.value) == (
        "rulers/position.py: names its ruler 'place'; allowed: 'position'"
    )
