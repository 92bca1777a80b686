"""One file a kind of figure; every figure is vector SVG and deterministic."""
