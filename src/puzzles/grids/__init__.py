"""Boards as geometry and as graphs, shared by every plugin."""
