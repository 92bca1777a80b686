"""The one form of batch files that is spoken: that of OpenAI and vLLM."""

from ...generator.errors import UnknownNameError
from ..asking.judge import Hosted

SPOKEN = "openai"
URL = "/v1/chat/completions"
"""OpenAI API guide, batch: the address stands in every line."""


def check_spoken(judge: Hosted) -> None:
    """Refuse providers whose batch files have another form.

    Raises
    ------
    UnknownNameError
        When they have.
    """
    if judge.provider.name != SPOKEN:
        raise UnknownNameError(
            f"batch files of provider {judge.provider.name!r} are not spoken; "
            f"allowed: {SPOKEN}, whose form vLLM reads too"
        )
