"""The harness under faults and kills, and its throughput.

A provider on this machine answers; `CORPUS` is any rendered corpus with at
least as many stimuli as are asked about (``eyechart render audit -o CORPUS``).

    python benchmarks/harness.py CORPUS

*Faults*: a tenth of the requests meet a fault, and the command is killed three
times. *Throughput*: the same bodies are posted by a bare httpx loop and by the
harness in turn, without faults and without any delay of the provider, so that
all that is measured is work. Writes benchmarks/results/harness.csv.
"""

import argparse
import asyncio
import csv
import importlib.util
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from eyechart.generator.corpus.reading import open_corpus
from eyechart.judging.asking.judge import Hosted, hosted
from eyechart.judging.asking.pictures import Pictures
from eyechart.judging.asking.plan import Plan, plan_run
from eyechart.judging.hosted import Manner, run_hosted
from eyechart.judging.judgement import from_json
from eyechart.judging.protocol import load_protocol

ROOT = Path(__file__).parents[1]
SERVER = ROOT / "tests" / "judging" / "server.py"
RESULTS = Path(__file__).with_name("results") / "harness.csv"
KEY = "sk-harness-0123456789abcdef"
CONCURRENCY = 32
KILLS = 3
ROUNDS = 5


def provider_module() -> Any:
    """Return the module of the provider, for what it must have answered."""
    spec = importlib.util.spec_from_file_location("provider_server", SERVER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def serving(*options: str) -> Iterator[int]:
    """Run the provider in a process of its own; yield its port."""
    process = subprocess.Popen(
        [sys.executable, str(SERVER), *options], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()


def log(port: int) -> dict[str, Any]:
    """Return what the provider has seen."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/log") as reply:
        found: dict[str, Any] = json.load(reply)
    return found


def judge_at(port: int) -> Hosted:
    """Return the judge that is asked."""
    address = f"http://127.0.0.1:{port}/v1"
    return hosted("openai:gpt-4o", load_protocol("audit"), base_url=address)


def under_faults(corpus: Path, limit: int, folder: Path) -> dict[str, Any]:
    """Kill the command three times, let it end, and hold all against the provider."""
    path = folder / "faults.jsonl"
    answers = path.with_name(path.name + ".answers")
    with serving("--rate", "0.1") as port:
        command = [sys.executable, "-m", "eyechart", "judge", str(corpus)]
        command += ["-j", "openai:gpt-4o", "--base-url", f"http://127.0.0.1:{port}/v1"]
        command += ["-o", str(path), "--limit", str(limit)]
        command += ["--concurrency", str(CONCURRENCY)]
        environment = {**os.environ, "EYECHART_API_KEY": KEY, "PYTHONPATH": str(ROOT)}
        for kill in range(KILLS):
            with (folder / f"log{kill}").open("wb") as told:
                process = subprocess.Popen(
                    command, env=environment, stdout=told, stderr=told
                )
                goal = (kill + 1) * limit // (KILLS + 1)
                while process.poll() is None and lines(answers) < goal:
                    time.sleep(0.01)
                process.send_signal(signal.SIGKILL)
                process.wait()
        last = subprocess.run(command, env=environment, capture_output=True)
        (folder / "last").write_bytes(last.stdout + last.stderr)
        seen = log(port)
        again = subprocess.run(command, env=environment, capture_output=True)
        sent_again = log(port)["requests"] - seen["requests"]
        plan = plan_run(judge_at(port), open_corpus(corpus), limit=limit)
    wrong = compare(plan, corpus, path)
    extra = seen["requests"] - len(plan.asked) - seen["faults"]
    keys = sum(KEY.encode() in file.read_bytes() for file in folder.iterdir())
    return {
        "stimuli": len(plan.asked),
        "exit_codes": f"{last.returncode} {again.returncode}",
        "requests": seen["requests"],
        "faults": seen["faults"],
        "extra": extra,
        "extra_beyond_kills": max(0, extra - KILLS * CONCURRENCY),
        **wrong,
        "second_run_sent": sent_again,
        "files_with_the_key": keys,
    }


def lines(path: Path) -> int:
    """Return how many lines a file has."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def compare(plan: Plan, corpus: Path, path: Path) -> dict[str, int]:
    """Hold judgements against what the provider answers to each request."""
    module = provider_module()
    rows = [from_json(line, str(path)) for line in path.read_bytes().splitlines()]
    counts = Counter((row.stimulus_id, row.criterion) for row in rows)
    scores = {(row.stimulus_id, row.criterion): row.score for row in rows}
    differing = missing = 0
    tasks = [task for asked in plan.asked for task in asked.tasks]
    with Pictures(open_corpus(corpus), plan.judge, tasks) as pictures:
        for task in tasks:
            request = pictures.request(task)
            body = plan.judge.provider.body(
                request,
                plan.judge.model,
                plan.judge.provider.without(plan.judge.base_url),
            ).encode()
            digest = module.hashlib.sha256(body).hexdigest()
            for name, score in module.answer_to(json.loads(body), digest).items():
                key = task.question.stimulus_id, name
                if name == "rationale":
                    continue
                missing += key not in scores
                differing += key in scores and scores[key] != score
    return {
        "missing": missing,
        "invented": len(scores) + missing - 5 * len(tasks),
        "twice": sum(count > 1 for count in counts.values()),
        "differing": differing,
    }


async def bare(port: int, bodies: list[bytes]) -> float:
    """Return how long a bare loop takes to post bodies, s."""
    left = iter(bodies)

    async def work(client: httpx.AsyncClient) -> None:
        for body in left:
            response = await client.post("/chat/completions", content=body)
            response.raise_for_status()

    limits = httpx.Limits(
        max_connections=CONCURRENCY, max_keepalive_connections=CONCURRENCY
    )
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}/v1",
        headers={"Content-Type": "application/json"},
        limits=limits,
        timeout=60,
    ) as client:
        start = time.perf_counter()
        await asyncio.gather(*(work(client) for _ in range(CONCURRENCY)))
        return time.perf_counter() - start


def throughput(corpus: Path, limit: int, folder: Path) -> list[tuple[float, float]]:
    """Return requests a second of the bare loop and of the harness, in turn."""
    found = []
    opened = open_corpus(corpus)
    with serving() as port:
        judge = judge_at(port)
        plan = plan_run(judge, opened, limit=limit)
        tasks = [task for asked in plan.asked for task in asked.tasks]
        with Pictures(opened, judge, tasks) as pictures:
            without = judge.provider.without(judge.base_url)
            bodies = [
                judge.provider.body(
                    pictures.request(task), judge.model, without
                ).encode()
                for task in tasks
            ]
        for number in range(ROUNDS):
            first = len(bodies) / asyncio.run(bare(port, bodies))
            start = time.perf_counter()
            run_hosted(
                plan,
                opened,
                folder / f"speed{number}.jsonl",
                environment={"EYECHART_API_KEY": KEY},
                manner=Manner(concurrency=CONCURRENCY),
            )
            found.append((first, len(bodies) / (time.perf_counter() - start)))
            print(f"bare {found[-1][0]:.0f}/s, harness {found[-1][1]:.0f}/s")
    return found


def main() -> None:
    """Run both and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--limit", type=int, default=2000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        faults = under_faults(given.corpus, given.limit, Path(name))
    for key, value in faults.items():
        print(f"{key}: {value}")
    with tempfile.TemporaryDirectory() as name:
        pairs = throughput(given.corpus, given.limit, Path(name))
    bare_rate, own_rate = (
        statistics.median(rates) for rates in zip(*pairs, strict=True)
    )
    faults["bare_per_second"] = round(bare_rate, 1)
    faults["harness_per_second"] = round(own_rate, 1)
    shares = [own / plain for plain, own in pairs]
    faults["share"] = round(statistics.median(shares), 3)
    print(f"share: {faults['share']}")
    with RESULTS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["what", "value"])
        writer.writerows(faults.items())


if __name__ == "__main__":
    main()
