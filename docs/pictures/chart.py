"""Draw the README's picture: python docs/pictures/chart.py.

A row a dimension: the same words, correct and then wrong by the middle of each
tier's window, beside guides that stand where the correct words stand.
"""

from pathlib import Path

from eyechart.generator.dimensions import dimension
from eyechart.generator.dimensions.dimension import magnitude_at
from eyechart.generator.drawing.encode import to_png
from eyechart.generator.files import write_whole
from eyechart.generator.page.draw import draw
from eyechart.generator.page.scene import Ornament, Run, Scene
from eyechart.generator.page.setting import box
from eyechart.generator.typography.fontbook import font
from eyechart.generator.typography.shape import Face

DIRECTIONS = {
    "position": "right",
    "scale": "larger",
    "stretch": "narrower",
    "rotation": "clockwise",
    "slant": "forward",
    "letter-spacing": "looser",
    "leading": "looser",
    "weight": "heavier",
    "family": "nearest",
    "colour": "hue-up",
    "opacity": "fainter",
    "blur": "softer",
    "noise": "grain-1",
    "jpeg": "compressed",
}
"""Every dimension, in the order of rows, and which way it is wrong."""

LEFT, TOP, CELL, ROW, RIGHT = 180, 56, 168, 84, 48
INK, BLACK, GREY, GUIDE = (31, 111, 235), (40, 40, 40), (110, 110, 110), (222, 222, 222)
WORDS = "Open daily"


def run(name: str, text: str, x: float, y: float, **look: object) -> Run:
    """Return a run in Inter; `look` may hold size, weight, leading, colour, anchor."""
    size = float(str(look.get("size", 15)))
    axes = {"wght": float(str(look.get("weight", 400))), "opsz": min(32, max(14, size))}
    face = Face(
        font="inter",
        axes=font("inter").location(axes),
        features=("tnum",),
        tracking=0.0,
    )
    return Run(
        name=name,
        text=text,
        face=face,
        size=size,
        leading=float(str(look.get("leading", 1.2))),
        colour=look.get("colour", GREY),  # type: ignore[arg-type]
        x=x,
        y=y,
        anchor=str(look.get("anchor", "centre")),
    )


def sample(name: str, centre: float, top: float, cell: str) -> Run:
    """Return the correct words of a cell; leading shows in two lines only."""
    if name == "leading":
        text, size, baseline = WORDS.replace(" ", "\n"), 18.0, top + 27
    else:
        text, size, baseline = WORDS, 22.0, top + 42
    return run(cell, text, centre, baseline, size=size, colour=INK)


def guides(words: Run) -> list[Ornament]:
    """Return hairlines along the left end and the last baseline of a run."""
    x0, y0, x1, y1 = box(words)
    baseline = words.y + words.text.count("\n") * words.leading * words.size
    lines = [(x0 - 1, y0 - 6, 1.0, y1 - y0 + 12), (x0 - 8, baseline, x1 - x0 + 16, 1.0)]
    return [
        Ornament(shape="rect", numbers=(*line, 0.0), colour=GUIDE) for line in lines
    ]


def row(name: str, direction: str, top: float) -> tuple[list[Run], list[Ornament]]:
    """Return what stands in the row of a dimension."""
    entry, left = dimension(name), 24
    runs = [
        run(name, name, left, top + 37, weight=600, colour=BLACK, anchor="left"),
        run(f"{name} unit", entry.unit, left, top + 57, size=13, anchor="left"),
    ]
    ornaments = []
    for column, window in enumerate([None, *entry.windows]):
        centre = LEFT + (column + 0.5) * CELL
        words, size = sample(name, centre, top, f"{name} {column}"), 0.0
        ornaments += guides(words)
        if window is not None:
            wanted = magnitude_at(window, 0.5)
            words, size = entry.disturb(words, wanted, direction)
        label = f"{size:.2g}" if size < 100 else f"{size:.0f}"
        runs += [
            words,
            run(f"{name} label {column}", label, centre, top + 75, size=13),
        ]
    return runs, ornaments


def main() -> None:
    """Write chart.png beside this file."""
    titles = ["correct", *(f"tier {tier}" for tier in range(1, 7))]
    runs = [
        run(title, title, LEFT + (column + 0.5) * CELL, 36, weight=600, colour=BLACK)
        for column, title in enumerate(titles)
    ]
    ornaments = []
    for number, (name, direction) in enumerate(DIRECTIONS.items()):
        found = row(name, direction, TOP + number * ROW)
        runs += found[0]
        ornaments += found[1]
    scene = Scene(
        width=LEFT + len(titles) * CELL + RIGHT,
        height=TOP + len(DIRECTIONS) * ROW + 12,
        background=(255, 255, 255),
        ornaments=tuple(ornaments),
        runs=tuple(runs),
    )
    write_whole(Path(__file__).with_name("chart.png"), to_png(draw(scene)))


if __name__ == "__main__":
    main()
