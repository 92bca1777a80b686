"""The card of a corpus says what the corpus gives, and no more."""

import dataclasses
import re

import pytest

from eyechart.cards.dataset import tables
from eyechart.cards.dataset.card import readme
from eyechart.cards.dataset.facts import gather
from eyechart.generator.corpus.schema import SCHEMAS


@pytest.fixture(scope="module")
def facts(proven):
    return gather(proven, None)


def _section(text, name):
    return text.split(f"\n## {name}\n")[1].split("\n## ")[0]


def test_only_controls_that_are_there_are_told(facts):
    told = _section(readme(facts), "Controls")
    assert set(re.findall(r"^`(\w+)`", told, re.M)) == {
        "flawless",
        "unedited",
        "identity",
    }


def test_a_corpus_without_flawless_controls_says_so(facts):
    kinds = [line for line in facts.kinds if line[0] == "degraded"]
    text = readme(dataclasses.replace(facts, kinds=kinds))
    told = _section(text, "Controls")
    assert "There are no flawless controls" in told
    assert "`" not in told


def test_columns_of_pictures_are_told(facts):
    told = _section(readme(facts), "Columns").split("Config `images`")[1]
    named = re.findall(r"`(\w+)` \(", told)
    assert named == SCHEMAS["images"].names


def test_nothing_is_left_to_fill_in(facts):
    text = readme(facts)
    assert not re.search(r"\{%|%\}|\{#|TODO|TBD|XXX|lorem", text)
    assert not re.search(r"\b(None|nan|Undefined)\b", text)


@pytest.mark.parametrize(
    ("ssim", "shown"),
    [
        (1, "1"),
        (1.0, "1"),
        (0.99998765, "0.99999"),
        (0.9999999999, "0.9999999999"),
        (1 - 2**-53, "0.9999999999999999"),
        (0.987654, "0.9877"),
        (1.00001, "1.00001"),
    ],
)
def test_equal_means_equal(ssim, shown):
    """The column says that 1 is equal, so nothing else is rounded to it."""
    row = {"kind": "degraded", "dimension": "colour", "tier": 1, "ssim": ssim}
    row |= {"flip_mean": 0, "flip_max": 0, "delta_e_ink": None, "changed_share": 0}
    ((*_, told, _),) = tables.companions([row])
    assert told == shown


@pytest.mark.parametrize(
    ("tiers", "shown"),
    [
        ([3], "3"),
        ([1, 2], "1, 2"),
        ([2, 5], "2, 5"),
        ([6, 1, 2, 3, 4, 5, 1], "1 to 6"),
        ([4, 5, 6], "4 to 6"),
        ([1, 2, 4], "1, 2, 4"),
    ],
)
def test_tiers(tiers, shown):
    fixed = {"dimension": "position", "role": "bystander", "unit": "px"}
    sizes = {"visible_anchor": 4, "magnitude": 1, "magnitude_measured": 1}
    ((*_, told, _, _, _),) = tables.cells(
        fixed | sizes | {"tier": tier} for tier in tiers
    )
    assert told.replace("\N{NO-BREAK SPACE}", " ") == shown
