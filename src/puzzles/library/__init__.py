"""The boards to play: level files and packs, formats, IDs, plugins, and where they lie."""
