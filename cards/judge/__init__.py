"""The card of a judge: what it sees, and what it makes of flawless work."""
