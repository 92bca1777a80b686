"""When a request is sent again, and after how long: the only layer that retries."""

import email.utils
import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ...generator.errors import EyechartError
from ...generator.streams import Stream

AGAIN = frozenset({408, 409, 425, 429, *range(500, 600)} - {501, 505, 510, 511})
"""Statuses after which the same request may succeed.

RFC 9110, section 15, and RFC 6585, section 4; a status that is not known is taken to
mean what the first of its hundred does, so those of gateways and of overloaded
providers are among them. What a server does not do at all it will not do later.
"""

HOPELESS = {
    401: "the key is not accepted",
    402: "the account has to be paid for",
    403: "the key may not use this model",
    404: "there is no such address or model",
    405: "the address takes no such requests",
}
"""Statuses after which no other request can succeed either."""

_SPENT = "insufficient_quota"
"""What an account without credit is told with status 429, OpenAI error codes."""


class RunStoppedError(EyechartError, RuntimeError):
    """Nothing can be asked any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """How often and how soon.

    Attributes
    ----------
    tries : int
        How often a request is sent at most.
    base, cap : float
        Seconds. The wait is drawn evenly from 0 to `base` doubled for each
        failure, at most `cap`: "full jitter", Brooker, Exponential backoff and
        jitter, AWS Architecture Blog, 2015.
    longest : float
        The longest time that a server may ask to wait, s.
    """

    tries: int = 8
    base: float = 1.0
    cap: float = 60.0
    longest: float = 900.0

    def wait(self, key: str, failures: int, asked: float | None) -> float:
        """Return how long to wait, s, after some failures of one request.

        Parameters
        ----------
        key : str
            Of the request.
        failures : int
            How many there were, 1 or more.
        asked : float or None
            What the server asks for; it is never undercut.

        Raises
        ------
        RunStoppedError
            When the server asks for more than `longest`.
        """
        ceiling = min(self.cap, self.base * 2.0 ** min(failures - 1, 60))
        jitter = Stream(0, "retry", key, str(failures)).uniform(0.0, ceiling)
        if asked is None:
            return jitter
        if asked > self.longest:
            raise RunStoppedError(
                f"the server asks to wait {asked:g} s; run the same command again then"
            )
        # Requests that were turned away together come back apart.
        return asked + min(jitter, self.base)


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return how long a server asks to wait, s: RFC 9110, section 10.2.3.

    Parameters
    ----------
    headers : mapping
        Names in lower case.
    now : datetime
        With its time zone; for headers that hold a date.

    Examples
    --------
    >>> now = datetime(2026, 1, 1, tzinfo=UTC)
    >>> retry_after({"retry-after": "7"}, now)
    7.0
    >>> retry_after({"retry-after": "Thu, 01 Jan 2026 00:01:00 GMT"}, now)
    60.0
    """
    value = headers.get("retry-after", "").strip()
    try:
        seconds = float(value)
    except ValueError:
        return _until(value, now)
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _until(value: str, now: datetime) -> float | None:
    try:
        then = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return None
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    return max(0.0, (then - now).total_seconds())


def check_hope(status: int, payload: Any, said: str) -> None:
    """Stop the run when no other request can succeed either.

    Parameters
    ----------
    status : int
        Of the response.
    payload : object
        Its JSON; None when it has none.
    said : str
        The response in a few words, without any key.

    Raises
    ------
    RunStoppedError
        When there is no hope.
    """
    if status in HOPELESS:
        raise RunStoppedError(f"{HOPELESS[status]} (HTTP {status}: {said})")
    if status == 429 and _SPENT in _codes(payload):
        raise RunStoppedError(f"the account has no credit left (HTTP 429: {said})")


def _codes(payload: Any) -> set[str]:
    error = payload.get("error") if isinstance(payload, dict) else None
    if not isinstance(error, dict):
        return set()
    return {str(error.get("code")), str(error.get("type"))}
