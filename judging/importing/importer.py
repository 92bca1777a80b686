"""Reading results of other harnesses, and writing what they say as judgements."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ...generator.errors import JudgementError, SpecError, suggest
from ...generator.files import write_whole
from ..computed import computed, parts_of
from ..judgement import NO_CUE, Judgement
from ..protocol import Protocol, load_protocol
from ..replies.reading import Reading
from .mapping import Mapping, Replies
from .records import ABSENT, Record, read_records
from .replied import ask_about, judgements_of, read_answer
from .scored import failed, kept, scored

Placed = tuple[str, Judgement]
"""A judgement and where it was found."""


def import_results(
    paths: Iterable[Path],
    mapping: Mapping,
    *,
    judge: str | None = None,
    protocol: Protocol | None = None,
) -> Iterator[Placed]:
    """Yield what the results of a harness say, and what is computed from it.

    Parameters
    ----------
    paths : iterable of Path
        CSV, TSV, JSON, JSON Lines or Parquet files.
    mapping : Mapping
        How they are laid out.
    judge : str, optional
        Who judged, where the mapping does not say it.
    protocol : Protocol, optional
        What was asked; for replies only.

    Raises
    ------
    JudgementError
        When the results are not as the mapping says.
    SpecError
        When judge or protocol are stated twice or not at all.
    """
    _check_stated(mapping, judge, protocol)
    if mapping.replies and mapping.replies.protocol:
        protocol = load_protocol(mapping.replies.protocol)
    found = _of_files(paths, mapping, judge, protocol)
    yield from with_computed(found, protocol) if protocol else found


def with_computed(found: Iterable[Placed], protocol: Protocol) -> Iterator[Placed]:
    """Yield judgements, and after those of a question what is computed from them.

    The answers to a question may come from several records and files. Where one of
    them is missing, nothing is computed.

    Parameters
    ----------
    found : iterable of (str, Judgement)
        Under one protocol.
    protocol : Protocol
        What was asked.
    """
    wanted = parts_of(protocol)
    parts: dict[tuple[object, ...], dict[str, Judgement]] = {}
    for place, row in found:
        yield place, row
        if row.criterion not in wanted:
            continue
        key = (row.stimulus_id, row.judge, row.framing, row.repeat, row.cue, row.order)
        known = parts.setdefault(key, {})
        known[row.criterion] = row
        if known.keys() == wanted:
            for one in computed(protocol, list(parts.pop(key).values())):
                yield place, one


def _of_files(
    paths: Iterable[Path],
    mapping: Mapping,
    judge: str | None,
    protocol: Protocol | None,
) -> Iterator[Placed]:
    for path in paths:
        records = read_records(path, mapping.records)
        _check_columns(path, mapping.columns, records)
        for record in records:
            base = _base(mapping, record, judge)
            for judgement in _of_record(mapping, record, base, protocol):
                yield record.place, judgement


def write_judgements(found: Iterable[Placed], path: Path) -> int:
    """Write a new judgement file, and return how many rows it has.

    Raises
    ------
    JudgementError
        When a file is there already, or a question is answered twice.
    FileWriteError
        When the file cannot be written.
    """
    if path.exists():
        raise JudgementError(f"{path}: exists already; allowed: the name of a new file")
    places: dict[tuple[object, ...], str] = {}
    lines = []
    for place, row in found:
        question = (row.stimulus_id, row.judge, row.framing, row.criterion)
        key = (*question, row.repeat, row.cue, row.order)
        if key in places:
            raise JudgementError(
                f"{place}: {row.criterion!r} of {row.stimulus_id!r} by {row.judge!r} "
                f"comes twice (first at {places[key]}); allowed: once for each "
                "framing, repeat, cue and order"
            )
        places[key] = place
        lines.append(row.to_json() + "\n")
    write_whole(path, "".join(lines))
    return len(lines)


def _check_stated(
    mapping: Mapping, judge: str | None, protocol: Protocol | None
) -> None:
    for name, told, inside in (
        ("judge", judge, mapping.judge),
        ("protocol", protocol, mapping.replies and mapping.replies.protocol),
    ):
        if told and inside:
            raise SpecError(
                f"mapping {mapping.name!r} states the {name} and so does the command; "
                "allowed: one of them"
            )
    if not (judge or mapping.judge):
        raise SpecError(
            f"mapping {mapping.name!r} states no judge; allowed: --judge NAME"
        )
    if mapping.replies and not (protocol or mapping.replies.protocol):
        raise SpecError(
            f"mapping {mapping.name!r} holds replies and states no protocol; allowed: "
            "--protocol NAME or FILE.toml"
        )
    if protocol and not mapping.replies:
        raise SpecError(f"mapping {mapping.name!r} holds scores; allowed: no protocol")


def _check_columns(
    path: Path, columns: Sequence[str], records: Sequence[Record]
) -> None:
    for column in columns:
        if all(record.look(column) is ABSENT for record in records):
            there = dict.fromkeys(str(key) for one in records for key in one.values)
            raise JudgementError(
                f"{path}: no record has {column!r}, which the mapping names; "
                f"{suggest(column, there).replace('allowed:', 'found:')}"
            )


def _base(mapping: Mapping, record: Record, judge: str | None) -> dict[str, Any]:
    return {
        "stimulus_id": mapping.stimulus.text(record),
        "judge": mapping.judge.text(record) if mapping.judge else judge,
        "cue": mapping.cue.text(record) if mapping.cue else NO_CUE,
        "order": mapping.order.text(record) if mapping.order else "AB",
        "repeat": _repeat(mapping, record),
        "requested": {
            "imported_from": record.file.name,
            "mapping": mapping.name,
            "mapping_sha256": mapping.digest,
        },
    }


def _repeat(mapping: Mapping, record: Record) -> int:
    if mapping.repeat is None:
        return 0
    text = mapping.repeat.text(record)
    if not text.isdecimal() or int(text) < mapping.first:
        raise JudgementError(
            f"{record.place}: repeat = {text!r}; allowed: whole numbers from "
            f"{mapping.first}"
        )
    return int(text) - mapping.first


def _of_record(
    mapping: Mapping, record: Record, base: dict[str, Any], protocol: Protocol | None
) -> Iterator[Judgement]:
    if mapping.replies is not None and protocol is not None:
        yield from _of_reply(mapping.replies, record, base, protocol)
    elif mapping.framing is not None:
        framing = mapping.framing.text(record)
        for question in mapping.questions:
            yield from scored(question, record, {**base, "framing": framing})


def _of_reply(
    replies: Replies, record: Record, base: dict[str, Any], protocol: Protocol
) -> Iterator[Judgement]:
    criterion = replies.criterion.text(record) if replies.criterion else None
    ask = ask_about(protocol, criterion, record.place)
    text = kept(record, replies.column)
    status = failed(replies.failures, record)
    if status is None:
        finish = replies.finish.text(record) if replies.finish else "stop"
        reading = read_answer(protocol, ask, text or "", finish)
    else:
        reading = Reading(status=status, scores={})
    asked = {"protocol": protocol.name, "protocol_sha256": protocol.digest()}
    base |= {
        "framing": protocol.framing,
        "raw": text,
        "requested": {**base["requested"], **asked},
    }
    yield from judgements_of(protocol, ask, reading, base)
