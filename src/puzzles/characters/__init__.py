"""Boards as characters: glyphs that split a cell of a terminal, the colours that terminals have,
and scenes drawn with both. What puts them on a screen is `ui`."""
