"""Columns of the three tables of a corpus, as Arrow and `datasets` see them."""

import json
from collections.abc import Iterable, Mapping

import pyarrow as pa

Features = Mapping[str, object]

TABLES = ("stimuli", "metadata", "images")
"""Configs of a corpus, the default first; each is a folder of its own."""

IMAGES = ("source", "ground_truth", "result")

_IMAGE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
_BOX = pa.list_(pa.float64())

_COLUMNS: Mapping[str, pa.DataType] = {
    "stimulus_id": pa.string(),
    "series_id": pa.string(),
    "kind": pa.string(),
    "dimension": pa.string(),
    "role": pa.string(),
    "tier": pa.int32(),
    "magnitude": pa.float64(),
    "magnitude_measured": pa.float64(),
    "unit": pa.string(),
    "direction": pa.string(),
    "visible_anchor": pa.float64(),
    "layout": pa.string(),
    "difficulty": pa.string(),
    "script": pa.string(),
    "language": pa.string(),
    "font": pa.string(),
    "edit_property": pa.string(),
    "edit_value": pa.string(),
    "instruction": pa.string(),
    "target_text": pa.string(),
    "target_box": _BOX,
    "canvas": pa.string(),
    "source": _IMAGE,
    "ground_truth": _IMAGE,
    "result": _IMAGE,
    "flip_mean": pa.float64(),
    "flip_max": pa.float64(),
    "delta_e_ink": pa.float64(),
    "ssim": pa.float64(),
    "changed_share": pa.float64(),
    "scene_sha256": pa.string(),
    "pixels_sha256": pa.string(),
    "spec_version": pa.string(),
}


def _feature(kind: pa.DataType) -> Features:
    if kind == _IMAGE:
        return {"_type": "Image"}
    if kind == _BOX:
        # Releases of `datasets` before 4 cannot read a feature named "List".
        item = {"dtype": "float64", "_type": "Value"}
        return {"feature": item, "length": -1, "_type": "Sequence"}
    names = {pa.string(): "string", pa.int32(): "int32", pa.float64(): "float64"}
    return {"dtype": names[kind], "_type": "Value"}


def _schema(columns: Mapping[str, pa.DataType]) -> pa.Schema:
    features = {name: _feature(kind) for name, kind in columns.items()}
    note = json.dumps({"info": {"features": features}})
    return pa.schema(list(columns.items()), metadata={"huggingface": note})


def _without(names: Iterable[str]) -> Mapping[str, pa.DataType]:
    return {name: kind for name, kind in _COLUMNS.items() if name not in names}


def yaml_features(schema: pa.Schema) -> list[Mapping[str, str]]:
    """Return the columns of a schema as the head of a card states them.

    Examples
    --------
    >>> yaml_features(SCHEMAS["images"])[2]
    {'name': 'image', 'dtype': 'image'}
    """
    return [{"name": field.name, **_yaml_feature(field.type)} for field in schema]


def _yaml_feature(kind: pa.DataType) -> Mapping[str, str]:
    if kind == _IMAGE:
        return {"dtype": "image"}
    if kind == _BOX:
        return {"sequence": "float64"}
    return {"dtype": str(_feature(kind)["dtype"])}


SCHEMAS: Mapping[str, pa.Schema] = {
    "stimuli": _schema(_COLUMNS),
    "metadata": _schema(_without(IMAGES)),
    "images": _schema(
        {"pixels_sha256": pa.string(), "kind": pa.string(), "image": _IMAGE}
    ),
}
"""Explicit schema of each table, with the note from which `datasets` learns it."""


def image_columns(schema: pa.Schema) -> tuple[str, ...]:
    """Return the columns of a schema that hold images.

    Examples
    --------
    >>> image_columns(SCHEMAS["stimuli"])
    ('source', 'ground_truth', 'result')
    """
    return tuple(field.name for field in schema if field.type == _IMAGE)
