"""What providers do to a picture before their model sees it."""

from pathlib import Path

FOLDER = Path(__file__).parent
