"""The dimension of the documentation is drawn, planned and measured from one file."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from eyechart.generator import dimensions as package
from eyechart.generator.render import render
from eyechart.generator.spec import read_spec
from eyechart.generator.verify import verify

PAGE = Path(__file__).parents[3] / "docs" / "dimensions.md"
SPEC = """
name = "documented"
seed = 4
per_cell = 2
layouts = ["event_poster", "quote_card"]

[dimensions.lift]
tiers = [2, 4]

[controls]
"""


@pytest.fixture
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Put the documented file beside those of the package for one test."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert found is not None
    (tmp_path / "lift.py").write_text(found[1], encoding="utf-8")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    package.dimensions.cache_clear()
    yield "lift"
    sys.modules.pop(f"{package.__name__}.lift", None)
    package.dimensions.cache_clear()


def test_the_documented_dimension_gives_proven_stimuli(
    added: str, tmp_path: Path
) -> None:
    spec = tmp_path / "documented.toml"
    spec.write_text(SPEC, encoding="utf-8")
    corpus = render(read_spec(str(spec)), tmp_path / "corpus", workers=1)
    report = verify(corpus, workers=1)
    assert report.kinds == {"degraded": 8}
    assert report.worst[added].size <= 0.05
    assert report.worst["rotation"].size <= 0.01
