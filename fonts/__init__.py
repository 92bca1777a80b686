"""Vendored open fonts, their licences and their catalogue.

The folder is data: font files, ``licences/`` and the catalogue ``fonts.toml``, which
has one table for each family. Importing it parses no font and no catalogue.

Examples
--------
>>> from eyechart.fonts import FOLDER
>>> (FOLDER / "fonts.toml").is_file()
True
"""

from pathlib import Path
from typing import Final

__all__ = ["FOLDER"]

FOLDER: Final = Path(__file__).parent
"""The folder that holds the font files, ``licences/`` and ``fonts.toml``."""
