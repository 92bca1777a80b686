"""What can go wrong with the Hub, told in one sentence each."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...generator.errors import EyechartError

TOKEN = "HF_TOKEN"
"""The environment variable that holds the token."""


class HubError(EyechartError, OSError):
    """The Hub refuses or cannot be reached."""


@contextmanager
def told(repo: str) -> Iterator[None]:
    """Turn what the client of the Hub raises into one sentence that names `repo`.

    Raises
    ------
    HubError
        Instead of every error of the client or of the connection.
    """
    from huggingface_hub import errors

    try:
        yield
    except (errors.HFValidationError, errors.LocalTokenNotFoundError) as error:
        raise HubError(f"{repo}: {_first_line(error)}") from error
    except errors.OfflineModeIsEnabled as error:
        raise HubError(
            f"{repo}: HF_HUB_OFFLINE is set, so the Hub is not asked"
        ) from error
    except errors.LocalEntryNotFoundError as error:
        raise HubError(
            f"{repo}: the cache holds no such revision and the Hub was not reached"
        ) from error
    except errors.HfHubHTTPError as error:
        raise HubError(f"{repo}: {_reason(error)}") from error
    except Exception as error:
        # The client's own transport errors have no common public base.
        if not type(error).__module__.startswith(("httpx", "requests", "httpcore")):
            raise
        raise HubError(
            f"{repo}: the Hub cannot be reached ({_first_line(error)})"
        ) from error


def _reason(error: Any) -> str:
    """Return what an answer of the Hub means here."""
    from huggingface_hub import errors

    status = getattr(error.response, "status_code", 0)
    if isinstance(error, errors.GatedRepoError):
        return (
            f"is gated; ask for access on its page, then set {TOKEN} to a token of "
            "that account"
        )
    if isinstance(error, errors.RevisionNotFoundError):
        return "has no such revision"
    if isinstance(error, errors.RemoteEntryNotFoundError):
        return "lacks a file of a corpus"
    if status == 401 and _sent_a_token(error):
        return f"the token in {TOKEN} is not accepted; it may have expired"
    if isinstance(error, errors.RepositoryNotFoundError):
        return (
            "is not there, or is private; allowed: a repository that is public, or "
            f"that the token in {TOKEN} may see"
        )
    if status == 403:
        return (
            f"the token in {TOKEN} may not do this; to publish, it needs the right to "
            "write"
        )
    if status in (409, 412):
        return "was changed by somebody else meanwhile; run it again"
    if status == 429:
        return "the Hub asks to wait (too many requests); run it again later"
    told = getattr(error, "server_message", None) or _first_line(error)
    return f"the Hub answers {status} ({' '.join(told.split())}); run it again later"


def _sent_a_token(error: Any) -> bool:
    request = getattr(error.response, "request", None)
    return request is not None and "authorization" in request.headers


def _first_line(error: BaseException) -> str:
    return str(error).strip().split("\n", 1)[0].rstrip(".") or type(error).__name__
