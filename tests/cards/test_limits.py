"""What the Hub's viewer could not show is not published."""

import pytest

from eyechart.cards.hub import limits
from eyechart.cards.templates import fill
from eyechart.generator.corpus.reading import open_corpus
from eyechart.generator.errors import CorpusError


def test_largest_row(proven):
    sizes = {
        row["stimulus_id"]: sum(
            len(row[name]["bytes"]) for name in ("source", "ground_truth", "result")
        )
        for row in open_corpus(proven).rows()
    }
    name, size = limits.largest_row(proven)
    assert size == max(sizes.values()) == sizes[name]
    limits.check_rows(proven)


def test_too_large(proven, monkeypatch):
    _, size = limits.largest_row(proven)
    monkeypatch.setattr(limits, "LARGEST_ROW", size - 1)
    with pytest.raises(CorpusError, match=f"has {size} bytes of pictures; allowed"):
        limits.check_rows(proven)


def test_a_template_with_a_gap_is_not_filled(tmp_path):
    from jinja2 import UndefinedError

    (tmp_path / "card.jinja").write_text("{{ figure }}")
    with pytest.raises(UndefinedError, match="figure"):
        fill(tmp_path / "card.jinja")
    assert fill(tmp_path / "card.jinja", figure="a & b") == "a & b"
    assert fill(tmp_path / "card.jinja", html=True, figure="a & b") == "a &amp; b"
