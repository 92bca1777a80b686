"""Weight on disk and import time of each dependency: python benchmarks/dependencies.py.

Import times are the least of three fresh processes, less that of a bare one.
"""

import importlib.metadata
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MODULES = {
    "fonttools": "fontTools.ttLib",
    "huggingface-hub": "huggingface_hub",
    "matplotlib": "matplotlib.figure",
    "pillow": "PIL.Image",
    "pyarrow": "pyarrow.parquet",
    "scipy": "scipy.optimize",
    "statsmodels": "statsmodels.stats.proportion",
}


def weight(name: str) -> float:
    """Return the MB that a distribution's own files take."""
    files = importlib.metadata.distribution(name).files or []
    paths = [Path(str(file.locate())) for file in files]
    return sum(path.stat().st_size for path in paths if path.is_file()) / 1e6


def seconds(code: str) -> float:
    """Return the least wall time of three fresh processes."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Print a row a dependency."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    bare = seconds("pass")
    print(f"{'dependency':18}{'version':>10}{'MB':>8}{'import s':>10}")
    for requirement in project["dependencies"]:
        name = requirement.split(">=")[0]
        took = seconds(f"import {MODULES.get(name, name)}") - bare
        version = importlib.metadata.version(name)
        print(f"{name:18}{version:>10}{weight(name):8.1f}{took:10.2f}")


if __name__ == "__main__":
    main()
