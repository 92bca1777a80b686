"""What the kinds and columns of a corpus mean, a line each."""

from collections.abc import Mapping

from ...generator.corpus.picture import SHAM_QUALITY

KINDS: Mapping[str, str] = {
    "degraded": "the correct edit, wrong by one magnitude",
    "flawless": "the correct edit",
    "unedited": "the page before the edit",
    "identity": "one page three times, without an edit or instruction",
    "sham": f"the correct edit, encoded anew as a JPEG of quality {SHAM_QUALITY}",
}
"""What the result of each kind of stimulus shows."""

COLUMNS: Mapping[str, str] = {
    "stimulus_id": "name of the stimulus",
    "series_id": "name of its series, the unit of chance",
    "kind": "degraded, or the name of a control",
    "dimension": "axis on which the result is wrong",
    "role": "instructed, incidental or bystander",
    "tier": "rung of the error, 1 to 6",
    "magnitude": "size of the error as drawn, in its unit",
    "magnitude_measured": "size of the error as read back from the pixels",
    "unit": "unit of the magnitude",
    "direction": "which way it is wrong; one is drawn for each series",
    "visible_anchor": "smallest magnitude that counts as clearly visible",
    "layout": "design of the document",
    "difficulty": "easy, medium or hard",
    "script": "script of its text, ISO 15924",
    "language": "language of its text, ISO 639",
    "font": "correct font of the text that is wrong, or else of the target",
    "edit_property": "what the edit changes",
    "edit_value": "what it is changed to",
    "instruction": "what was asked for, in words",
    "target_text": "the text to edit",
    "target_box": "x0, y0, x1, y1 of its box in the ground truth, px",
    "canvas": "width and height of the pictures, px",
    "source": "PNG of the page before the edit",
    "ground_truth": "PNG of the page after the correct edit",
    "result": "PNG that a judge is shown as the edit",
    "flip_mean": "mean LDR-FLIP of result and ground truth over the page, 0 to 1",
    "flip_max": "largest LDR-FLIP of result and ground truth, 0 to 1",
    "delta_e_ink": "mean CIEDE2000 over ink; null where no text is in question",
    "ssim": "structural similarity of result and ground truth; 1 where equal",
    "changed_share": "share of the pixels at which they differ",
    "scene_sha256": "digest of the result's display list",
    "pixels_sha256": "digest of the result's pixels",
    "spec_version": "name and short digest of the spec",
}
"""What each column of the table `stimuli` holds."""

IMAGE_COLUMNS: Mapping[str, str] = {
    "pixels_sha256": "digest of the pixels",
    "kind": "source, ground_truth, result or plate: its first use in corpus order",
    "image": "PNG",
}
"""What each column of the table `images` holds."""

COMPANIONS = ("flip_mean", "flip_max", "delta_e_ink", "ssim", "changed_share")
"""Columns that compare result and ground truth, whatever the dimension."""
