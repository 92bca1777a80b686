"""OpenType features that a font offers."""

import functools

from ..errors import TextError, suggest
from .outline import opened_font


@functools.cache
def font_features(slug: str) -> frozenset[str]:
    """Return the tags of a font's substitution and positioning features."""
    tables = (opened_font(slug).get(tag) for tag in ("GSUB", "GPOS"))
    lists = (table.table.FeatureList for table in tables if table is not None)
    return frozenset(
        record.FeatureTag
        for features in lists
        if features is not None
        for record in features.FeatureRecord
    )


def check_features(slug: str, wanted: tuple[str, ...]) -> None:
    """Refuse a feature that a font lacks and a shaper would ignore.

    Raises
    ------
    TextError
        When there is one; the message names the features that the font has.
    """
    known = font_features(slug)
    for tag in wanted:
        if tag not in known:
            raise TextError(
                f"font {slug}: has no feature {tag!r}; {suggest(tag, sorted(known))}"
            )
