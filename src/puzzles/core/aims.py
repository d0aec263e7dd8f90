"""What a puzzle asks for: the fewest moves, or the one answer of a board; and the words for that.

Where moves are counted, a solution is its steps. Where there is an answer, the last position shows
all of it, and no solution is better than another.
"""

from puzzles.core.words import many

LOST = {0: "nothing lost", 1: "one move lost", 2: "two moves lost"}


class FewestMoves:
    """The words where the fewest moves are asked for."""

    stepwise = True
    solution = "a best solution"
    moves = "The best moves"
    as_good = "equally good"  # is a move that loses no more than the solver's
    better = "better"  # is the solver's move where one has lost something

    def target(self, moves: int) -> str:
        """What a level's `Status.target` is to the player."""
        return f"par {moves}"

    def over(self, moves: int) -> str:
        """What it is to take so many moves more."""
        return f"{moves} over par"

    def verdict(self, lost: int, whole: bool) -> str:
        """What a move has lost; `whole` if nothing has been until then."""
        return "par kept" if whole else LOST.get(lost, f"{lost} moves lost")

    def cost(self, lost: int) -> str:
        """What a move costs that has lost so much."""
        return f"that costs {many(lost, 'move')}"

    def losses(self, lost: int) -> str:
        """What a game has lost, before the number of its first move that did."""
        return f"You lost {many(lost, 'move')}, the first on move"


class OneAnswer(FewestMoves):
    """The words where there is one answer."""

    stepwise = False
    solution, moves, as_good, better = "a solution", "The solution", "right", "right"

    def target(self, moves: int) -> str:
        return f"{moves} needed"

    def over(self, moves: int) -> str:
        return f"{moves} more than needed"

    def verdict(self, lost: int, whole: bool) -> str:
        return "lost" if lost else "in the solution" if whole else "astray"

    def cost(self, lost: int) -> str:
        return "that is in no solution"

    def losses(self, lost: int) -> str:
        return f"{many(lost, 'move')} led away from the solution, the first is move"


FEWEST, ONE = FewestMoves(), OneAnswer()
