"""The terminal: its colours, glyphs, and what is sent to it."""
