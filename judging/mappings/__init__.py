"""How results of other harnesses are laid out, one TOML file each."""

from pathlib import Path

FOLDER = Path(__file__).parent
