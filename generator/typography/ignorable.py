"""Characters that leave no trace: joiners, selectors, breaks without width."""

import re

_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)


def ignorable(text: str) -> bool:
    """Tell whether no character of `text` is ever drawn.

    The set is Default_Ignorable_Code_Point of the Unicode Character Database less
    the Hangul fillers and the shorthand format controls, as HarfBuzz has it.

    Examples
    --------
    >>> ignorable("\N{ZERO WIDTH SPACE}"), ignorable("a\N{ZERO WIDTH SPACE}")
    (True, False)
    """
    return _IGNORABLE.fullmatch(text) is not None
