"""What judges are asked, one TOML file each."""

from pathlib import Path

FOLDER = Path(__file__).parent
