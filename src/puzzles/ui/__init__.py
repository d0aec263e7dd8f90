"""The Textual host: screens, board widgets, drawing."""
