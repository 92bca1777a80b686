"""Tables and progress reach terminals and pipes in the form that fits each."""

import io
import sys

import pytest

from eyechart.terminal import print_table, printable, progress, waiting


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_aligned_text(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(["dimension", "n"], [["colour", "48"], ["scale", "8"]], title="Cells")
    assert capsys.readouterr().out.splitlines() == [
        "",
        "Cells",
        "dimension  n",
        "colour     48",
        "scale      8",
    ]


def test_what_an_encoding_lacks_is_spelled(monkeypatch: pytest.MonkeyPatch) -> None:
    narrow = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", narrow)
    assert printable("2.5 ΔE00, 6°, 漢") == "2.5 dE00, 6deg, \\u6f22"


def test_progress_is_silent_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("rendering") as tell, waiting("Planning") as say:
        assert tell is None
        say("colour")
    assert capsys.readouterr() == ("", "")


def test_progress_shows_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with progress("rendering") as tell:
        assert tell is not None
        tell(3, 4)
    assert "rendering" in terminal.getvalue()
