"""The ways to watch the search for a solution of Kami, each with what one sees."""

VIEWS = {
    "search": "The solver tries moves in order, and gives up a branch that a bound rules out.",
    "reasons": "A best solution, and what each move gains.",
    "why not fewer": "A few regions that alone need as many moves as the whole board.",
    "painting": "The solution backwards: strokes that could have painted the sheet.",
}
