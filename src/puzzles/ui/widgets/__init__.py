"""The parts that screens share: the app as screens see it, dialogues, and the line of keys."""
