"""From text and a font to vector outlines."""
