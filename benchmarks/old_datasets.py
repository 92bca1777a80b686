"""Load a corpus with old and new releases of `datasets`, each in a fresh environment.

python benchmarks/old_datasets.py CORPUS [RELEASE ...]

A local hub serves a verified corpus; each release reads every config from the folder
and from the hub, whole and streamed. All must give the same rows, pictures by the
digest of their pixels. Needs the package index; takes about a minute a release.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "hub"))

from localhub import Hub
from localhub.server import TOKEN

ROOT = Path(__file__).resolve().parents[1]
REPO = "user/corpus"
RELEASES = ("2.21.0", "3.6.0", "4.0.0", "5.2.0")
OLD_CLIENT = ("2", "3")
"""Major releases that came before version 1 of the Hub's client."""

READ = """\
import hashlib, json, sys
import datasets
datasets.disable_progress_bars()

def plain(value):
    if hasattr(value, "tobytes"):
        digest = hashlib.sha256(value.convert("RGB").tobytes()).hexdigest()
        return [value.size, digest]
    return value

told = {}
for place, options in json.loads(sys.argv[1]):
    for config in ("stimuli", "metadata", "images"):
        for streaming in (False, True):
            rows = datasets.load_dataset(
                place, config, split="test", streaming=streaming, **options
            )
            lines = [json.dumps({k: plain(v) for k, v in row.items()}) for row in rows]
            text = "\\n".join(lines)
            digest = hashlib.sha256(text.encode()).hexdigest()
            told[f"{config}, {'streamed' if streaming else 'whole'}, {place[:1]}"] = [
                len(lines), digest
            ]
print(json.dumps(told))
"""


@contextmanager
def environment(release: str) -> Iterator[Path]:
    """Make a fresh environment with one release; yield its interpreter."""
    client = ["huggingface-hub<1"] if release.split(".")[0] in OLD_CLIENT else []
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        wanted = [f"datasets=={release}", "pillow", *client]
        subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted], check=True)
        yield python


def read(python: Path, corpus: Path, url: str, home: Path) -> dict[str, list[object]]:
    """Return number of rows and their digest by config and way of reading."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("HF_")}
    places = [[str(corpus), {}], [REPO, {"revision": "main"}]]
    done = subprocess.run(
        [python, "-c", READ, json.dumps(places)],
        env={**kept, "HF_ENDPOINT": url, "HF_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        return {"failed": done.stderr.splitlines()[-1:]}
    found: dict[str, list[object]] = json.loads(done.stdout)
    return found


def publish(corpus: Path, url: str, home: Path) -> None:
    """Publish the corpus on the local hub."""
    more = {"HF_ENDPOINT": url, "HF_HOME": str(home), "HF_TOKEN": TOKEN}
    more |= {"HF_HUB_DISABLE_XET": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "eyechart", "publish", corpus, "--repo", REPO]
    subprocess.run(command, env={**os.environ, **more}, check=True)


def main() -> None:
    """Print what each release reads, and whether all read the same."""
    given, *asked = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        corpus = Path(shutil.copytree(given, home / "corpus"))
        hub = Hub(home / "hub")
        try:
            publish(corpus, hub.url, home / "home")
            digests = set()
            for release in asked or RELEASES:
                with environment(release) as python:
                    found = read(python, corpus, hub.url, home / f"home{release}")
                text = json.dumps(sorted(value for value in found.values()))
                digests.add(hashlib.sha256(text.encode()).hexdigest())
                print(release, json.dumps(found, indent=1))
        finally:
            hub.close()
    print("all the same" if len(digests) == 1 else "DIFFERENT")


if __name__ == "__main__":
    main()
