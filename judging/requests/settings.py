"""Settings of a request, in the words of the providers."""

from dataclasses import dataclass

from ...generator.read import Table

IMAGE_DETAILS = ("low", "high", "auto", "original")
"""What OpenAI calls the detail of an image, chat completions reference."""

MEDIA_RESOLUTIONS = ("low", "medium", "high", "ultra_high")
"""What Gemini calls the resolution of media, media resolution guide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a model is to answer.

    Attributes
    ----------
    temperature : float or None
        Of sampling, 0 to 2; None leaves it to the provider.
    max_tokens : int
        Length at which an answer is cut, thoughts included.
    image_detail : str
        One of `IMAGE_DETAILS`; for providers that have it.
    media_resolution : str
        One of `MEDIA_RESOLUTIONS`; for providers that have it.
    structured : bool
        Whether the provider is asked to hold the answer to its form.
    """

    temperature: float | None
    max_tokens: int
    image_detail: str
    media_resolution: str
    structured: bool


def read_settings(table: Table) -> Settings:
    """Read the settings of a protocol; only the temperature may be left out.

    Raises
    ------
    SpecError
        When they say something that is not allowed.
    """
    given = table.has("temperature")
    settings = Settings(
        temperature=table.number("temperature", low=0.0, high=2.0) if given else None,
        max_tokens=table.integer("max_tokens", low=1),
        image_detail=table.text("image_detail", allowed=IMAGE_DETAILS),
        media_resolution=table.text("media_resolution", allowed=MEDIA_RESOLUTIONS),
        structured=table.flag("structured"),
    )
    table.done()
    return settings
