"""Planted faults are found, and named."""

import json

import numpy as np
import pyarrow.parquet as pq
import pytest

from eyechart.generator.corpus.reading import open_corpus
from eyechart.generator.corpus.shards import write_shard
from eyechart.generator.drawing.canvas import pixel_digest
from eyechart.generator.drawing.encode import from_png, to_png
from eyechart.generator.errors import CorpusError, VerificationError
from eyechart.generator.verify import verify

DEGRADED = "position-instructed-t5-event_poster-r00"


class Forger:
    """Changes what a corpus says of one stimulus, in as many places as asked."""

    def __init__(self, folder):
        self.folder = folder

    def row(self, name, **values):
        """Change the row of a stimulus in its shard."""
        self._change("stimuli", name, values)

    def metadata(self, name, **values):
        """Change the row of a stimulus in the table without images."""
        self._change("metadata", name, values)

    def _change(self, table, name, values):
        for path in sorted((self.folder / table).iterdir()):
            rows = pq.ParquetFile(path).read().to_pylist()
            for row in rows:
                if row["stimulus_id"] == name:
                    row.update(values)
                    write_shard(path, table, rows)

    def line(self, name, **values):
        """Change the line of a stimulus in the manifest."""
        path = self.folder / "manifest.jsonl"
        lines = [json.loads(one) for one in path.read_text("utf-8").splitlines()]
        for line in lines:
            if line["stimulus_id"] == name:
                for key, value in values.items():
                    line[key] = line[key] | value if key == "pixels" else value
        text = "".join(json.dumps(line, sort_keys=True) + "\n" for line in lines)
        path.write_text(text, "utf-8")

    def read(self, name):
        """Return the row of a stimulus."""
        return next(iter(open_corpus(self.folder).rows(ids=[name])))


@pytest.fixture
def forger(copy):
    return Forger(copy)


def _fails(forger, message):
    with pytest.raises(VerificationError, match=message):
        verify(forger.folder, workers=1)


def test_whole_corpus_passes_whatever_the_workers(rendered):
    one, two = verify(rendered, workers=1), verify(rendered, workers=2)
    assert one == two
    assert one.stimuli == 19
    assert one.kinds == {"degraded": 10, "flawless": 4, "unedited": 3, "identity": 2}
    assert one.images == len(open_corpus(rendered).places)
    assert {"position", "colour", "scale", "rotation", "unexplained"} < set(one.worst)
    for axis, worst in one.worst.items():
        assert worst.axis == axis
        assert 0 <= worst.size <= worst.bound


def test_worst_deviation_is_that_of_the_named_stimulus(rendered):
    worst = verify(rendered, workers=1).worst["position"]
    sizes = {}
    for entry in open_corpus(rendered).manifest():
        if entry.kind == "degraded":
            wanted = entry.magnitude if entry.dimension == "position" else 0.0
            sizes[entry.stimulus_id] = abs(entry.measured["position"] - wanted)
    assert worst.size == max(sizes.values()) == sizes[worst.stimulus_id]


def _speckled(row, x, y):
    pixels = from_png(row["result"]["bytes"], "result").copy()
    pixels[y, x] ^= 1
    return pixels


def _image(pixels):
    return {"bytes": to_png(pixels), "path": "forged.png"}


def test_one_pixel_changed(forger):
    pixels = _speckled(forger.read(DEGRADED), 3, 5)
    forger.row(DEGRADED, result=_image(pixels))
    _fails(forger, f"^stimulus {DEGRADED}: result: the pixels have the digest ")


def test_one_pixel_changed_and_every_digest_with_it(forger):
    pixels = _speckled(forger.read(DEGRADED), 3, 5)
    digest = pixel_digest(pixels)
    forger.row(DEGRADED, result=_image(pixels), pixels_sha256=digest)
    forger.metadata(DEGRADED, pixels_sha256=digest)
    forger.line(DEGRADED, pixels={"result": digest})
    _fails(
        forger,
        f"^stimulus {DEGRADED}: outside the run '.*' the result differs from the "
        "ground truth in 1 px, first at x 3, y 5$",
    )


def test_results_swapped(forger):
    other = "position-incidental-t5-event_poster-r00"
    first, second = forger.read(DEGRADED), forger.read(other)
    forger.row(DEGRADED, result=second["result"])
    forger.row(other, result=first["result"])
    _fails(forger, "^stimulus position-.*: result: the pixels have the digest ")


def test_truth_shown_as_the_error(forger):
    row = forger.read(DEGRADED)
    truth = row["ground_truth"]
    digest = pixel_digest(from_png(truth["bytes"], "truth"))
    forger.row(DEGRADED, result=truth, pixels_sha256=digest)
    forger.metadata(DEGRADED, pixels_sha256=digest)
    forger.line(DEGRADED, pixels={"result": digest})
    _fails(forger, f"^stimulus {DEGRADED}: .*(measures|shows no ink)")


def test_magnitude_edited_everywhere(forger):
    magnitude = forger.read(DEGRADED)["magnitude"] + 1.0
    forger.row(DEGRADED, magnitude=magnitude)
    forger.metadata(DEGRADED, magnitude=magnitude)
    forger.line(DEGRADED, magnitude=magnitude)
    _fails(
        forger,
        rf"^stimulus {DEGRADED}: position measures [\d.]+ px where "
        rf"{magnitude!r} px is requested; allowed: within 0\.05 px$",
    )


def test_magnitude_edited_within_the_bound(forger):
    magnitude = forger.read(DEGRADED)["magnitude"] + 1e-6
    forger.row(DEGRADED, magnitude=magnitude)
    forger.metadata(DEGRADED, magnitude=magnitude)
    _fails(
        forger,
        rf"^stimulus {DEGRADED}: position of {magnitude!r} is requested by its row",
    )


def test_metadata_edited_alone(forger):
    forger.metadata(DEGRADED, tier=4)
    _fails(forger, f"^stimulus {DEGRADED}: tier is 5 among the stimuli and 4 in the me")


def test_measured_magnitude_edited(forger):
    value = forger.read(DEGRADED)["magnitude_measured"] + 1e-8
    forger.row(DEGRADED, magnitude_measured=value)
    forger.metadata(DEGRADED, magnitude_measured=value)
    _fails(forger, f"^stimulus {DEGRADED}: position measures .*, but its row says")


@pytest.mark.parametrize(
    ("kind", "claimed"), [("unedited", "flawless"), ("flawless", "identity")]
)
def test_control_that_is_not_what_it_says(forger, kind, claimed):
    names = open_corpus(forger.folder).metadata().to_pylist()
    name = next(row["stimulus_id"] for row in names if row["kind"] == kind)
    for change in (forger.row, forger.metadata, forger.line):
        change(name, kind=claimed)
    _fails(forger, f"^stimulus {name}: is {claimed}, but .* differ$")


def test_plate_missing(forger):
    forger.line(DEGRADED, pixels={"plate": "0" * 64})
    _fails(forger, f"^stimulus {DEGRADED}: plate: is not among the images$")


def test_image_under_a_wrong_name(forger):
    path = sorted((forger.folder / "images").iterdir())[0]
    rows = pq.ParquetFile(path).read().to_pylist()
    kinds = [row["kind"] for row in rows]
    first, second = kinds.index("source"), kinds.index("result")
    rows[first]["image"], rows[second]["image"] = (
        rows[second]["image"],
        rows[first]["image"],
    )
    write_shard(path, "images", rows)
    _fails(forger, f"image {rows[first]['pixels_sha256']}: the pixels have the digest")


def test_picture_that_is_no_png(forger):
    forger.row(DEGRADED, source={"bytes": b"GIF89a", "path": "x.png"})
    with pytest.raises(
        CorpusError, match=f"^stimulus {DEGRADED}: source: is not a readable PNG"
    ):
        verify(forger.folder, workers=1)


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        (None, "is null; allowed: a PNG"),
        ({"bytes": None, "path": "x.png"}, "is null; allowed: a PNG"),
        ({"bytes": b"", "path": "x.png"}, r"is not a readable PNG \(it is empty\)"),
    ],
)
def test_picture_that_is_not_there(forger, image, reason):
    forger.row(DEGRADED, result=image)
    with pytest.raises(CorpusError, match=f"^stimulus {DEGRADED}: result: {reason}$"):
        verify(forger.folder, workers=1)


@pytest.mark.parametrize("data", [b"", b"GIF89a", to_png(np.ones((2, 2, 3)))[:20]])
def test_messages_hold_no_addresses(data):
    with pytest.raises(CorpusError, match=r"^here: is not a readable PNG \(") as caught:
        from_png(data, "here")
    assert "0x" not in str(caught.value)


@pytest.mark.parametrize(
    "values",
    [
        {"instruction": "Do nothing."},
        {"tier": 4},
        {"role": "bystander"},
        {"target_box": [0.0, 0.0, 1.0, 1.0]},
    ],
)
def test_row_edited_in_both_tables(forger, values):
    forger.row(DEGRADED, **values)
    forger.metadata(DEGRADED, **values)
    _fails(forger, f"^stimulus {DEGRADED}: its row without images has the digest ")


def test_row_of_another_spec(forger):
    forger.row(DEGRADED, spec_version="mini-000000000000")
    _fails(
        forger,
        f"^stimulus {DEGRADED}: spec_version is 'mini-000000000000', but spec.toml is "
        "that of 'mini-",
    )


def test_spec_missing(copy):
    (copy / "spec.toml").unlink()
    with pytest.raises(CorpusError, match=r"spec\.toml: is missing$"):
        verify(copy, workers=1)


def test_manifest_of_another_length(copy):
    path = copy / "manifest.jsonl"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-1]), "utf-8")
    with pytest.raises(CorpusError, match=r"manifest\.jsonl: ends before the rows of "):
        verify(copy, workers=1)
    path.write_text("".join([*lines, lines[0]]), "utf-8")
    with pytest.raises(CorpusError, match=r"has more lines than there are stimuli$"):
        verify(copy, workers=1)


@pytest.mark.parametrize("key", ["truth_quad", "shown_quad"])
def test_boxes_in_the_manifest_are_those_of_the_run(forger, key):
    name = next(
        one.stimulus_id
        for one in open_corpus(forger.folder).manifest()
        if one.dimension
    )
    page = [[0.0, 0.0], [900.0, 0.0], [900.0, 1200.0], [0.0, 1200.0]]
    forger.line(name, **{key: page})
    _fails(forger, f"stimulus {name}: {key} of the manifest is ")
