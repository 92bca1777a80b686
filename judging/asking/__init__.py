"""Which requests a run consists of, in which order, and what they will cost."""
