"""Lights Out: press until every light is out."""
