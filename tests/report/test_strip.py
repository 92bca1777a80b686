import base64
import io
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from eyechart.analysis.figures.strip import HEIGHT, WIDTH, make_strips
from eyechart.generator.errors import CorpusError

SIZE = (320, 240)


def png(x, y, size=SIZE):
    image = Image.new("RGB", size, "white")
    image.putpixel((x, y), (255, 0, 0))
    buffer = io.BytesIO()
    image.save(buffer, format="PNG")
    return {"bytes": buffer.getvalue(), "path": None}


def stimulus(tier, *, dimension="position", role="instructed", name=None, **more):
    row = {
        "stimulus_id": name or f"{dimension}-{role}-{tier}",
        "dimension": dimension,
        "role": role,
        "tier": tier,
        "magnitude": float(tier) / 2 if tier else 0.0,
        "unit": "px",
        "target_box": [150.0, 110.0, 170.0, 130.0],
        "ground_truth": png(160, 120),
        "result": png(160 + (tier or 0), 120),
    }
    return row | more


def control():
    return stimulus(None, name="control") | {"dimension": None, "role": None}


def write(folder, *shards, row_group_size=2):
    (folder / "stimuli").mkdir()
    schema = pa.schema(
        [
            ("stimulus_id", pa.string()),
            ("dimension", pa.string()),
            ("role", pa.string()),
            ("tier", pa.int8()),
            ("magnitude", pa.float64()),
            ("unit", pa.string()),
            ("target_box", pa.list_(pa.float32())),
            (
                "ground_truth",
                pa.struct([("bytes", pa.binary()), ("path", pa.string())]),
            ),
            ("result", pa.struct([("bytes", pa.binary()), ("path", pa.string())])),
        ]
    )
    for i, rows in enumerate(shards):
        table = pa.Table.from_pylist(list(rows), schema=schema)
        file = folder / "stimuli" / f"test-{i:05d}.parquet"
        pq.write_table(
            table,
            file,
            row_group_size=row_group_size,
            compression="none",
            write_page_checksum=True,
        )
    return folder


def picture(address):
    head, code = address.split(",")
    assert head == "data:image/png;base64"
    return Image.open(io.BytesIO(base64.b64decode(code)))


def red(image):
    return [
        (i % WIDTH, i // WIDTH)
        for i, pixel in enumerate(image.get_flattened_data())
        if pixel == (255, 0, 0)
    ]


CELLS = [("position", "instructed"), ("colour", "incidental")]


def test_crops_are_original_pixels_around_the_target(tmp_path):
    (strip,) = make_strips(write(tmp_path, [stimulus(3), control()]), CELLS)
    (frame,) = strip.frames
    truth, result = picture(frame.truth), picture(frame.result)
    assert truth.size == result.size == (WIDTH, HEIGHT)
    assert red(truth) == [(WIDTH // 2, HEIGHT // 2)]
    assert red(result) == [(WIDTH // 2 + 3, HEIGHT // 2)]


def test_a_target_at_the_edge_keeps_the_crop_on_the_page(tmp_path):
    row = stimulus(1, target_box=[310.0, 230.0, 320.0, 240.0], result=png(319, 239))
    (strip,) = make_strips(write(tmp_path, [row]), CELLS)
    assert red(picture(strip.frames[0].result)) == [(WIDTH - 1, HEIGHT - 1)]


def test_tiers_stand_in_order_whatever_the_shards(tmp_path):
    rows = [stimulus(tier) for tier in (5, 2, 6, 1, 4, 3)]
    (strip,) = make_strips(write(tmp_path, rows[:3], [*rows[3:], control()]), CELLS)
    assert [frame.tier for frame in strip.frames] == list("123456")
    assert [frame.magnitude for frame in strip.frames] == [0.5, 1, 1.5, 2, 2.5, 3]


def test_the_first_name_of_a_tier_is_chosen(tmp_path):
    rows = [
        stimulus(1, name="b", magnitude=0.7),
        stimulus(1, name="a", magnitude=0.6),
    ]
    (strip,) = make_strips(write(tmp_path, rows), CELLS)
    assert [frame.magnitude for frame in strip.frames] == [0.6]


def test_one_role_a_dimension_and_only_wanted_cells(tmp_path):
    rows = [
        stimulus(1),
        stimulus(1, role="incidental"),
        stimulus(1, dimension="colour", role="incidental"),
        stimulus(1, dimension="blur", role="incidental"),
    ]
    corpus = write(tmp_path, rows)
    strips = make_strips(corpus, [*CELLS, ("position", "incidental")])
    found = [(strip.dimension, strip.role) for strip in strips]
    assert found == [("colour", "incidental"), ("position", "instructed")]


def test_a_folder_without_pictures_is_refused(tmp_path):
    with pytest.raises(CorpusError, match=r"holds no stimuli/.*leave --corpus out"):
        make_strips(tmp_path, CELLS)


def test_a_missing_column_is_named(tmp_path):
    (tmp_path / "stimuli").mkdir()
    table = pa.table({"stimulus_id": ["a"], "dimensions": ["x"]})
    pq.write_table(table, tmp_path / "stimuli" / "test.parquet")
    with pytest.raises(CorpusError, match="'dimension' is missing; did you mean"):
        make_strips(tmp_path, CELLS)


def test_a_truncated_shard_is_refused(tmp_path):
    file = next((write(tmp_path, [stimulus(1)]) / "stimuli").iterdir())
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(CorpusError, match="not a readable Parquet file"):
        make_strips(tmp_path, CELLS)


@pytest.mark.parametrize(
    "broken",
    [
        {"result": {"bytes": b"no picture", "path": None}},
        {"result": None},
        {"target_box": [1.0, 2.0]},
        {"target_box": None},
    ],
)
def test_an_unreadable_picture_names_its_stimulus(tmp_path, broken):
    corpus = write(tmp_path, [stimulus(1, name="the-one", **broken)])
    with pytest.raises(CorpusError, match="stimulus 'the-one'"):
        make_strips(corpus, CELLS)


def test_the_module_imports_without_pillow():
    program = (
        "import sys; sys.modules['PIL'] = None; import eyechart.analysis.figures.strip"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_damaged_page_is_refused(tmp_path):
    corpus = write(tmp_path, [stimulus(tier) for tier in (1, 2, 3)])
    file = next((corpus / "stimuli").iterdir())
    data = bytearray(file.read_bytes())
    data[data.index(b"IDAT") + 8] ^= 0xFF
    file.write_bytes(bytes(data))
    with pytest.raises(CorpusError, match="not a readable Parquet file"):
        make_strips(corpus, CELLS)


def test_a_folder_name_may_hold_pattern_characters(tmp_path):
    corpus = tmp_path / "a [b] {c} *?"
    corpus.mkdir()
    assert len(make_strips(write(corpus, [stimulus(1)]), CELLS)) == 1
