import math

import numpy as np
import pytest

from eyechart.analysis.audit import Audit
from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import get_family
from eyechart.analysis.figures.gather import cells_of, curve_of, shares_of
from eyechart.analysis.model.cell import make_cell as make_data
from eyechart.analysis.onset import fit_onset

# Baker et al. (2008), the data of a published fit with a floor from controls.
BAKER = ([2, 3, 4, 5, 6, 7, 8], [2, 6, 9, 12, 10, 12, 10], [12] * 7)


def test_the_curve_of_a_row_is_the_curve_that_was_fitted(make_onset):
    magnitude, below, total = BAKER
    fit = fit_onset(magnitude, below, total, controls=(2, 84))
    data = make_data(magnitude, below, total, controls=(2, 84), floor=None)
    fitted = fit_curve(data, get_family("logistic"), 0.75)
    row = make_onset(onset=fit.onset, floor=fit.floor, width=fit.width, lapse=fit.lapse)
    redrawn = curve_of(row, "logistic")
    sizes = [0.1, 1.0, 2.5, 4.22, 7.7, 100.0]
    expected = fitted.probability(np.log(sizes))
    assert [redrawn(size) for size in sizes] == pytest.approx(list(expected), rel=1e-9)


def test_the_curve_meets_the_criterion_at_the_onset_and_has_its_width(make_onset):
    row = make_onset(floor=0.2, onset=3.0, width=1.7, criterion=0.6)
    curve = curve_of(row, "logistic")
    assert curve(3.0) == pytest.approx(0.6, rel=1e-12)

    def size(share):
        low, high = 1e-6, 1e6
        for _ in range(200):
            middle = math.sqrt(low * high)
            if curve(middle) < 0.2 + 0.8 * share:
                low = middle
            else:
                high = middle
        return low

    assert math.log(size(0.95) / size(0.05)) == pytest.approx(1.7, rel=1e-9)


def test_a_lapse_lowers_the_upper_end(make_onset):
    curve = curve_of(make_onset(lapse=0.05), "logistic")
    assert curve(1e9) == pytest.approx(0.95)
    assert curve(8.5) == pytest.approx(0.75)


def test_without_an_onset_there_is_no_curve(make_onset):
    assert curve_of(make_onset(status="right_censored"), "logistic") is None
    assert curve_of(make_onset(floor=None), "logistic") is None


def test_judges_of_one_framing_dimension_and_role_share_a_cell(make_onset, make_audit):
    audit = make_audit(
        make_onset("beta"),
        make_onset("alpha"),
        make_onset("alpha", role="incidental"),
        make_onset("alpha", framing="reference"),
    )
    cells = cells_of(audit)
    found = [(c.framing, c.role, [row.judge for row in c.judged]) for c in cells]
    assert found == [
        ("instruction", "incidental", ["alpha"]),
        ("instruction", "instructed", ["alpha", "beta"]),
        ("reference", "instructed", ["alpha"]),
    ]
    assert cells[0].tested == pytest.approx((0.26, 117.6))
    assert len(cells[0].judged[0].points) == 6


def test_what_was_not_computed_is_open(make_onset, make_audit):
    row = make_onset(status="too_few", onset_low=None, onset_high=None, floor=None)
    (cell,) = cells_of(make_audit(row))
    assert (cell.judged[0].low, cell.judged[0].high) == (0.0, math.inf)
    assert cell.judged[0].floor is None


def test_the_floor_band_is_the_wilson_interval_of_the_floor_row(make_onset, make_audit):
    (cell,) = cells_of(make_audit(make_onset()))
    assert (cell.judged[0].floor_low, cell.judged[0].floor_high) == (0.043, 0.214)


def test_shares_are_those_of_the_deciding_criterion(make_onset, make_floor, make_audit):
    audit = make_audit(make_onset())
    floors = (
        make_floor(criterion="legibility", share=0.9),
        make_floor(kind="unedited", share=0.8),
        make_floor(share=0.2),
        make_floor(kind="degraded"),
        make_floor(kind="sham", n=0, share=None, exact_low=None, exact_high=None),
        make_floor("beta", framing="reference", kind="identity", share=0.3),
        make_floor("beta", framing="reference", criterion="similarity", share=0.7),
    )
    shares = shares_of(
        Audit(
            onsets=audit.onsets,
            floors=floors,
            tiers=audit.tiers,
            missing=(),
            settings=audit.settings,
        )
    )
    assert [(s.judge, s.kind, s.share) for s in shares] == [
        ("alpha", "flawless", 0.2),
        ("alpha", "unedited", 0.8),
        ("beta", "identity", 0.3),
    ]
