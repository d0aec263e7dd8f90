"""Drawings as files: SVG, PNG, GIF and PDF. Nothing here knows a puzzle."""
