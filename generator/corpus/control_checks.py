"""Checks that controls are what their kind says."""

from collections.abc import Mapping

from ..drawing.canvas import Pixels
from ..errors import VerificationError
from .manifest import Entry
from .picture import SHAM_QUALITY, re_encoded

_EQUAL = {
    "flawless": ("ground_truth", "result"),
    "unedited": ("source", "result"),
    "identity": ("source", "ground_truth", "result"),
    "sham": ("result",),
}


def check_control(entry: Entry) -> None:
    """Refuse a control of an unknown kind, or whose pictures are not equal as it says.

    Raises
    ------
    VerificationError
        Naming the stimulus.
    """
    if entry.kind not in _EQUAL:
        raise VerificationError(
            f"stimulus {entry.stimulus_id}: kind {entry.kind!r} is unknown"
        )
    digests = {entry.pixels[name] for name in _EQUAL[entry.kind]}
    if len(digests) > 1:
        raise VerificationError(
            f"stimulus {entry.stimulus_id}: is {entry.kind}, but "
            f"{' and '.join(_EQUAL[entry.kind])} differ"
        )


def check_sham(entry: Entry, pages: Mapping[str, Pixels]) -> None:
    """Refuse a sham that is not its ground truth, re-encoded.

    Raises
    ------
    VerificationError
        Naming the stimulus.
    """
    if (re_encoded(pages["ground_truth"]) != pages["result"]).any():
        raise VerificationError(
            f"stimulus {entry.stimulus_id}: is sham, but its result is not the ground "
            f"truth re-encoded at JPEG quality {SHAM_QUALITY}"
        )
