"""The ways to watch the search for a solution of Flow, each with what one sees."""

VIEWS = {
    "search": "The search draws one piece of pipe at a time, and steps back at a dead end.",
    "sweep": "The sweep passes cell by cell, and counts the ways to fill the cells behind it.",
    "reasons": "A person's reasons: each step follows from the lit cells.",
    "why no second": "A few guesses that differ from the solution, and what refutes each.",
}
