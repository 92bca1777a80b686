"""Sizes that models see, against published figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyechart.generator.errors import GeometryError, UnknownNameError
from eyechart.judging.vision.effective import seen_size
from eyechart.judging.vision.resizing import Patch
from eyechart.judging.vision.rule import rules

SENT = (
    (512, 512),
    (896, 672),
    (1000, 700),
    (1024, 768),
    (1024, 1024),
    (1344, 896),
    (1920, 1080),
    (2816, 1536),
)
SAME = dict.fromkeys(SENT)

# Sizes seen, with the scale (across, down) to three places; None: untouched.
SEEN = {
    "openai-tile-high": SAME
    | {
        (1024, 1024): (768, 768, 0.750, 0.750),
        (1344, 896): (1152, 768, 0.857, 0.857),
        (1920, 1080): (1365, 768, 0.711, 0.711),
        (2816, 1536): (1408, 768, 0.500, 0.500),
    },
    "openai-tile-low": {
        (512, 512): None,
        (896, 672): (512, 384, 0.571, 0.571),
        (1000, 700): (512, 358, 0.512, 0.511),
        (1024, 768): (512, 384, 0.500, 0.500),
        (1024, 1024): (512, 512, 0.500, 0.500),
        (1344, 896): (512, 341, 0.381, 0.381),
        (1920, 1080): (512, 288, 0.267, 0.267),
        (2816, 1536): (512, 279, 0.182, 0.182),
    },
    "openai-gpt-5.4-high": SAME | {(2816, 1536): (2048, 1117, 0.727, 0.727)},
    "openai-gpt-5.2": SAME | {(2816, 1536): (2048, 1117, 0.727, 0.727)},
    "openai-gpt-5.5-original": SAME,
    "claude-4.6": SAME
    | {
        (1920, 1080): (1456, 819, 0.758, 0.758),
        (2816, 1536): (1489, 812, 0.529, 0.529),
    },
    "claude-4.7": SAME | {(2816, 1536): (2576, 1405, 0.915, 0.915)},
    "qwen2.5-vl": {
        (512, 512): (504, 504, 0.984, 0.984),
        (896, 672): None,
        (1000, 700): (1008, 700, 1.008, 1.000),
        (1024, 768): (1036, 756, 1.012, 0.984),
        (1024, 1024): (1036, 1036, 1.012, 1.012),
        (1344, 896): None,
        (1920, 1080): (1932, 1092, 1.006, 1.011),
        (2816, 1536): (2828, 1540, 1.004, 1.003),
    },
    "imgedit-judge": {
        (512, 512): (1008, 1008, 1.969, 1.969),
        (896, 672): (1176, 896, 1.312, 1.333),
        (1000, 700): (1232, 868, 1.232, 1.240),
        (1024, 768): (1176, 896, 1.148, 1.167),
        (1024, 1024): (1036, 1036, 1.012, 1.012),
        (1344, 896): None,
        (1920, 1080): (1540, 868, 0.802, 0.804),
        (2816, 1536): (1568, 840, 0.557, 0.547),
    },
    "ollama-qwen2.5-vl": {
        (512, 512): (504, 504, 0.984, 0.984),
        (896, 672): None,
        (1000, 700): (1008, 700, 1.008, 1.000),
        (1024, 768): (1036, 756, 1.012, 0.984),
        (1024, 1024): (980, 980, 0.957, 0.957),
        (1344, 896): (1204, 812, 0.896, 0.906),
        (1920, 1080): (1316, 728, 0.685, 0.674),
        (2816, 1536): (1344, 728, 0.477, 0.474),
    },
    "qwen3-vl": SAME
    | {
        (1000, 700): (992, 704, 0.992, 1.006),
        (1920, 1080): (1920, 1088, 1.000, 1.007),
    },
}


@pytest.mark.parametrize(
    ("name", "sent"), [(name, sent) for name in SEEN for sent in SENT]
)
def test_the_size_that_is_seen(name: str, sent: tuple[int, int]) -> None:
    wide, high = seen_size(*sent, name)
    scales = tuple(
        float(f"{s / t:.3f}") for s, t in zip((wide, high), sent, strict=True)
    )
    assert (wide, high, *scales) == (SEEN[name][sent] or (*sent, 1.0, 1.0))


# Worked examples on the providers' pages.
@pytest.mark.parametrize(
    ("name", "sent", "seen"),
    [
        ("claude-4.6", (1920, 1080), (1456, 819)),
        ("claude-4.6", (1075, 1520), (924, 1307)),
        ("claude-4.7", (3840, 2160), (2576, 1449)),
        ("claude-4.7", (1920, 1080), (1920, 1080)),
        ("openai-gpt-5.4-high", (1024, 1024), (1024, 1024)),
        ("openai-gpt-5.4-high", (2048, 2048), (1600, 1600)),
        ("openai-gpt-5.6-original", (8000, 6000), (8000, 6000)),
    ],
)
def test_published_examples(
    name: str, sent: tuple[int, int], seen: tuple[int, int]
) -> None:
    assert seen_size(*sent, name) == seen


def test_a_budget_of_1536_patches() -> None:
    # The example of earlier editions of OpenAI's page, for gpt-4.1-mini.
    shrink = Patch(fit=65535, patches=1536)
    assert shrink(1800, 2400) == (1056, 1408)


LEFT_ALONE = sorted(
    name
    for name, rule in rules().items()
    if rule.kind != "unpublished"
    and name != "imgedit-judge"
    and ("low" not in rule.detail or "high" in rule.detail)
)


@pytest.mark.parametrize("name", [*LEFT_ALONE, "openai-gpt-5.4-low"])
def test_the_default_page_is_left_alone(name: str) -> None:
    assert seen_size(896, 672, name) == (896, 672)


def test_but_for_detail_low_and_a_judge_that_enlarges() -> None:
    known = {name for name, rule in rules().items() if rule.kind != "unpublished"}
    changed = {name for name in known if seen_size(896, 672, name) != (896, 672)}
    assert changed == {
        "imgedit-judge",
        "openai-gpt-5.5-low",
        "openai-gpt-5.6-low",
        "openai-tile-low",
    }


@given(
    name=st.sampled_from(LEFT_ALONE),
    width=st.integers(32, 4000),
    height=st.integers(32, 4000),
)
def test_a_seen_picture_is_seen_as_it_is(name: str, width: int, height: int) -> None:
    seen = seen_size(width, height, name)
    if rules()[name].kind == "smart_resize":
        factor = rules()[name].resize.factor  # type: ignore[attr-defined]
        assert (seen[0] % factor, seen[1] % factor) == (0, 0)
    else:
        assert seen[0] <= width
        assert seen[1] <= height
    if rules()[name].kind == "area":
        # What was shrunk to fit, fits.
        assert seen_size(*seen, name) == seen


@pytest.mark.parametrize("budget", [1536, 2500, 6144, 10000])
@given(width=st.integers(32, 6000), height=st.integers(32, 6000))
def test_the_patch_budget_is_kept(budget: int, width: int, height: int) -> None:
    wide, high = Patch(fit=6000, patches=budget)(width, height)
    assert -(-wide // 32) * -(-high // 32) <= budget


@pytest.mark.parametrize(
    ("name", "sent", "message"),
    [
        (
            "claude-4.7",
            (8001, 10),
            r"8001x10 px is refused by the provider; allowed: up to 8000 px a side",
        ),
        ("qwen3-vl", (3000, 10), "a longer side of up to 200 times the shorter"),
        ("gemini", (896, 672), r"what Google makes of .* 896x672 px is unpublished"),
        ("claude-4.6", (0, 672), "0x672 px is none; allowed: 1 px a side or more"),
        ("openai-tile-low", (60000, 1), "too narrow to be resized: 512x0 px would be"),
        ("claude-4.6", (7999, 1), "too narrow to be resized: 1568x0 px would be left"),
    ],
)
def test_refusals(name: str, sent: tuple[int, int], message: str) -> None:
    with pytest.raises(GeometryError, match=message):
        seen_size(*sent, name)


def test_an_unknown_rule() -> None:
    message = "resize rule 'claude-4' is unknown; did you mean 'claude-4.7'"
    with pytest.raises(UnknownNameError, match=message):
        seen_size(896, 672, "claude-4")
