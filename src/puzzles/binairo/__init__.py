"""Binairo: a 0 or a 1 in each cell, as many of each in a line, and no three in a row."""
