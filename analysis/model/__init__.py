"""The numbers behind one curve: data, likelihood, ascent, limits and chance."""
