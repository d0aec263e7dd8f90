"""What every screen shares: the app as screens see it, dialogues, and the line of keys."""
