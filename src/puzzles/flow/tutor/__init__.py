"""Flow explained to a person: reasons, hints, difficulty, lessons, and the words for them."""
