"""From what a model wrote to scores, without guessing any."""
