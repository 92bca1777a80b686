"""From judgements to floors, curves and onsets; needs no renderer."""
