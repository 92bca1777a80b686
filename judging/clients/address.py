"""Addresses at which models are asked."""

from urllib.parse import urlsplit

from ...generator.errors import SpecError


def check_base_url(text: str) -> str:
    """Return an address without a slash at its end.

    Raises
    ------
    SpecError
        When it is none, or holds a user, a query or a fragment: what is in an
        address ends up in logs. The message does not hold the user.

    Examples
    --------
    >>> check_base_url("http://localhost:8000/v1/")
    'http://localhost:8000/v1'
    """
    allowed = "allowed: such as 'http://localhost:8000/v1'"
    try:
        parts = urlsplit(text)
        port_is_right = parts.port is None or parts.port > 0
    except ValueError as error:
        raise SpecError(f"base URL is not an address; {allowed}") from error
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise SpecError(
            f"base URL holds a user, a query or a fragment; {allowed}, and keys in "
            "the environment"
        )
    blank = any(c.isspace() or not c.isprintable() for c in text)
    right = parts.scheme in ("http", "https") and parts.hostname and port_is_right
    if not right or blank:
        raise SpecError(f"base URL {text!r} is not an address; {allowed}")
    return text.rstrip("/")
