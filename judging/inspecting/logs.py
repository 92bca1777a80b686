"""From the logs of Inspect to judgements."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ...generator.errors import JudgementError
from ..importing.importer import Placed, with_computed
from ..importing.replied import judgements_of, read_answer
from ..judgement import Judgement
from ..protocol import Protocol, load_protocol, protocol_names
from ..replies.reading import Reading
from .extra import need_inspect
from .scoring import FINISHES

SUFFIXES = (".eval", ".json")
"""How names of logs end."""

_MARK = "eyechart"
_KEYS = ("stimulus_id", "order", "protocol", "protocol_sha256", "ask", "result")


def import_logs(
    paths: Iterable[Path],
    *,
    judge: str | None = None,
    protocol: Protocol | None = None,
) -> Iterator[Placed]:
    """Yield what the logs of the task `eyechart` say, and what is computed from it.

    Replies are read again, from the log, by the protocol that was asked. Epochs
    become repeats.

    Parameters
    ----------
    paths : iterable of Path
        Logs, ``.eval`` or ``.json``.
    judge : str, optional
        What to call the judge; by default the model's name.
    protocol : Protocol, optional
        What was asked, where it is no registered protocol.

    Raises
    ------
    InspectMissingError
        When Inspect is not installed.
    JudgementError
        When a file is no such log, or was made with another protocol.
    """
    need_inspect()
    found: dict[str, tuple[Protocol, list[Placed]]] = {}
    for path in paths:
        log = _read(path)
        if not log.samples:
            raise JudgementError(f"{path}: holds no samples; allowed: at least one")
        for sample in log.samples:
            place = f"{path}: sample {sample.id!r}, epoch {sample.epoch}"
            asked = _protocol(sample.metadata, protocol, place)
            base = _base(path, log, sample, judge)
            _, rows = found.setdefault(asked.digest(), (asked, []))
            rows += [(place, row) for row in _judgements(asked, sample, base)]
    for asked, rows in found.values():
        yield from with_computed(rows, asked)


def _read(path: Path) -> Any:
    from inspect_ai.log import read_eval_log

    if path.suffix.lower() not in SUFFIXES:
        raise JudgementError(
            f"{path}: is no log of Inspect by its name; allowed: names that end in "
            f"{' or '.join(SUFFIXES)}, and others with --map"
        )
    if not path.is_file():
        raise JudgementError(f"{path}: does not exist; allowed: a log of Inspect")
    try:
        return read_eval_log(str(path), resolve_attachments=False)
    except Exception as error:
        # Whatever is wrong with a file, Inspect lets through what its parts raise.
        raise JudgementError(
            f"{path}: is no log that Inspect can read ({type(error).__name__}); "
            "allowed: a log of Inspect, and other results with --map"
        ) from error


def _protocol(told: dict[str, Any], given: Protocol | None, place: str) -> Protocol:
    if told.get(_MARK) != 1 or any(key not in told for key in _KEYS):
        raise JudgementError(
            f"{place}: is no sample of the task eyechart; allowed: logs of that task"
        )
    name = told["protocol"]
    if given is None and name not in protocol_names():
        raise JudgementError(
            f"{place}: was asked by protocol {name!r}, which is not registered; "
            "allowed: with --protocol FILE.toml"
        )
    protocol = given or load_protocol(name)
    if protocol.digest() != told["protocol_sha256"]:
        raise JudgementError(
            f"{place}: was asked by another version of protocol {name!r}; allowed: "
            "with --protocol FILE.toml, the file that was used"
        )
    return protocol


def _base(path: Path, log: Any, sample: Any, judge: str | None) -> dict[str, Any]:
    told, output = sample.metadata, sample.output
    usage = output.usage.model_dump(exclude_none=True) if output.usage else None
    return {
        "stimulus_id": told["stimulus_id"],
        "judge": judge or log.eval.model,
        "order": told["order"],
        "repeat": sample.epoch - 1,
        "requested": {
            "imported_from": path.name,
            "protocol": told["protocol"],
            "protocol_sha256": told["protocol_sha256"],
            "result": told["result"],
        },
        "sent": log.plan.config.model_dump(exclude_none=True),
        "usage": usage,
        "time": sample.completed_at,
    }


def _judgements(
    protocol: Protocol, sample: Any, base: dict[str, Any]
) -> Iterator[Judgement]:
    asked = protocol.asks[sample.metadata["ask"]]
    output = sample.output
    if sample.error is not None or not output.choices:
        why = sample.error.message if sample.error is not None else output.error
        reading, raw = Reading(status="api_error", scores={}), why
    else:
        raw = output.completion
        reading = read_answer(protocol, asked, raw, FINISHES[output.stop_reason])
    told = {**base, "framing": protocol.framing, "raw": raw}
    yield from judgements_of(protocol, asked, reading, told)
