"""Posting requests; the only module that uses httpx."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...generator.errors import EyechartError, SpecError
from .provider import Provider
from .secret import Secret

if TYPE_CHECKING:
    import ssl

    import httpx

_CONNECT_SECONDS = 10.0


class ClientMissingError(EyechartError, ImportError):
    """The package that posts requests is not installed."""


class ConnectionFailedError(EyechartError, ConnectionError):
    """A request was posted, or not, and no whole response came back.

    Attributes
    ----------
    kind : str
        Of the failure, such as ``"ReadTimeout"``; never holds the request.
    sent : bool
        Whether anything of it may have arrived.
    """

    def __init__(self, kind: str, *, sent: bool = True) -> None:
        super().__init__(f"no response ({kind})")
        self.kind = kind
        self.sent = sent


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """A whole response.

    Attributes
    ----------
    status : int
        Of HTTP.
    headers : mapping
        Names in lower case.
    body : bytes
        As it came, decompressed.
    """

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes


def open_client(
    provider: Provider,
    secret: Secret | None,
    *,
    base_url: str,
    seconds: float,
    connections: int,
) -> "httpx.AsyncClient":
    """Return what requests to one provider are posted with.

    It retries nothing and follows no redirection, which would carry the key to
    another address.

    Parameters
    ----------
    provider : Provider
        Who is asked.
    secret : Secret or None
        The key for `base_url`.
    base_url : str
        From `check_base_url`.
    seconds : float
        How long a silence of the other side is waited out.
    connections : int
        How many there are at once.

    Raises
    ------
    ClientMissingError
        When httpx is not installed.
    SpecError
        When the address is one that no host can have.
    """
    try:
        import httpx  # noqa: F401
    except ImportError as error:
        raise ClientMissingError(
            "judges over the network need httpx; install it with "
            "pip install 'eyechart[hosted]'"
        ) from error
    return _client(provider, secret, base_url, seconds, connections, None)


def open_clients(
    provider: Provider,
    secret: Secret | None,
    *,
    base_url: str,
    seconds: float,
    count: int,
) -> "tuple[httpx.AsyncClient, ...]":
    """Return clients of one connection each, for as many requests at a time.

    A client of many connections looks through all of them for every request.

    Parameters
    ----------
    provider, secret, base_url, seconds
        As for `open_client`.
    count : int
        How many.

    Raises
    ------
    ClientMissingError
        When httpx is not installed.
    SpecError
        When the address is one that no host can have.
    """
    first = open_client(
        provider, secret, base_url=base_url, seconds=seconds, connections=1
    )
    if count == 1:
        return (first,)
    import httpx

    # Reading all certificates takes a tenth of a second.
    context = httpx.create_ssl_context()
    rest = (
        _client(provider, secret, base_url, seconds, 1, context)
        for _ in range(count - 1)
    )
    return (first, *rest)


def _client(
    provider: Provider,
    secret: Secret | None,
    base_url: str,
    seconds: float,
    connections: int,
    context: "ssl.SSLContext | None",
) -> "httpx.AsyncClient":
    import httpx

    try:
        httpx.URL(base_url)
    except httpx.InvalidURL as error:
        raise SpecError(
            f"base URL {base_url!r} is not an address ({error}); allowed: such as "
            "'http://localhost:8000/v1'"
        ) from error
    return httpx.AsyncClient(
        base_url=base_url,
        headers=provider.headers(secret) | {"Content-Type": "application/json"},
        timeout=httpx.Timeout(seconds, connect=_CONNECT_SECONDS, pool=None),
        limits=httpx.Limits(
            max_connections=connections, max_keepalive_connections=connections
        ),
        follow_redirects=False,
        verify=True if context is None else context,
    )


async def post(client: "httpx.AsyncClient", path: str, data: bytes) -> Response:
    """Post a body once and return the response, whatever its status.

    Raises
    ------
    ConnectionFailedError
        When there is none, or not all of it.
    """
    import httpx

    try:
        response = await client.post(path, content=data)
    except httpx.HTTPError as error:
        unsent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout))
        # Its text and its cause hold the address at most, but that is enough.
        raise ConnectionFailedError(type(error).__name__, sent=not unsent) from None
    return Response(
        status=response.status_code,
        headers={name.lower(): value for name, value in response.headers.items()},
        body=response.content,
    )
