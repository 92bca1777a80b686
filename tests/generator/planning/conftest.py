"""Small plans, each made once."""

import functools
import textwrap
from collections.abc import Callable

import pytest

from eyechart.generator.plan import Plan, make_plan
from eyechart.generator.spec import Spec, read_spec_file

SMALL = {
    "top": 'seed = 4\nper_cell = 2\nlayouts = ["event_poster", "quote_card"]\n',
    "colour": "tiers = [3]",
    "position": 'tiers = [2, 4]\nroles = ["incidental", "bystander"]',
    "controls": "flawless = 5\nunedited = 4\nidentity = 3\nsham = 2",
}
MakePlan = Callable[..., Plan]


@pytest.fixture(scope="session")
def make_spec(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Spec]:
    folder = tmp_path_factory.mktemp("specs")

    def make(**changes: str) -> Spec:
        """Read the small spec with parts of it replaced or added."""
        parts = SMALL | changes
        names = [name for name in parts if name not in ("top", "controls")]
        text = parts["top"]
        for name in names:
            text += f"[dimensions.{name}]\n{parts[name]}\n"
        text += f"[controls]\n{parts['controls']}\n"
        path = folder / "small.toml"
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return read_spec_file(path)

    return make


@pytest.fixture(scope="session")
def plan_of(make_spec: Callable[..., Spec]) -> MakePlan:
    @functools.cache
    def plan(**changes: str) -> Plan:
        return make_plan(make_spec(**changes), workers=1)

    return plan
