"""Draw the README's picture: python docs/pictures/chart.py.

One word, correct and then wrong by the middle of each tier's window, a row a
dimension, beside guides that stand where the correct word stands.
"""

from pathlib import Path

from eyechart.generator.dimensions import dimensions
from eyechart.generator.dimensions.dimension import magnitude_at
from eyechart.generator.drawing.encode import to_png
from eyechart.generator.files import write_whole
from eyechart.generator.page.draw import draw
from eyechart.generator.page.scene import Ornament, Run, Scene
from eyechart.generator.page.setting import box
from eyechart.generator.typography.fontbook import font
from eyechart.generator.typography.shape import Face

DIRECTIONS = {
    "colour": "hue-up",
    "position": "right",
    "rotation": "clockwise",
    "scale": "larger",
}
LEFT, TOP, WIDTH, HEIGHT = 130, 64, 164, 112
INK, GREY, GUIDE = (31, 111, 235), (90, 90, 90), (216, 216, 216)


def run(name: str, text: str, x: float, y: float, **look: object) -> Run:
    """Return a run in Inter; `look` may hold size, weight, colour, anchor."""
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
        leading=1.3,
        colour=look.get("colour", GREY),  # type: ignore[arg-type]
        x=x,
        y=y,
        anchor=str(look.get("anchor", "centre")),
    )


def guides(word: Run) -> list[Ornament]:
    """Return hairlines along the left end and baseline of a word."""
    x0, y0, _, _ = box(word)
    lines = [(x0 - 1, y0 - 12, 1.0, 58.0), (x0 - 12, word.y, 88.0, 1.0)]
    return [
        Ornament(shape="rect", numbers=(*line, 0.0), colour=GUIDE) for line in lines
    ]


def main() -> None:
    """Write chart.png beside this file."""
    runs, ornaments = [], []
    columns = ["correct", *(f"tier {tier}" for tier in range(1, 7))]
    for column, title in enumerate(columns):
        x = LEFT + column * WIDTH + 54
        runs.append(run(f"head{column}", title, x, 40, weight=600))
    for row, (name, entry) in enumerate(dimensions().items()):
        top = TOP + row * HEIGHT
        runs.append(run(name, name, 24, top + 50, weight=600, anchor="left"))
        for column in range(7):
            left = LEFT + column * WIDTH
            word = run(
                f"{name}{column}",
                "Edit",
                left + 54,
                top + 44,
                size=30,
                weight=500,
                colour=INK,
            )
            ornaments += guides(word)
            label = "0"
            if column:
                wanted = magnitude_at(entry.windows[column - 1], 0.5)
                word, size = entry.disturb(word, wanted, DIRECTIONS[name])
                gap = "" if entry.unit == "°" else "\N{NO-BREAK SPACE}"
                label = f"{size:.2g}{gap}{entry.unit}"
            runs.append(word)
            x = left + 54
            runs.append(run(f"label{row}{column}", label, x, top + 96, size=13))
    scene = Scene(
        width=LEFT + 7 * WIDTH,
        height=TOP + len(dimensions()) * HEIGHT + 8,
        background=(255, 255, 255),
        ornaments=tuple(ornaments),
        runs=tuple(runs),
    )
    write_whole(Path(__file__).with_name("chart.png"), to_png(draw(scene)))


if __name__ == "__main__":
    main()
