"""Answers survive a kill, and no question is asked twice."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from eyechart.generator.errors import JudgementError
from eyechart.generator.files import FileWriteError
from eyechart.judging.journal import Expected, Journal, Question
from eyechart.judging.judgement import Judgement

ROOT = Path(__file__).parents[2]
CRITERIA = ("one", "two", "three")
EXPECTED = Expected(
    judge="j",
    requested={f"s{i}": {"settings": "x"} for i in range(9)},
    criteria={"instruction": CRITERIA},
)


def answer(name: str, **values: object) -> list[Judgement]:
    base = {
        "stimulus_id": name,
        "judge": "j",
        "framing": "instruction",
        "score": 3,
        "scale_min": 1,
        "scale_max": 5,
        "requested": {"settings": "x"},
        "raw": "é\u2028\n",
    }
    return [Judgement(criterion=c, **base | values) for c in CRITERIA]


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    path = tmp_path / "whole.jsonl"
    with Journal(path, EXPECTED) as journal:
        for i in range(4):
            journal.append(answer(f"s{i}"))
    return path.read_bytes()


def test_every_cut_is_mended(tmp_path: Path, whole: bytes) -> None:
    """Cut the file anywhere, as a kill may; the rest is asked again."""
    path = tmp_path / "cut.jsonl"
    for length in range(0, len(whole), 41):
        path.write_bytes(whole[:length])
        with Journal(path, EXPECTED) as journal:
            kept = sorted(journal.answered)
            full = whole[:length].count(b"\n") // len(CRITERIA)
            assert kept == [Question(f"s{i}", "instruction") for i in range(full)]
            for i in range(full, 4):
                journal.append(answer(f"s{i}"))
        assert path.read_bytes() == whole


def test_what_a_failing_disk_left_at_the_end_is_dropped(
    tmp_path: Path, whole: bytes
) -> None:
    path = tmp_path / "f.jsonl"
    path.write_bytes(whole + b"\0" * 300)
    Journal(path, EXPECTED).close()
    assert path.read_bytes() == whole


def test_repeats_are_different_questions(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    with Journal(path, EXPECTED) as journal:
        journal.append(answer("s0"))
        journal.append(answer("s0", repeat=1))
        with pytest.raises(JudgementError, match="is answered already"):
            journal.append(answer("s0", repeat=1))


@pytest.mark.parametrize(
    "rows",
    [
        answer("s0")[:2],
        answer("s0")[::-1],
        answer("s0")[:2] + answer("s1")[2:],
    ],
)
def test_an_answer_is_written_whole_or_not(
    tmp_path: Path, rows: list[Judgement]
) -> None:
    path = tmp_path / "f.jsonl"
    with (
        Journal(path, EXPECTED) as journal,
        pytest.raises(JudgementError, match="is not answered whole"),
    ):
        journal.append(rows)
    assert path.read_bytes() == b""


def lines(rows: list[Judgement]) -> str:
    return "".join(row.to_json() + "\n" for row in rows)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (lines(answer("s0", judge="k")), "line 1: is of judge 'k', not 'j'"),
        (lines(answer("s0", framing="reference")), "framing 'reference' is not asked"),
        (lines(answer("other")), "stimulus 'other' is not in this corpus"),
        (
            lines(answer("s0", requested={"settings": "y"})),
            r"line 1: was judged with other settings \('y', now 'x'\); choose another",
        ),
        (
            lines(answer("s0", requested={"settings": "x", "result": "p"})),
            r"1: was judged with another picture, by its digest \('p', now 'nothing'\)",
        ),
        (lines(answer("s0") * 2), "line 6: .* is answered twice"),
        (lines(answer("s0")[1:]), "line 1: criterion 'two' stands where 'one' must"),
        (
            lines(answer("s0")[:1] + answer("s1")),
            "line 2: the answer to .*'s0'.* lacks criterion 'two'",
        ),
        ("\n", "line 1: is not JSON"),
        ("stimulus_id,judge\n", "line 1: is not JSON"),
    ],
)
def test_foreign_files_are_refused_and_left_alone(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "f.jsonl"
    path.write_text(text, encoding="utf-8", newline="")
    with pytest.raises(JudgementError, match=message) as caught:
        Journal(path, EXPECTED)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize("content", [b'{"scores": [1, 2]}', b"notes", b"\x89PNG\r"])
def test_a_line_without_an_end_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "f"
    path.write_bytes(content)
    with pytest.raises(JudgementError, match="f: is no judgement file; allowed: a new"):
        Journal(path, EXPECTED)
    assert path.read_bytes() == content


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(JudgementError, match="is no regular file; allowed: a new file"):
        Journal(tmp_path, EXPECTED)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such files")
def test_a_device_or_pipe_is_refused_unread(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (Path("/dev/full"), tmp_path / "pipe"):
        with pytest.raises(
            JudgementError, match=f"^{re.escape(str(path))}: is no regular"
        ):
            Journal(path, EXPECTED)


def test_one_run_at_a_time(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "f.jsonl"
    path.write_bytes(whole[:-1])
    with Journal(path, EXPECTED) as journal:
        with pytest.raises(JudgementError, match=r"f\.jsonl: is being written by "):
            Journal(path, EXPECTED)
        journal.append(answer("s3"))
    Journal(path, EXPECTED).close()
    assert path.read_bytes() == whole


def test_a_refused_file_is_not_kept_locked(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    path.write_text(lines(answer("other")), encoding="utf-8", newline="")
    for _ in range(2):
        with pytest.raises(JudgementError, match="'other' is not in this corpus"):
            Journal(path, EXPECTED)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "f").touch()
    with pytest.raises((FileWriteError, JudgementError), match="cannot be"):
        Journal(tmp_path / "f" / "g.jsonl", EXPECTED)


def test_unwritable_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with Journal(tmp_path / "f.jsonl", EXPECTED) as journal:
        monkeypatch.setattr(os, "write", refuse)
        with pytest.raises(FileWriteError, match="No space left on device"):
            journal.append(answer("s0"))
        assert not journal.answered


JOB = """
import sys
from pathlib import Path
import pyarrow as pa
from eyechart.judging.observers.simulated import simulated
from eyechart.judging.runner import run

class Corpus:
    def metadata(self):
        return pa.Table.from_pylist([
            dict(stimulus_id=f"s{i}", kind="degraded", dimension="position",
                 role="bystander", magnitude=0.25 * 1.01**i, visible_anchor=4.0,
                 pixels_sha256=str(i))
            for i in range(250)
        ])

run(simulated(), Corpus(), Path(sys.argv[1]))
"""


def _start(path: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", JOB, str(path)]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.Popen(command, env=environment)


def _wait_for(path: Path, size: int, job: subprocess.Popen[bytes]) -> None:
    while job.poll() is None and (not path.exists() or path.stat().st_size < size):
        time.sleep(0.002)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_killed_runs_end_like_a_run_that_was_not(tmp_path: Path) -> None:
    straight, killed = tmp_path / "straight.jsonl", tmp_path / "killed.jsonl"
    assert _start(straight).wait() == 0
    for size in (1, 200_000):
        job = _start(killed)
        _wait_for(killed, size, job)
        job.send_signal(signal.SIGKILL)
        assert job.wait() == -signal.SIGKILL
        assert straight.read_bytes().startswith(killed.read_bytes())
    assert _start(killed).wait() == 0
    assert killed.read_bytes() == straight.read_bytes()
