"""A request: what one judge is asked at once, in no provider's form."""

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ...generator.errors import CorpusError
from .settings import Settings

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
"""PNG specification (third edition), section 5.2."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A piece of text."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A PNG file, to be sent as it is.

    Attributes
    ----------
    name : str
        Which picture of the stimulus it is.
    png : bytes
        The file.

    Raises
    ------
    CorpusError
        When it is no PNG.
    """

    name: str
    png: bytes = field(repr=False)

    def __post_init__(self) -> None:
        """Refuse files of other types."""
        if not self.png.startswith(_SIGNATURE):
            raise CorpusError(
                f"picture {self.name!r}: is not a PNG; only PNG files are sent"
            )

    @property
    def base64(self) -> str:
        """The file in base 64."""
        return base64.b64encode(self.png).decode("ascii")

    @property
    def sha256(self) -> str:
        """SHA-256 of the file."""
        return hashlib.sha256(self.png).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a judge is asked at once.

    Attributes
    ----------
    system : str
        What the judge is to be.
    parts : tuple of Text or Picture
        In the order in which they are shown.
    schema : mapping
        JSON schema of the answer.
    settings : Settings
        How to answer.
    """

    system: str
    parts: tuple[Text | Picture, ...]
    schema: Mapping[str, Any]
    settings: Settings

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures, in the order in which they are shown."""
        return tuple(part for part in self.parts if isinstance(part, Picture))

    def digest(self) -> str:
        """Return the SHA-256 of all that an answer depends on but the model."""
        content = {
            "system": self.system,
            "parts": list(self._told()),
            "schema": self.schema,
            "settings": asdict(self.settings),
        }
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()

    def _told(self) -> Iterator[tuple[str, str]]:
        for part in self.parts:
            if isinstance(part, Text):
                yield "text", part.text
            else:
                yield "png", part.sha256
