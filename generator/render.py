"""Rendering a spec to a corpus on disk, again and again until it is whole."""

from pathlib import Path

import pyarrow as pa

from .corpus.claim import claim
from .corpus.front_matter import front_matter, pretty_name
from .corpus.names import MANIFEST, README
from .corpus.part import Part, digests_of, find_part, lines_of, render_part
from .corpus.schema import SCHEMAS, TABLES
from .corpus.shards import ROWS, opened, refuse_foreign, shard_path, write_shard
from .errors import CorpusError
from .files import write_whole
from .plan import make_plan
from .spec import Spec
from .workers import Progress, share_out, usable_processors

_UNPROVEN = (
    "Rendered and not proven yet: `eyechart verify` proves it, then `eyechart card` "
    "writes its card here."
)


def render(
    spec: Spec,
    folder: Path,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Path:
    """Render a corpus, or what is still missing of it.

    Stimuli are rendered in parts of 32, each written whole or not at all. After a
    kill, or damage to a file, the same call renders what is missing and the
    result is the one of an uninterrupted call, whatever the number of workers.

    Parameters
    ----------
    spec : Spec
        What to render.
    folder : Path
        Where to; made when missing.
    workers : int, optional
        Processes; by default one a usable processor. With 1 nothing leaves this
        process.
    progress : callable, optional
        Told of every finished part.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    CorpusError
        When the folder cannot be the corpus of this spec, or holds shards that
        are not.
    VerificationError
        When the pixels of a stimulus do not show what they should; the part it
        is in is not written.
    WorkerError
        When a worker is killed; call again to go on.
    FileWriteError
        When a file cannot be written.
    """
    folder = Path(folder)
    workers = usable_processors() if workers is None else workers
    claim(folder, spec)
    parts = _parts(spec, folder, workers)
    for table in TABLES:
        refuse_foreign(folder, table, 1 if table == "metadata" else len(parts))
    total = sum(len(part.stimuli) for part in parts)
    missing = _missing(parts, workers)
    if missing:
        (folder / README).unlink(missing_ok=True)
    done = total - sum(len(part.stimuli) for part in missing)
    tell = progress or (lambda *_: None)
    tell(done, total)
    for count in share_out(render_part, missing, workers):
        done += count
        tell(done, total)
    _finish(spec, folder, parts)
    return folder


def _parts(spec: Spec, folder: Path, workers: int) -> tuple[Part, ...]:
    stimuli = make_plan(spec, workers=workers).stimuli
    if not stimuli:
        raise CorpusError(f"spec {spec.name}: plans no stimulus, so there is no corpus")
    starts = range(0, len(stimuli), ROWS)
    return tuple(
        Part(
            folder=folder,
            number=number,
            count=len(starts),
            stimuli=stimuli[start : start + ROWS],
            spec_version=spec.version,
        )
        for number, start in enumerate(starts)
    )


def _missing(parts: tuple[Part, ...], workers: int) -> list[Part]:
    """Return the parts that are not on disk, or lack an image that is theirs."""
    present = [part for part in parts if part.path("stimuli").exists()]
    found = dict(
        zip(
            (part.number for part in present),
            share_out(find_part, present, workers),
            strict=True,
        )
    )
    missing, seen = [], frozenset[str]()
    for part in parts:
        state = found.get(part.number)
        if state is None or not state.named <= seen | state.held:
            missing.append(part)
        else:
            seen |= state.named
    return missing


def _finish(spec: Spec, folder: Path, parts: tuple[Part, ...]) -> None:
    _drop_repeats(parts)
    metadata = pa.concat_tables(_metadata(part) for part in parts)
    path = shard_path(folder, "metadata", 0, 1)
    if not _holds(path, metadata):
        write_shard(path, "metadata", metadata)
    lines = (line for part in parts for line in lines_of(part.path("stimuli")))
    _write_new(folder / MANIFEST, "".join(f"{line}\n" for line in lines))
    _write_readme(folder, spec, front_matter(folder, spec, metadata))


def _write_readme(folder: Path, spec: Spec, head: str) -> None:
    """Write a first card, unless there is one of these very tables."""
    path = folder / README
    if not path.is_file() or not path.read_bytes().startswith(head.encode()):
        write_whole(path, f"{head}\n# {pretty_name(spec)}\n\n{_UNPROVEN}\n")


def _drop_repeats(parts: tuple[Part, ...]) -> None:
    """Keep each image in the first part that uses it only."""
    seen: set[str] = set()
    for part in parts:
        path = part.path("images")
        with opened(path) as file:
            held = file.read(columns=["pixels_sha256"]).column(0).to_pylist()
        keep = [digest not in seen for digest in held]
        if not all(keep):
            with opened(path) as file:
                table = file.read()
            write_shard(path, "images", table.filter(pa.array(keep)))
        seen.update(digests_of(lines_of(part.path("stimuli"))))


def _metadata(part: Part) -> pa.Table:
    schema = SCHEMAS["metadata"]
    with opened(part.path("stimuli")) as file:
        table = file.read(columns=schema.names)
    return table.select(schema.names).cast(schema)


def _holds(path: Path, table: pa.Table) -> bool:
    try:
        with opened(path) as file:
            return bool(file.read().equals(table))
    except CorpusError:
        return False


def _write_new(path: Path, text: str) -> None:
    """Write a text unless it is there already."""
    if not path.is_file() or path.read_bytes() != text.encode():
        write_whole(path, text)
