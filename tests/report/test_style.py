from eyechart.analysis.figures.style import looks, new_figure, place, shown, write


def test_every_judge_looks_different():
    given = looks(f"judge {i}" for i in range(56))
    assert len({(look.colour, look.marker) for look in given.values()}) == 56


def test_a_judge_looks_the_same_whatever_the_order_of_reading():
    assert looks(["b", "a", "c", "a"]) == looks(["c", "b", "a"])


def test_long_names_keep_both_ends():
    name = "openai:" + "x" * 60 + "-2024-08-06"
    words = shown(name)
    assert len(words) == 34
    assert words.startswith("openai:")
    assert words.endswith("-2024-08-06")


def test_control_characters_and_lone_surrogates_never_reach_the_page():
    assert shown("a\x00b\x1b\ud800c") == "a\ufffdb\ufffd\ufffdc"


def test_boxes_are_given_in_pixels_from_the_top_left():
    figure = new_figure(200, 100)
    axes = place(figure, 20, 10, 100, 40)
    box = axes.get_position()
    assert [round(v, 9) for v in (box.x0, box.y0, box.width, box.height)] == [
        0.1,
        0.5,
        0.5,
        0.4,
    ]


def test_a_dollar_sign_is_a_dollar_sign():
    axes = place(new_figure(100, 100), 0, 0, 100, 100)
    assert write(axes, 0, 0, "a$b$c").get_parse_math() is False
