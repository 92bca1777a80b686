"""Files appear whole or not at all."""

import os
from pathlib import Path

import pytest

from eyechart.generator.errors import EyechartError
from eyechart.generator.files import FileWriteError, whole_file, write_whole


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_text_is_written_as_utf8_without_translation(tmp_path: Path) -> None:
    write_whole(tmp_path / "a.txt", "ΔE\r\n12\n")
    assert (tmp_path / "a.txt").read_bytes() == b"\xce\x94E\r\n12\n"
    assert names(tmp_path) == ["a.txt"]


def test_folders_are_made(tmp_path: Path) -> None:
    write_whole(tmp_path / "x" / "y" / "a.bin", b"\x00\xff")
    assert (tmp_path / "x" / "y" / "a.bin").read_bytes() == b"\x00\xff"


def test_others_may_read_what_was_written(tmp_path: Path) -> None:
    write_whole(tmp_path / "a", b"")
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o644


def test_an_exception_half_way_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_whole(path, b"old")
    with pytest.raises(KeyboardInterrupt), whole_file(path) as file:  # noqa: PT012
        file.write(b"new, but not")
        raise KeyboardInterrupt
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_nothing_shows_before_the_file_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with whole_file(path) as file:
        file.write(b"new")
        file.flush()
        assert not path.exists()
    assert path.read_bytes() == b"new"


def test_bytes_reach_the_disk_before_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    sync, replace = os.fsync, Path.replace

    def told_sync(handle: int) -> None:
        order.append("sync")
        sync(handle)

    def told_replace(path: Path, target: Path) -> Path:
        order.append("replace")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", told_sync)
    monkeypatch.setattr(Path, "replace", told_replace)
    write_whole(tmp_path / "a", b"1")
    assert order == ["sync", "replace"]


def test_a_failing_rename_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    write_whole(path, b"old")

    def fail(path: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(FileWriteError, match="No space left on device") as caught:
        write_whole(path, b"new")
    assert str(path) in str(caught.value)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_an_error_without_a_code_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, target: Path) -> Path:
        raise OSError("the disk is gone")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(FileWriteError, match="the disk is gone"):
        write_whole(tmp_path / "a", b"new")


@pytest.mark.parametrize("name", ["file/a", "folder"])
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileWriteError) as caught:
        write_whole(tmp_path / name, b"")
    assert isinstance(caught.value, EyechartError)
    assert isinstance(caught.value, OSError)
    assert f"{tmp_path / name}: cannot be written (" in str(caught.value)
    assert names(tmp_path) == ["file", "folder"]
