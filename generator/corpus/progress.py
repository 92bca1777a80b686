"""Progress of long work, on a terminal only."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress


@contextmanager
def shown_progress(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Show a bar on standard error while something is done.

    Parameters
    ----------
    what : str
        What is done, such as ``"rendering"``.

    Yields
    ------
    callable or None
        To be called with what is done and the total; None when standard error
        is not a terminal.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(what, total=None)

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield tell
