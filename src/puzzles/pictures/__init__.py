"""Pictures: drawings as SVG, PNG, GIF and PDF, and the tools that read boards off photographs.

Nothing here knows a puzzle.
"""

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")  # of pictures that can be read
