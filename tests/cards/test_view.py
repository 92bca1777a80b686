"""The page to browse stimuli in needs no other file and shows what was chosen."""

import base64
import io
import json
import re

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from eyechart.cards.viewing.choice import Choice
from eyechart.cards.viewing.page import write_page
from eyechart.commands.view import command
from eyechart.generator.corpus.reading import open_corpus
from eyechart.generator.drawing.canvas import pixel_digest
from eyechart.generator.errors import CorpusError


def _data(page, name):
    text = page.read_text(encoding="utf-8")
    found = re.search(
        rf'<script type="application/json" id="{name}">(.*?)</script>', text
    )
    return json.loads(found[1])


def test_page(proven, tmp_path, rows):
    page = tmp_path / "view.html"
    done = CliRunner().invoke(command, [str(proven), "-o", str(page)])
    assert (done.exit_code, done.stdout) == (0, f"{page} shows 6 stimuli\n")
    stimuli, images = _data(page, "stimuli"), _data(page, "images")
    known = {row["stimulus_id"]: row for row in rows}
    entries = {one.stimulus_id: one for one in open_corpus(proven).manifest()}
    assert len(set(images)) == len(images)
    for one in stimuli:
        row = known[one["stimulus_id"]]
        assert one["magnitude"] == row["magnitude"]
        for name in ("source", "ground_truth", "result"):
            png = base64.b64decode(images[one[name]].partition(",")[2])
            with Image.open(io.BytesIO(png)) as picture:
                digest = pixel_digest(np.asarray(picture))
            assert digest == entries[one["stimulus_id"]].pixels[name]


def test_it_needs_no_other_file(proven, tmp_path):
    page = tmp_path / "view.html"
    write_page(proven, page, Choice(per_cell=1, wanted={}))
    text = page.read_text(encoding="utf-8")
    assert not re.search(r'(src|href)="(?!data:)', text)
    assert "http" not in re.sub(r"data:image/png;base64,[\w+/=]+", "", text)


def test_text_of_a_corpus_cannot_end_the_script(proven, tmp_path, monkeypatch):
    from eyechart.cards.viewing import page

    assert json.loads(page._json(["</script><b>&"])) == ["</script><b>&"]
    assert "<" not in page._json(["</script><b>&"])


ROWS = [
    {
        "stimulus_id": f"{dimension}-{layout}-{number}",
        "kind": "degraded",
        "dimension": dimension,
        "role": "instructed",
        "tier": 1,
        "layout": layout,
    }
    for dimension in ("blur", "colour")
    for layout in ("a", "b")
    for number in range(3)
]


def test_a_few_of_every_cell_from_many_layouts():
    chosen = Choice(per_cell=2, wanted={}).of(ROWS)
    assert [row["stimulus_id"] for row in chosen] == [
        "blur-a-0",
        "blur-b-0",
        "colour-a-0",
        "colour-b-0",
    ]


def test_wanted():
    chosen = Choice(per_cell=9, wanted={"dimension": "blur", "layout": "b"}).of(ROWS)
    assert [row["stimulus_id"] for row in chosen] == [f"blur-b-{n}" for n in range(3)]


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"dimension": "color"}, "no stimulus has dimension 'color'; did you mean"),
        ({"tier": "2"}, "no stimulus has tier '2'; allowed: 1"),
    ],
)
def test_refused(wanted, words):
    with pytest.raises(CorpusError, match=words):
        Choice(per_cell=1, wanted=wanted).of(ROWS)


def test_nothing_has_both():
    rows = [*ROWS, ROWS[0] | {"dimension": "noise", "layout": "c"}]
    wanted = {"dimension": "noise", "layout": "a"}
    with pytest.raises(CorpusError, match="no stimulus has dimension noise, layout a"):
        Choice(per_cell=1, wanted=wanted).of(rows)
