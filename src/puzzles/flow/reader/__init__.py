"""Boards of Flow read from pictures."""
