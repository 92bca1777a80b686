"""The file of answers: whole lines, on disk before anything is read."""

import asyncio
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from eyechart.generator.errors import JudgementError
from eyechart.generator.files import FileWriteError
from eyechart.judging.keeping.answers import Answers, Record, read_record


def record(number: int, body: str = "{}") -> Record:
    return Record(
        key=f"k{number}",
        stimulus_id="s",
        judge="j",
        url="http://h",
        time="2026-01-01T00:00:00+00:00",
        seconds=0.5,
        sent={"model": "m"},
        without=("temperature",),
        body=body,
    )


def fill(path: Path, count: int) -> None:
    async def run(answers: Answers) -> None:
        await asyncio.gather(*(answers.append(record(i)) for i in range(count)))

    with Answers(path) as answers:
        asyncio.run(run(answers))


def test_any_bytes_come_back(tmp_path: Path) -> None:
    body = b'{"a": "\xff\x00\xe2\x80\xa8"}\n'.decode("utf-8", "surrogateescape")
    with Answers(tmp_path / "a") as answers:
        answers.append_now([record(0, body)])
        (found,) = answers.records()
    assert found == record(0, body)
    assert found.body.encode("utf-8", "surrogateescape").startswith(b'{"a": "\xff')
    assert (tmp_path / "a").read_bytes().isascii()


def test_every_cut_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "a"
    fill(path, 3)
    content = path.read_bytes()
    for length in range(0, len(content) + 1, 7):
        path.write_bytes(content[:length])
        with Answers(path) as answers:
            assert len(list(answers.records())) == content[:length].count(b"\n")
            answers.append_now([record(9)])
            assert list(answers.records())[-1] == record(9)


def test_a_long_torn_line_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "a"
    fill(path, 2)
    whole = path.read_bytes()
    path.write_bytes(whole + b"x" * 200_000)
    Answers(path).close()
    assert path.read_bytes() == whole
    path.write_bytes(b"x" * 200_000)
    Answers(path).close()
    assert path.read_bytes() == b""


def test_what_is_awaited_is_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, events = tmp_path / "a", []
    write, fsync = os.write, os.fsync

    def noted_write(file: int, data: Any) -> int:
        done = write(file, data)
        events.append(("written", bytes(data[:done]).count(b"\n")))
        return done

    def noted_fsync(file: int) -> None:
        fsync(file)
        events.append(("synced", 0))

    async def run(answers: Answers) -> None:
        async def one(number: int) -> None:
            await answers.append(record(number))
            events.append(("told", number))

        await asyncio.gather(*(one(i) for i in range(5)))

    with Answers(path) as answers:
        monkeypatch.setattr(os, "write", noted_write)
        monkeypatch.setattr(os, "fsync", noted_fsync)
        asyncio.run(run(answers))
        monkeypatch.undo()
    written = synced = told = 0
    for kind, count in events:
        written += count if kind == "written" else 0
        synced = written if kind == "synced" else synced
        told += kind == "told"
        assert told <= synced
    assert told == written == 5


def test_the_name_of_a_new_file_is_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced, fsync = [], os.fsync

    def noted(file: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(file).st_mode))
        fsync(file)

    monkeypatch.setattr(os, "fsync", noted)
    Answers(tmp_path / "a").close()
    Answers(tmp_path / "a").close()
    assert synced == [True]


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(file: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    async def run(answers: Answers) -> None:
        await answers.append(record(0))

    with Answers(tmp_path / "a") as answers:
        monkeypatch.setattr(os, "write", refuse)
        with pytest.raises(FileWriteError, match=r"a: cannot be written \(No space"):
            asyncio.run(run(answers))
        monkeypatch.undo()


def test_one_run_at_a_time(tmp_path: Path) -> None:
    with (
        Answers(tmp_path / "a"),
        pytest.raises(JudgementError, match="is being written by another run"),
    ):
        Answers(tmp_path / "a")


GOOD = json.loads(record(0).to_json())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "f, line 1: is not JSON"),
        ("[]", "f, line 1: is no answer; allowed: an object with the keys key,"),
        (json.dumps(GOOD | {"more": 1}), "is no answer"),
        (json.dumps({**GOOD, "body": None}), "body = None is of no use"),
        (json.dumps({**GOOD, "without": "x"}), "without = 'x' is of no use"),
    ],
)
def test_lines_that_are_no_answers(line: str, message: str) -> None:
    with pytest.raises(JudgementError, match=message):
        read_record(line.encode(), "f, line 1")


def test_what_a_full_disk_took_in_part_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write

    def half(file: int, data: bytes) -> int:
        if len(data) < 20:
            raise OSError(28, "No space left on device")
        return write(file, data[:-10])

    with Answers(tmp_path / "a") as answers:
        answers.append_now([record(0)])
        monkeypatch.setattr(os, "write", half)
        with pytest.raises(FileWriteError, match="No space"):
            answers.append_now([record(1)])
        monkeypatch.undo()
        # Requests that were under way are answered after that.
        answers.append_now([record(2)])
        assert list(answers.records()) == [record(0), record(2)]
