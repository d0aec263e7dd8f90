"""The Textual host: screens, board widgets, drawing."""

import os

# Textual draws in ticks of its own clock. At 60 a second a key could wait a sixtieth for its
# picture; twice as many halve that, and still cost nothing while nothing changes.
os.environ.setdefault("TEXTUAL_FPS", "120")
