"""What the documents say holds together."""

import itertools
import re
from datetime import date, datetime, time
from decimal import Decimal
from typing import Final

import pytest
from _pytest.mark import ParameterSet

from eyechart.generator.page.layout import layout, layout_names
from eyechart.generator.page.scene import Scene

DAY: Final = 24 * 60 * 60
TYPEWRITTEN: Final = re.compile(r"[\"'`]|--|\.\.\.|\s-\s|\s\s|^\s|\s$")
"""Straight quotation marks, hyphens for dashes, dots for an ellipsis, stray spaces."""


def scenes(*names: str) -> list[ParameterSet]:
    return [
        pytest.param(scene, id=f"{name}-{number}")
        for name in names
        for number, scene in enumerate(layout(name).scenes)
    ]


def text(scene: Scene, name: str) -> str:
    return scene.run(name).text


def money(written: str) -> Decimal:
    figure = written.lstrip("£€$")
    assert re.fullmatch(r"\d{1,3}(,\d{3})*\.\d\d", figure)
    return Decimal(figure.replace(",", ""))


def column(scene: Scene, grid: str, name: str) -> list[str]:
    wanted = re.compile(rf"{grid}\.\d+\.{name}")
    return [run.text for run in scene.runs if wanted.fullmatch(run.name)]


@pytest.mark.parametrize("scene", scenes("invoice"))
def test_invoice_adds_up(scene: Scene) -> None:
    quantities = [Decimal(one) for one in column(scene, "rows", "quantity")]
    prices = [money(one) for one in column(scene, "rows", "price")]
    amounts = [money(one) for one in column(scene, "rows", "amount")]
    assert len(amounts) == 6
    assert amounts == [q * p for q, p in zip(quantities, prices, strict=True)]
    net, tax = money(text(scene, "net")), money(text(scene, "tax"))
    assert net == sum(amounts)
    percent = re.search(r"([\d.]+)%", text(scene, "tax_label"))
    assert percent is not None
    exact = net * Decimal(percent[1]) / 100
    assert abs(tax - exact) <= Decimal("0.005")
    assert money(text(scene, "total")) == net + tax


def as_date(written: str) -> date:
    return datetime.strptime(f"{written} +0000", "%d %B %Y %z").date()


@pytest.mark.parametrize("scene", scenes("invoice"))
def test_invoice_leaves_time_to_pay(scene: Scene) -> None:
    issued, payable = as_date(text(scene, "issued")), as_date(text(scene, "payable"))
    assert 14 <= (payable - issued).days <= 30


def seconds(written: str) -> int:
    clock = time.fromisoformat(written)
    return 60 * (60 * clock.hour + clock.minute) + clock.second


@pytest.mark.parametrize("scene", scenes("timetable"))
def test_timetable_runs_forward(scene: Scene) -> None:
    columns = [column(scene, "rows", f"time_{number}") for number in range(1, 5)]
    services = [[seconds(one) for one in times] for times in columns]
    for times in services:
        steps = [(b - a) % DAY for a, b in itertools.pairwise(times)]
        assert len(steps) == 7
        assert all(60 <= step <= 900 for step in steps)
    for row in zip(*services, strict=True):
        assert all((b - a) % DAY < DAY / 2 for a, b in itertools.pairwise(row))
    distances = [Decimal(one) for one in column(scene, "rows", "distance")]
    assert distances[0] == 0
    assert distances == sorted(set(distances))


@pytest.mark.parametrize("scene", scenes(*layout_names()))
def test_texts_are_typeset_not_typewritten(scene: Scene) -> None:
    for run in scene.runs:
        for line in run.text.split("\n"):
            assert not TYPEWRITTEN.search(line), run.text
