"""What the documents say holds together."""

import itertools
import re
from datetime import date, datetime, time
from decimal import Decimal
from typing import Final

import pytest

from eyechart.generator.page.layout import layout, layout_names
from eyechart.generator.page.scene import Scene

DAY: Final = 24 * 60 * 60
TYPEWRITTEN: Final = re.compile(r"[\"'`]|--|\.\.\.|\s-\s|\s\s|^\s|\s$")
"""Straight quotation marks, hyphens for dashes, dots for an ellipsis, stray spaces."""


def text(scene: Scene, name: str) -> str:
    return scene.run(name).text


def money(written: str) -> Decimal:
    figure = written.lstrip("£€$")
    assert re.fullmatch(r"\d{1,3}(,\d{3})*\.\d\d", figure)
    return Decimal(figure.replace(",", ""))


def column(scene: Scene, grid: str, name: str) -> list[str]:
    wanted = re.compile(rf"{grid}\.\d+\.{name}")
    return [run.text for run in scene.runs if wanted.fullmatch(run.name)]


@pytest.mark.parametrize("number", range(len(layout("invoice").scenes)))
def test_invoice_adds_up(number: int) -> None:
    scene = layout("invoice").scenes[number]
    quantities = [Decimal(one) for one in column(scene, "rows", "quantity")]
    prices = [money(one) for one in column(scene, "rows", "price")]
    amounts = [money(one) for one in column(scene, "rows", "amount")]
    assert len(amounts) >= 3
    assert amounts == [q * p for q, p in zip(quantities, prices, strict=True)]
    net, tax = money(text(scene, "net")), money(text(scene, "tax"))
    assert net == sum(amounts)
    percent = re.search(r"([\d.]+)%", text(scene, "tax_label"))
    assert percent is not None
    exact = net * Decimal(percent[1]) / 100
    assert abs(tax - exact) <= Decimal("0.005")
    assert money(text(scene, "total")) == net + tax


def least_units(written: str) -> int:
    """Read an amount in the smallest coin, whatever parts its digits."""
    assert re.fullmatch(r"\D*[\d.,’\u202f\u00a0 ]*\d\D*", written), written
    size = int(re.sub(r"\D", "", written))
    return -size if "−" in written else size


@pytest.mark.parametrize("number", range(len(layout("receipt").scenes)))
def test_receipt_adds_up(number: int) -> None:
    scene = layout("receipt").scenes[number]
    quantities = [int(one.rstrip("×")) for one in column(scene, "items", "quantity")]
    prices = [least_units(one) for one in column(scene, "items", "price")]
    amounts = [least_units(one) for one in column(scene, "items", "amount")]
    assert amounts == [q * p for q, p in zip(quantities, prices, strict=True)]
    subtotal, change, total, paid = (
        least_units(text(scene, name))
        for name in ("subtotal", "change", "total", "paid")
    )
    assert subtotal == sum(amounts)
    assert subtotal + change == total == paid


@pytest.mark.parametrize("number", range(len(layout("boarding_pass").scenes)))
def test_boarding_pass_agrees_with_its_stub(number: int) -> None:
    scene = layout("boarding_pass").scenes[number]
    boards, departs, arrives = (
        seconds(text(scene, name).split(" +")[0])  # "+1": on the next day
        for name in ("boards", "departs", "arrives")
    )
    assert 600 <= (departs - boards) % DAY <= 5400
    assert (arrives - departs) % DAY > 1800
    assert text(scene, "leg") == " – ".join(
        text(scene, f"{end}_code") for end in ("from", "to")
    )
    assert text(scene, "day").startswith(text(scene, "flight").replace(" ", ""))
    assert text(scene, "sequence").startswith(text(scene, "seat"))


def as_date(written: str) -> date:
    return datetime.strptime(f"{written} +0000", "%d %B %Y %z").date()


@pytest.mark.parametrize("number", range(len(layout("invoice").scenes)))
def test_invoice_leaves_time_to_pay(number: int) -> None:
    scene = layout("invoice").scenes[number]
    issued, payable = as_date(text(scene, "issued")), as_date(text(scene, "payable"))
    assert 14 <= (payable - issued).days <= 30


def seconds(written: str) -> int:
    clock = time.fromisoformat(written)
    return 60 * (60 * clock.hour + clock.minute) + clock.second


@pytest.mark.parametrize("number", range(len(layout("timetable").scenes)))
def test_timetable_runs_forward(number: int) -> None:
    scene = layout("timetable").scenes[number]
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


@pytest.mark.parametrize("name", layout_names())
def test_texts_are_typeset_not_typewritten(name: str) -> None:
    for scene in layout(name).scenes:
        for run in scene.runs:
            for line in run.text.split("\n"):
                assert not TYPEWRITTEN.search(line), run.text
