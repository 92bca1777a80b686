"""A small audited corpus, as rows."""

import math

import numpy as np
import pandas as pd
import pytest

TIERS = (1, 2, 3, 4, 5, 6)
ONSET = math.exp(3.0)
RATE = 2.5


def stimuli_rows():
    rng = np.random.default_rng(5)
    rows = [
        {
            "stimulus_id": f"position-instructed-{tier}-{i}",
            "kind": "degraded",
            "dimension": "position",
            "role": "instructed",
            "magnitude": float(np.exp(tier - 1 + rng.random())),
            "tier": tier,
            "unit": "px",
            "series_id": f"s{i}",
            "visible_anchor": 20.0,
        }
        for tier in TIERS
        for i in range(15)
    ]
    rows += [
        {"stimulus_id": f"{kind}-{i}", "kind": kind, "magnitude": 0.0}
        for kind in ("flawless", "unedited", "identity", "sham")
        for i in range(40)
    ]
    return rows


def chance(row, floor):
    if row["kind"] == "unedited":
        return 0.95
    if row["kind"] != "degraded":
        return floor
    odds = (0.75 - floor) / 0.25
    z = math.log(odds) + RATE * (math.log(row["magnitude"]) - math.log(ONSET))
    return floor + (1 - floor) / (1 + math.exp(-z))


def judgement_rows(stimuli, judge="alpha", floor=0.1, seed=7):
    rng = np.random.default_rng(seed)
    rows = []
    for row in stimuli:
        below = bool(rng.random() < chance(row, floor))
        which = int(rng.integers(3))
        lost = int(rng.integers(1, 5))
        for i, criterion in enumerate(("following", "text", "layout")):
            score = 5 - lost if below and i == which else 5
            rows.append((row, judge, "instruction", criterion, score, 1, 5))
        rows.append((row, judge, "instruction", "overall_quality", 3, 1, 5))
        if row["kind"] != "unedited":
            rows.append((row, judge, "reference", "difference", below, None, None))
            rows.append((row, judge, "reference", "similarity", 4, 1, 5))
    names = ("judge", "framing", "criterion", "score", "scale_min", "scale_max")
    return [
        {"stimulus_id": row["stimulus_id"], **dict(zip(names, values, strict=True))}
        for row, *values in rows
        if not (row["kind"] == "identity" and values[1] == "instruction")
    ]


@pytest.fixture(scope="session")
def stimuli():
    return stimuli_rows()


@pytest.fixture(scope="session")
def judgements(stimuli):
    return judgement_rows(stimuli)


@pytest.fixture
def frames(stimuli, judgements):
    return (
        pd.DataFrame(judgements).astype({"score": object}),
        pd.DataFrame(stimuli),
    )
