"""A corpus described in Croissant, the vocabulary of data sets for machines."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from ...generator.corpus.front_matter import SPLIT
from ...generator.corpus.names import MANIFEST, SPEC
from ...generator.corpus.schema import SCHEMAS, TABLES, image_columns
from ...generator.corpus.shards import shard_path
from .citation import bibtex
from .columns import COLUMNS, IMAGE_COLUMNS
from .facts import Facts
from .responsible import responsible

Json = Mapping[str, Any]

_CONTEXT: Json = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""As the specification of Croissant 1.0 prints it."""

_SHARDED = tuple(table for table in TABLES if image_columns(SCHEMAS[table]))
_PARQUET = "application/x-parquet"
_ENCODINGS = {MANIFEST: "application/jsonlines", SPEC: "application/toml"}
_TYPES = {pa.string(): "sc:Text", pa.int32(): "cr:Int32", pa.float64(): "cr:Float64"}


def croissant(folder: Path, facts: Facts) -> Json:
    """Return ``croissant.json`` as an object.

    Every file is listed with its digest, by its path beside the description, so that
    the folder loads where it is and a changed file is found by loading.

    Parameters
    ----------
    folder : Path
        The corpus; only sizes of files are read.
    facts : Facts
        What was measured of it.
    """
    name = facts.title.lower().replace(" ", "-")
    published = {} if facts.edition is None else {"url": facts.edition.url}
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": name,
        "description": (
            "Edits of text in pictures of documents, each wrong by one known quantity "
            "on one axis, with flawless and unedited controls, to measure from which "
            "size on a judge notices an error."
        ),
        "conformsTo": [
            "http://mlcommons.org/croissant/1.0",
            "http://mlcommons.org/croissant/RAI/1.0",
        ],
        "license": f"https://spdx.org/licenses/{facts.licence.upper()}.html",
        **published,
        "version": f"1.0.0+{facts.verified.manifest_sha256[:12]}",
        "creator": {"@type": "sc:Organization", "name": "The Eyechart authors"},
        "inLanguage": list(facts.languages),
        "isLiveDataset": False,
        "keywords": ["image editing", "psychometrics", "vision-language models"],
        "citeAs": bibtex(facts),
        **responsible(facts),
        "distribution": list(_files(folder, facts)),
        "recordSet": [_records(table) for table in TABLES],
    }


def _files(folder: Path, facts: Facts) -> Iterator[Json]:
    for path, digest in sorted(facts.verified.files.items()):
        yield {
            "@type": "cr:FileObject",
            "@id": path,
            "name": path,
            "contentUrl": path,
            "contentSize": f"{(folder / path).stat().st_size} B",
            "encodingFormat": _ENCODINGS.get(path, _PARQUET),
            "sha256": digest,
        }
    for table in _SHARDED:
        yield {
            "@type": "cr:FileSet",
            "@id": f"{table}-shards",
            "name": f"{table}-shards",
            "encodingFormat": _PARQUET,
            "includes": f"{table}/{SPLIT}-*.parquet",
        }


def _records(table: str) -> Json:
    schema = SCHEMAS[table]
    meanings = IMAGE_COLUMNS if table == "images" else COLUMNS
    key = schema.names[0]
    return {
        "@type": "cr:RecordSet",
        "@id": table,
        "name": table,
        "description": f"The table {table}, split {SPLIT}.",
        "key": {"@id": f"{table}/{key}"},
        "field": [_field(table, one, meanings[one.name]) for one in schema],
    }


def _container(table: str) -> Json:
    """Return where readers find a table; a single file's digest they check."""
    if table in _SHARDED:
        return {"fileSet": {"@id": f"{table}-shards"}}
    return {"fileObject": {"@id": shard_path(Path(), table, 0, 1).as_posix()}}


def _field(table: str, field: pa.Field, meaning: str) -> Json:
    source: dict[str, Any] = {
        **_container(table),
        "extract": {"column": field.name},
    }
    described: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": f"{table}/{field.name}",
        "name": field.name,
        "description": meaning,
    }
    if field.name in image_columns(SCHEMAS[table]):
        source["transform"] = {"jsonPath": "bytes"}
        return {**described, "dataType": "sc:ImageObject", "source": source}
    kind, many = field.type, {}
    if pa.types.is_list(kind):
        kind, many = kind.value_type, {"repeated": True}
    return {**described, "dataType": _TYPES[kind], **many, "source": source}
