"""Where models think aloud before they answer: the marks around it."""

import re

_NAMES = (
    "think|thinking|thought|thoughts|reason|reasoning|reflection|scratchpad|analysis|"
    "antthinking|seed:think"
)

OPENING = (
    rf"<\s*(?:{_NAMES})(?:\s[^<>]{{0,200}})?>"
    rf"|<\|(?:{_NAMES})\|>"
    r"|\[THINK\]|◁think▷|<\|begin_of_thought\|>|<\|START_THINKING\|>"
    r"|<\|channel\|>\s*(?:analysis|commentary)"
)
"""Start of a thought: tags, and the marks of several families of models."""

CLOSING = (
    rf"<\s*/\s*(?:{_NAMES})\s*>"
    rf"|<\|/(?:{_NAMES})\|>|<｜end▁of▁thinking｜>"
    r"|\[/THINK\]|◁/think▷|<\|end_of_thought\|>|<\|END_THINKING\|>"
    r"|<\|channel\|>\s*final"
)
"""End of a thought; all before it was thought, even without a start."""

# This mark ends any message, so alone it ends no thought.
_END = re.compile(rf"{CLOSING}|<\|end\|>", re.IGNORECASE)
_CHANNEL = re.compile(r"<\|channel\|>", re.IGNORECASE)
_CLOSING = re.compile(CLOSING, re.IGNORECASE)


def end_of_thought(text: str, opening: re.Match[str]) -> int | None:
    """Return where the thought ends that starts here; None when it does not."""
    marks = _END if _CHANNEL.match(opening[0]) else _CLOSING
    found = marks.search(text, opening.end())
    return found.end() if found else None


def last_end_of_thought(text: str) -> int | None:
    """Return where the last thought ends; None when none does."""
    end = None
    for found in _CLOSING.finditer(text):
        end = found.end()
    return end
