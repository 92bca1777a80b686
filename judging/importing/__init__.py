"""From results of other harnesses to judgements, by a stated mapping."""
