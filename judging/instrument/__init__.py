"""A judge that reads and measures: what it reads, finds, measures and concludes."""
