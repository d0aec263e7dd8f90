"""Pictures: drawings as SVG, PNG, GIF and PDF, and the tools that read boards off photographs.

Nothing here knows a puzzle.
"""

# Of pictures that can be read.
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff")
