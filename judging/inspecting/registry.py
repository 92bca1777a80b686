"""What Inspect finds under the name of this package; empty without Inspect."""

import atexit
import shutil
import tempfile
from pathlib import Path
from typing import Any

from .extra import has_inspect


def _eyechart(
    corpus: str, protocol: str = "audit", limit: int | None = None, seed: int = 0
) -> Any:
    """Return a task that has a model judge a corpus.

    Parameters
    ----------
    corpus : str
        Folder of the corpus.
    protocol : str
        What is asked: a registered protocol, or the path of a file.
    limit : int, optional
        The first so many stimuli of the order.
    seed : int
        Of the order.

    Raises
    ------
    CorpusError, UnknownNameError, SpecError
        When corpus or protocol are not what they should be.
    """
    from inspect_ai import Task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import GenerateConfig

    from ...generator.corpus.reading import open_corpus
    from ..protocol import open_protocol
    from .samples import askings, samples

    opened, asked = open_corpus(Path(corpus)), open_protocol(protocol)
    stimuli = opened.metadata().to_pylist()
    chosen = askings(asked, stimuli, limit=limit, seed=seed)
    told = [Sample(**values) for values in samples(asked, opened, chosen, _folder())]
    settings = asked.settings
    return Task(
        dataset=MemoryDataset(told, name=f"eyechart_{asked.name}"),
        solver=ask(protocol),
        scorer=reply(protocol),
        config=GenerateConfig(
            temperature=settings.temperature, max_tokens=settings.max_tokens
        ),
    )


def _folder() -> Path:
    """Return a folder that lasts as long as the process."""
    folder = Path(tempfile.mkdtemp(prefix="eyechart-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


if has_inspect():
    from inspect_ai import task
    from inspect_ai.scorer import mean, scorer, stderr
    from inspect_ai.solver import solver

    from . import scoring

    ask = solver(name="ask")(scoring.ask)
    reply = scorer(metrics={"*": [mean(), stderr()]}, name="reply")(scoring.reply)
    eyechart = task(name="eyechart")(_eyechart)
