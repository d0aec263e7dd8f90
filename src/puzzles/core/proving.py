"""Writes certificates, which it checks, and holds certificates against the boards of levels."""

from collections.abc import Iterable

from puzzles import checker
from puzzles.core.errors import PuzzlesError
from puzzles.core.solving import Answer, Limits, Run, Stopped


def board_lines(board: checker.Board) -> list[str]:
    """The lines of a certificate that describe its board."""
    cells = [["cell", *cell] for cell in zip(board.names, board.looks, strict=True)]
    for v, w in board.edges:
        cells[w].append(board.names[v])
    final = [["final", board.demanded]] if board.demanded else []
    return [board.puzzle, *map(" ".join, cells + final)]


def certificate_of(board: checker.Board, lines: Iterable[str], run: Run) -> str:
    """The certificate of a board with these lines after its own, as the checker has accepted it.
    Raises PuzzlesError if it is refused, and Stopped."""
    text = "\n".join([*board_lines(board), *lines, ""])
    proof = proof_of(text, board, run.left)
    if isinstance(proof, Answer):
        raise Stopped(proof.stopped)
    return text


def proof_of(certificate: str, board: checker.Board, limits: Limits) -> checker.Proof | Answer:
    """The proof that a certificate gives of just this board, or an answer that is not proved when
    the time is up. Raises PuzzlesError where it is no proof, or one of another board."""
    run = Run(limits)
    try:
        proof = checker.check(certificate, run.check)
    except checker.Refused as reason:
        raise PuzzlesError(f"its certificate is refused: {reason}") from None
    except Stopped as limit:
        said = "its certificate is not checked to the end"
        return Answer(None, False, 0, 0, run.seconds, said, str(limit))
    if proof.board != board:
        raise PuzzlesError("its certificate is of another board")
    return proof
