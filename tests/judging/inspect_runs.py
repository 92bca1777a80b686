"""Runs of the task, in a process of their own: Inspect leaves streams unclosed.

Writes logs, and the pictures of the corpus by stimulus, into the folder that is named.
"""

import importlib.util
import json
import shutil
import sys
from pathlib import Path
from typing import Any

from inspect_ai import eval as evaluate
from inspect_ai.log import read_eval_log, write_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from eyechart.generator.corpus import reading
from eyechart.judging.inspecting.registry import eyechart
from eyechart.judging.protocols import FOLDER

HERE = Path(__file__).parent


def corpus() -> Any:
    """Return four errors and a control of each kind."""
    spec = importlib.util.spec_from_file_location("shared", HERE / "conftest.py")
    assert spec is not None
    assert spec.loader is not None
    shared = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(shared)
    rows = [shared.pictured(f"e{i:04}", i) for i in range(4)]
    kinds = ("flawless", "unedited", "identity")
    rows += [shared.pictured(kind, 4 + k, kind) for k, kind in enumerate(kinds)]
    return shared.PictureCorpus(rows)


def run(folder: Path, name: str, protocol: str, replies: Any, **options: Any) -> Path:
    """Have the mock model answer the task, and return the log."""
    outputs = []
    for text, why in replies:
        output = ModelOutput.from_content("mockllm/model", text, stop_reason=why)
        # Without it the mock model counts with a tokeniser from the network.
        output.usage = ModelUsage(input_tokens=3, output_tokens=4, total_tokens=7)
        outputs.append(output)
    (log,) = evaluate(
        eyechart(corpus="any", protocol=protocol, limit=options.pop("limit", None)),
        model=get_model("mockllm/model", custom_outputs=outputs),
        log_dir=str(folder / "logs"),
        display="none",
        max_connections=1,
        **options,
    )
    path = folder / f"{name}.eval"
    shutil.move(log.location.removeprefix("file://"), path)
    return path


def main(folder: Path, replies: Any) -> None:
    """Write what the tests read."""
    opened = corpus()
    reading.open_corpus = lambda _: opened
    log = read_eval_log(str(run(folder, "audit", "audit", replies)))
    write_eval_log(log, str(folder / "audit.json"))
    preferred = [('{"preference": "A"}', "stop")] * 4
    run(folder, "pairs", "pairwise", preferred, limit=1, epochs=2)
    one = [('{"visual_consistency": 3}', "stop")] * 4
    run(folder, "textedit", "textedit", one, limit=1)
    two = ['{"editing_success": 9, "over_editing": 4}']
    two += ['{"naturalness": 6, "artefacts": 10}']
    run(folder, "viescore", "viescore", [(text, "stop") for text in two], limit=1)
    mine = folder / "mine.toml"
    shutil.copy(FOLDER / "audit.toml", mine)
    # The mock model has one reply too few: that sample fails.
    run(folder, "mine", str(mine), replies[:1], limit=2, fail_on_error=False)
    rows = {
        row["stimulus_id"]: {
            "instruction": row["instruction"],
            "pixels_sha256": row["pixels_sha256"],
            "shown": [row[name]["bytes"].hex() for name in ("source", "result")],
        }
        for row in opened.rows()
    }
    (folder / "corpus.json").write_text(json.dumps(rows), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), json.loads(sys.argv[2]))
