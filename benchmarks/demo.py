"""Wall and processor seconds of each step of the demo: python benchmarks/demo.py."""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STEPS = (
    "render smoke -o corpus",
    "verify corpus",
    "judge corpus -j simulated -o simulated.jsonl",
    "judge corpus -j pixel --framing reference -o pixel.jsonl",
    "fit corpus simulated.jsonl pixel.jsonl -o audit",
    "report audit --corpus corpus",
)


def processor_seconds() -> float:
    """Return what ended child processes have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print a row a step, and their sum."""
    start, used = time.perf_counter(), processor_seconds()
    print(f"{'wall s':>8}{'cpu s':>8}  step")
    with tempfile.TemporaryDirectory() as folder:
        for step in STEPS:
            began, before = time.perf_counter(), processor_seconds()
            subprocess.run(
                [sys.executable, "-m", "eyechart", *step.split()],
                check=True,
                cwd=Path(folder),
                stdout=subprocess.DEVNULL,
            )
            wall, cpu = time.perf_counter() - began, processor_seconds() - before
            print(f"{wall:8.1f}{cpu:8.1f}  {step}", flush=True)
    wall, cpu = time.perf_counter() - start, processor_seconds() - used
    print(f"{wall:8.1f}{cpu:8.1f}  all")


if __name__ == "__main__":
    main()
