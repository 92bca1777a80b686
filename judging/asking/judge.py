"""A judge that is asked over the network: who, where, and what."""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from ...generator.errors import UnknownNameError, suggest
from ..clients import load_provider, provider_names
from ..clients.address import check_base_url
from ..clients.provider import Provider
from ..protocol import Protocol
from ..vision.models import Eyes, eyes
from ..vision.rule import Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosted:
    """A model under a protocol.

    Attributes
    ----------
    name : str
        What stands in the column `judge`.
    provider : Provider
        In whose form it is asked.
    model : str
        As the provider calls it.
    base_url : str
        Where it is asked.
    protocol : Protocol
        What it is asked.
    eyes : Eyes
        What is known of how it sees pictures.
    """

    name: str
    provider: Provider
    model: str
    base_url: str
    protocol: Protocol
    eyes: Eyes

    @property
    def at_home(self) -> bool:
        """Whether it is asked at the provider's own address."""
        return self.base_url == self.provider.base_url

    @property
    def criteria(self) -> tuple[str, ...]:
        """Criteria of an answer, in order; what is computed comes last."""
        names = tuple(c.name for c in self.protocol.criteria)
        composite = self.protocol.composite
        return (*names, composite.name) if composite else names

    @property
    def settings(self) -> dict[str, Any]:
        """What of the column `requested` is the same for all stimuli."""
        content = [self.provider.name, self.model, self.protocol.digest()]
        digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()
        return {
            "settings": digest[:16],
            "protocol": self.protocol.name,
            **asdict(self.protocol.settings),
        }


def hosted(
    text: str,
    protocol: Protocol,
    *,
    base_url: str | None = None,
    name: str | None = None,
    rule: Rule | None = None,
) -> Hosted:
    """Return the judge that ``PROVIDER:MODEL`` stands for.

    Parameters
    ----------
    text : str
        Such as ``"openai:gpt-4o"``.
    protocol : Protocol
        What it is asked.
    base_url : str, optional
        Where it is asked; by default at the provider.
    name : str, optional
        What to call it; by default `text`.
    rule : Rule, optional
        What the server does to pictures, where that is not what is published
        for the model.

    Raises
    ------
    UnknownNameError
        When there is no such provider, or no model is named.
    SpecError
        When the address is none.

    Examples
    --------
    >>> from eyechart.judging.protocol import load_protocol
    >>> hosted("openai:gpt-4o", load_protocol("audit")).base_url
    'https://api.openai.com/v1'
    """
    which, _, model = text.partition(":")
    provider = load_provider(which)
    if not model.strip():
        raise UnknownNameError(
            f"judge {text!r} names no model; {suggest(which, provider_names())}, each "
            f"with a model, such as '{which}:MODEL'"
        )
    settings = protocol.settings
    by_setting = {"openai": settings.image_detail, "gemini": settings.media_resolution}
    setting = by_setting.get(which, "")
    known = eyes(which, model, setting)
    return Hosted(
        name=name or text,
        provider=provider,
        model=model,
        base_url=provider.base_url if base_url is None else check_base_url(base_url),
        protocol=protocol,
        eyes=Eyes(rule=rule or known.rule, price=known.price, setting=setting),
    )
