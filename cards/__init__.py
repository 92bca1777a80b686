"""Dataset cards, judge cards, publication and loading."""
