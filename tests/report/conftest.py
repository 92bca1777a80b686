"""Small made-up cells and audits."""

import math

import pytest

from eyechart.analysis.audit import Audit
from eyechart.analysis.figures.cells import Cell, Judged, Point
from eyechart.analysis.results.made_with import Settings
from eyechart.analysis.results.records import FloorRow, MissingRow, Onset, TierRow

WINDOWS = (0.25, 0.5, 1.5, 4.0, 12.0, 40.0, 120.0)


def logistic_curve(floor, onset, width, criterion=0.75):
    share = (criterion - floor) / (1 - floor)
    rate = 2 * math.log(19) / width
    shift = math.log(share / (1 - share))

    def probability(magnitude):
        z = shift + rate * math.log(magnitude / onset)
        return floor + (1 - floor) / (1 + math.exp(-z))

    return probability


def points(shares, n=20):
    return tuple(
        Point(
            tier=str(tier),
            magnitude=math.sqrt(WINDOWS[tier - 1] * WINDOWS[tier]),
            n=n,
            share=share,
            low=max(0.0, share - 0.15),
            high=min(1.0, share + 0.15),
        )
        for tier, share in enumerate(shares, 1)
    )


def judged(judge="alpha", status="located", **more):
    fields = {
        "judge": judge,
        "status": status,
        "onset": 8.5 if status == "located" else None,
        "low": 5.0 if status == "located" else 0.0,
        "high": 15.0 if status == "located" else math.inf,
        "tested_low": 0.26,
        "tested_high": 118.0,
        "floor": 0.1,
        "floor_low": 0.04,
        "floor_high": 0.2,
        "floor_n": 50,
        "q": 0.0004,
        "deviance_p": 0.4,
        "tier_of_onset": "4" if status == "located" else "",
        "n": 120,
        "n_missing": 3,
        "points": points((0.1, 0.1, 0.3, 0.6, 0.9, 1.0)),
        "curve": logistic_curve(0.1, 8.5, 2.0) if status == "located" else None,
    }
    return Judged(**(fields | more))


def cell(*rows, **more):
    fields = {
        "framing": "instruction",
        "dimension": "position",
        "role": "instructed",
        "unit": "px",
        "criterion": 0.75,
        "level": 0.95,
        "visible_anchor": 4.0,
        "judged": rows or (judged(),),
    }
    return Cell(**(fields | more))


def onset_row(judge="alpha", status="located", **more):
    located = status == "located"
    fields = {
        "judge": judge,
        "framing": "instruction",
        "dimension": "position",
        "role": "instructed",
        "unit": "px",
        "n": 120,
        "n_missing": 3,
        "floor": 0.1,
        "floor_n": 50,
        "spearman": 0.7,
        "p": 0.0002,
        "q": 0.0004,
        "trend_p": 0.0005,
        "trend_q": 0.001,
        "family_size": 2,
        "status": status,
        "onset": 8.5 if located else None,
        "onset_low": 5.0 if located else 0.0,
        "onset_high": 15.0 if located else math.inf,
        "slope": 0.736,
        "width": 2.0,
        "lapse": 0.0,
        "rise_p": 0.005,
        "deviance_p": 0.4,
        "criterion": 0.75,
        "level": 0.95,
        "ci_method": "profile",
        "tier_of_onset": 4 if located else None,
        "visible_anchor": 4.0,
    }
    return Onset(**(fields | more))


def tier_rows(onset, shares=(0.1, 0.1, 0.3, 0.6, 0.9, 1.0), n=20):
    return tuple(
        TierRow(
            judge=onset.judge,
            framing=onset.framing,
            dimension=onset.dimension,
            role=onset.role,
            unit=onset.unit,
            tier=tier,
            magnitude_low=WINDOWS[tier - 1] * 1.04,
            magnitude_high=WINDOWS[tier] * 0.98,
            magnitude_mean=math.sqrt(WINDOWS[tier - 1] * WINDOWS[tier]),
            n=n,
            below=round(share * n),
            share=share,
            wilson_low=max(0.0, share - 0.15),
            wilson_high=min(1.0, share + 0.15),
        )
        for tier, share in enumerate(shares, 1)
    )


def floor_row(judge="alpha", framing="instruction", kind="flawless", **more):
    fields = {
        "judge": judge,
        "framing": framing,
        "criterion": "difference" if framing == "reference" else "any",
        "kind": kind,
        "n": 50,
        "below": 5,
        "share": 0.1,
        "wilson_low": 0.043,
        "wilson_high": 0.214,
        "exact_low": 0.033,
        "exact_high": 0.218,
        "mean_score": None,
        "entropy_bits": None,
    }
    return FloorRow(**(fields | more))


def audit(*onsets, missing=(), **settings):
    fields = {
        "criterion": 0.75,
        "level": 0.95,
        "family": "logistic",
        "interval": "profile",
        "score": "any",
        "scale": "1-5",
        "seed": 0,
        "judgements": ("judgements.jsonl",),
        "stimuli": "corpus",
        "version": "1.2.3",
    }
    panels = sorted({(onset.judge, onset.framing) for onset in onsets})
    return Audit(
        onsets=onsets,
        floors=tuple(
            floor_row(judge, framing, kind)
            for judge, framing in panels
            for kind in ("floor", "flawless", "unedited", "degraded", "all")
        ),
        tiers=tuple(row for onset in onsets for row in tier_rows(onset)),
        missing=tuple(
            MissingRow(judge=judge, framing="instruction", status=status, n=n)
            for judge, status, n in missing
        ),
        settings=Settings(**(fields | settings)),
    )


@pytest.fixture(scope="session")
def make_judged():
    return judged


@pytest.fixture(scope="session")
def make_cell():
    return cell


@pytest.fixture(scope="session")
def make_points():
    return points


@pytest.fixture(scope="session")
def make_curve():
    return logistic_curve


@pytest.fixture(scope="session")
def make_onset():
    return onset_row


@pytest.fixture(scope="session")
def make_floor():
    return floor_row


@pytest.fixture(scope="session")
def make_audit():
    return audit
