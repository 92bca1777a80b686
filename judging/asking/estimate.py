"""How many tokens a request will take, before it is sent."""

import json
from dataclasses import dataclass

from ..requests.request import Request, Text
from ..vision.effective import seen_size
from ..vision.models import Eyes
from ..vision.resizing import Size

_BYTES_PER_TOKEN = 4.0
"""Of English text, as vendors of models tell their users to reckon."""

_FEWEST, _MOST = 8.0, 2.0
"""Bytes per token between which a report is believed, whatever the tokeniser."""

_FRAME = 200
"""Tokens that servers may add around the messages."""

_UNKNOWN_PICTURE = 1500
"""Reckoned for a picture of unknown price; above most of the published ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """Tokens of a request.

    Attributes
    ----------
    input_tokens : int
        Reckoned.
    output_tokens : int
        At most.
    low, high : int or None
        Between which a report of the input agrees with what is published about
        the model's pictures; None when their price is not known.
    """

    input_tokens: int
    output_tokens: int
    low: int | None
    high: int | None

    def agrees(self, reported: int) -> bool:
        """Tell whether a report can be true if the pictures arrived as sent."""
        if self.low is None or self.high is None:
            return True
        return self.low <= reported <= self.high


def estimate(request: Request, eyes: Eyes, size: Size) -> Estimate:
    """Return what a request will take.

    Parameters
    ----------
    request : Request
        What is sent; its pictures are not looked at.
    eyes : Eyes
        What is known of the model.
    size : tuple of int
        Width and height of each picture as sent, px.
    """
    texts = [part.text for part in request.parts if isinstance(part, Text)]
    told = sum(len(text.encode()) for text in (request.system, *texts))
    form = len(json.dumps(request.schema)) if request.settings.structured else 0
    count = len(request.pictures)
    each = picture_tokens(eyes, size)
    pictures = count * (_UNKNOWN_PICTURE if each is None else each)
    low = high = None
    if each is not None:
        low = pictures + int(told / _FEWEST)
        high = pictures + int((told + form) / _MOST) + _FRAME
    return Estimate(
        input_tokens=pictures + int((told + form) / _BYTES_PER_TOKEN),
        output_tokens=request.settings.max_tokens,
        low=low,
        high=high,
    )


def size_seen(eyes: Eyes, size: Size) -> Size | None:
    """Return the size at which the model sees a picture; None when not published."""
    if eyes.rule is None or eyes.rule.kind == "unpublished":
        return None
    return seen_size(*size, eyes.rule)


def picture_tokens(eyes: Eyes, size: Size) -> int | None:
    """Return what a picture costs; None when it is not known."""
    return (
        None if eyes.price is None else eyes.price(size_seen(eyes, size), eyes.setting)
    )
