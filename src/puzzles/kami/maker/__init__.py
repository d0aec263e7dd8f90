"""Boards of Kami that somebody draws: edited and judged."""
