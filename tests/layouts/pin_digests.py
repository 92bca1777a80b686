"""Pin what the first page of every layout looks like.

Run ``python tests/layouts/pin_digests.py`` after an intended change of a layout,
look at the pages that ``git diff`` then names, and commit ``digests.toml``.
"""

from pathlib import Path

from eyechart.generator.drawing.canvas import pixel_digest
from eyechart.generator.files import write_whole
from eyechart.generator.page.draw import draw
from eyechart.generator.page.layout import layout, layout_names

PINNED = Path(__file__).with_name("digests.toml")

HEAD = "# Pixel digests of each layout's first page; written by pin_digests.py.\n"


def main() -> None:
    """Write ``digests.toml`` anew."""
    lines = [
        f'{name} = "{pixel_digest(draw(layout(name).scenes[0]))}"\n'
        for name in layout_names()
    ]
    write_whole(PINNED, HEAD + "".join(lines))


if __name__ == "__main__":
    main()
