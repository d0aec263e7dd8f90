"""Boards of Kami read from pictures."""
