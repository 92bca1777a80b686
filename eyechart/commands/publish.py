"""``eyechart publish``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..cards.hub.files import Sent


@click.command("publish")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("--repo", required=True, metavar="USER/NAME", help="Dataset repository.")
@click.option("--dry-run", is_flag=True, help="List what would be sent; ask no server.")
@click.option("--private", is_flag=True, help="Make a new repository private.")
@click.option(
    "--tag",
    metavar="NAME",
    help="Name of the revision (default: spec and start of the manifest's digest).",
)
def command(
    corpus: Path, repo: str, dry_run: bool, private: bool, tag: str | None
) -> None:
    """Publish CORPUS, which `eyechart verify` has proven, on the Hugging Face Hub.

    The token is taken from HF_TOKEN. Run again after an interruption, the command goes
    on; what is there already is not sent twice.
    """
    from ..terminal import say, waiting

    if dry_run:
        from ..cards.hub.rehearsal import rehearse

        for line in _lines(rehearse(corpus, repo, tag)):
            say(line)
        return
    from ..cards.hub.publish import publish

    with waiting("publishing") as tell:
        done = publish(corpus, repo, private=private, tag=tag, say=tell)
    say(f"{done.url}/tree/{done.tag}")
    say(f"commit {done.commit}")
    say(f"content {done.content_sha256}")
    say(f"{done.sent} of {done.files} files sent, {_megabytes(done.size)} in all")


def _lines(files: "tuple[Sent, ...]") -> list[str]:
    lines = [f"{one.size:>13,}  {one.path}" for one in files]
    total = sum(one.size for one in files)
    return [*lines, f"{len(files)} files, {_megabytes(total)}; nothing was sent"]


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
