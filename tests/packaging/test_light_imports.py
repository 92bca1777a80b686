"""Starting up loads no heavy engine."""

import subprocess
import sys

import pytest

HEAVY = {
    "PIL",
    "cairocffi",
    "coloraide",
    "datasets",
    "fontTools",
    "httpx",
    "matplotlib",
    "numpy",
    "pandas",
    "pyarrow",
    "scipy",
    "statsmodels",
    "uharfbuzz",
}


@pytest.mark.parametrize(
    "start",
    [
        "import eyechart",
        "from click.testing import CliRunner; from eyechart.cli import cli; "
        "assert CliRunner().invoke(cli, ['--help']).exit_code == 0",
    ],
)
def test_heavy_engines_stay_away(start: str) -> None:
    code = f"import sys; {start}; print(*{{m.split('.')[0] for m in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert not HEAVY & set(done.stdout.split())


def test_every_public_name_resolves() -> None:
    import eyechart

    assert all(getattr(eyechart, name) is not None for name in eyechart.__all__)
    with pytest.raises(AttributeError, match="no attribute 'fi'"):
        eyechart.fi  # noqa: B018
