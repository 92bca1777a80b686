"""Time of planning specs: python benchmarks/planning.py [SPEC...].

Each spec is planned in a fresh process, so that no cache of one serves another. CPU
time counts the processes that it starts. Times of machines differ; what a stimulus
costs against one of the first spec named differs less.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

PRESETS = ("smoke", "thesis", "audit", "full")
PLANNING = """\
import json, sys
from eyechart.generator.plan import make_plan
from eyechart.generator.spec import read_spec

def draws(refusals):
    return sum(times for one in refusals for _, times in one.reasons)

plan = make_plan(read_spec(sys.argv[1]))
print(json.dumps({
    "stimuli": len(plan.stimuli),
    "given_up": len(plan.refusals),
    "refused": draws(plan.refusals) + draws(plan.redraws),
    "redrawn": len(plan.redraws),
    "left": sum(plan.left.values()),
}))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """What planning a spec took, seconds, and what came of it."""

    wall: float
    cpu: float
    counts: dict[str, Any]

    @property
    def each(self) -> float:
        """CPU milliseconds a stimulus."""
        return 1000 * self.cpu / self.counts["stimuli"]


def processor_seconds() -> float:
    """Return the CPU time of all processes that have ended below this one."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def planned(spec: str) -> Planned:
    """Plan a spec in a process of its own."""
    start, before = time.perf_counter(), processor_seconds()
    answer = subprocess.run(
        [sys.executable, "-c", PLANNING, spec], check=True, stdout=subprocess.PIPE
    )
    return Planned(
        wall=time.perf_counter() - start,
        cpu=processor_seconds() - before,
        counts=json.loads(answer.stdout),
    )


def main() -> None:
    """Print a row a spec."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("spec", nargs="*", default=list(PRESETS))
    columns = ("wall s", "CPU s", "stimuli", "ms each", "ratio", "draws refused")
    print(f"{'spec':<12}", *(f"{name:>14}" for name in columns), "", "series")
    first: Planned | None = None
    for spec in parser.parse_args().spec:
        one = planned(spec)
        first = first or one
        counts = one.counts
        print(
            f"{spec:<12} {one.wall:14.1f} {one.cpu:14.1f} {counts['stimuli']:14d} "
            f"{one.each:14.1f} {one.each / first.each:14.2f} {counts['refused']:14d}  "
            f"{counts['redrawn']} drawn again, {counts['given_up']} given up, "
            f"{counts['left']} left for balance",
            flush=True,
        )


if __name__ == "__main__":
    main()
