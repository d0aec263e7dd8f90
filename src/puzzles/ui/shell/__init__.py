"""The app around the puzzles: its screens for help, settings and statistics, and its commands."""
