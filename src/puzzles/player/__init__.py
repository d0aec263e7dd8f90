"""One person's things: games, progress, settings, days."""
