"""Boards of Flow that somebody draws: edited, judged, and repaired."""
