"""Parquet files are laid out for readers old, new and remote."""

import json
import re

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from eyechart.generator.corpus.schema import SCHEMAS, TABLES

DESIGNED = [
    "stimulus_id",
    "series_id",
    "kind",
    "dimension",
    "role",
    "tier",
    "magnitude",
    "magnitude_measured",
    "unit",
    "direction",
    "layout",
    "difficulty",
    "script",
    "language",
    "font",
    "edit_property",
    "edit_value",
    "instruction",
    "target_text",
    "target_box",
    "canvas",
    "source",
    "ground_truth",
    "result",
    "flip_mean",
    "flip_max",
    "delta_e_ink",
    "ssim",
    "changed_share",
    "scene_sha256",
    "pixels_sha256",
    "spec_version",
]


def test_columns():
    names = SCHEMAS["stimuli"].names
    assert [name for name in names if name != "visible_anchor"] == DESIGNED
    images = {"source", "ground_truth", "result"}
    assert SCHEMAS["metadata"].names == [name for name in names if name not in images]
    assert SCHEMAS["images"].names == ["pixels_sha256", "kind", "image"]


@pytest.mark.parametrize("table", TABLES)
def test_features_are_in_the_form_that_old_releases_read(table):
    note = json.loads(SCHEMAS[table].metadata[b"huggingface"])
    features = note["info"]["features"]
    assert list(features) == SCHEMAS[table].names
    assert {feature["_type"] for feature in features.values()} <= {
        "Value",
        "Sequence",
        "Image",
    }


def test_no_large_types():
    for schema in SCHEMAS.values():
        for field in schema:
            assert not pa.types.is_large_string(field.type)
            assert not pa.types.is_large_list(field.type)


@pytest.mark.parametrize("table", ["stimuli", "images"])
def test_each_image_has_a_page_of_its_own(rendered, table):
    """Two values in one page stand four bytes apart: the length of the second."""
    for path in sorted((rendered / table).iterdir()):
        data = path.read_bytes()
        starts = [found.start() for found in re.finditer(b"\\x89PNG\\r\\n", data)]
        with path.open("rb") as file:
            table = pq.ParquetFile(file).read()
        pictures = sum(pa.types.is_struct(field.type) for field in table.schema)
        assert len(starts) == table.num_rows * pictures
        for start in starts:
            length = int.from_bytes(data[start - 4 : start], "little")
            assert data[start : start + length].endswith(b"IEND\xaeB`\x82")
            assert start + length + 4 not in starts


@pytest.mark.parametrize("table", ["stimuli", "images"])
def test_pages_are_indexed_and_images_not_compressed_twice(rendered, table):
    for path in sorted((rendered / table).iterdir()):
        with path.open("rb") as file:
            metadata = pq.ParquetFile(file).metadata
        group = metadata.row_group(0)
        assert metadata.num_row_groups == 1
        for number in range(group.num_columns):
            column = group.column(number)
            assert column.has_offset_index
            if column.path_in_schema.endswith(".bytes"):
                assert column.compression == "UNCOMPRESSED"
                assert not any("DICTIONARY" in one for one in column.encodings)
            else:
                assert column.compression == "SNAPPY", column.path_in_schema


def test_files_name_neither_time_nor_machine(rendered):
    for path in rendered.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert str(rendered).encode() not in data
            assert b"/tmp" not in data
