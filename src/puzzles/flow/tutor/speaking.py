"""Flow in words alone: pipes by letter and ends, what is free around an end, and moves as steps."""

import re
from collections.abc import Iterator
from itertools import groupby

from puzzles.core.errors import MoveError
from puzzles.core.results import NOTE
from puzzles.core.words import listed, many
from puzzles.flow.rules.hand import bare
from puzzles.flow.rules.model import Board, Move, State, move_parse, move_text
from puzzles.flow.rules.problem import Path

VIEWS = {
    "reasons": "A person's reasons: what a step follows from is outlined.",
    "why no second": "A few guesses that differ from the solution, and what refutes each.",
    "search": "The search draws one piece of pipe at a time, and steps back at a dead end.",
    "sweep": "The sweep counts the ways to fill the cells behind it; each step draws another.",
}
# Directions may be typed in short: `r`, `dl`.
_SHORT = {
    "".join(part[0] for part in re.findall("up|down|left|right", way)): way
    for way in ("up", "down", "left", "right", "upleft", "downleft", "upright", "downright")
}
_WAYS = tuple(_SHORT.values())
A_MOVE = "a move is a letter and steps, as in 'A right 2 down'"


def move_words(state: State, move: Move, turned: bool = False) -> str:
    """Describe a move: `draw pipe A from the top left to the right`."""
    board = state.board
    letter = board.symbols[board.dot_at[move.path[0]]]
    first, last = (
        board.grid.whereabouts([board.cell_of[end]], turned)
        for end in (move.path[0], move.path[-1])
    )
    return f"draw pipe {letter} from the {first}" + (f" to the {last}" if first != last else "")


def describe(state: State) -> tuple[str, ...]:
    """The board with all that is odd about it, and a line for each colour."""
    board, grid = state.board, state.board.grid
    cells = "hexagons" if grid.kind == "hex" else "cells"
    pairs = many(board.pairs, "pipe")
    fill = "fill every cell" if board.fill else "cells may stay empty"
    parts = [f"{grid.cols} columns and {grid.rows} rows of {cells}; {pairs}; {fill}."]
    if board.wrap:
        parts.append("Rims are open: what goes out on one side comes in on the other.")
    if missing := list(_missing(board)):
        parts.append(f"No cells: {', '.join(missing)}.")
    if board.walls:
        walls = ", ".join(f"{grid.name(a)} and {grid.name(b)}" for a, b in sorted(board.walls))
        parts.append(f"Walls between {walls}.")
    if board.bridges:
        parts.append(f"Bridges: {', '.join(map(grid.name, sorted(board.bridges)))}.")
    return *parts, *(_colour(state, colour) for colour in range(len(board.symbols)))


def describe_cell(state: State, cell: int) -> str:
    """`c3, pipe A`, `a1, dot B, free right and down`, `d4, empty, a bridge`."""
    board, dot = state.board, int(state.board.dots[cell])
    vertices = board.vertices(cell)
    parts = [f"dot {board.symbols[dot]}"] if dot >= 0 else []
    for vertex in vertices:
        if vertex in state.owner:
            pipe = state.pipes[state.owner[vertex]]
            parts += [f"pipe {board.letter(pipe)}"] * (dot < 0)
            if vertex == pipe[-1] and not state.finished(pipe):
                parts.append(_free(state, pipe))
    if state.owner.keys().isdisjoint(vertices):
        parts = [*(parts or ["empty"]), _free(state, *((vertex,) for vertex in vertices))]
    parts += ["a bridge"] * (cell in board.bridges)
    parts += [_note(board, note, cell) for note in sorted(state.notes) if cell in note]
    return ", ".join([board.grid.name(cell), *parts])


def _note(board: Board, note: Path, cell: int) -> str:
    """`your mark`, `right crossed out`"""
    beyond = [other for other in note if other != cell]
    return f"{board.joined[cell, beyond[0]]} crossed out" if beyond else "your mark"


def describe_thing(state: State, name: str) -> str:
    """A colour by its letter, or what is at a cell."""
    colour = lettered(state.board, name.strip())
    if colour < 0:
        return describe_cell(state, state.board.grid.cell(name.strip()))
    return _colour(state, colour)


def describe_change(before: State, after: State) -> str:
    """`A joined, a1 to c3; B ends at d2, free up.`"""
    board = after.board
    parts = [
        f"{board.letter(pipe)} joined, {_span(board, pipe)}"
        if after.finished(pipe)
        else f"{board.letter(pipe)} ends at {board.name(pipe[-1])}, {_free(after, pipe)}"
        for pipe in after.pipes
        if pipe not in before.pipes
    ]
    dots = {end for pipe in after.pipes for end in (pipe[0], pipe[-1])}
    parts += [
        f"{board.letter(pipe)} cleared from {board.name(pipe[0])}"
        for pipe in before.pipes
        if not dots & {pipe[0], pipe[-1]}
    ]
    for note in sorted(after.notes ^ before.notes):
        gone = ", taken away" * (note not in after.notes)
        parts.append(f"{board.name(note[0])}: {_note(board, note, note[0])}{gone}")
    return "; ".join(parts) + "." * bool(parts)


def move_spoken(state: State, move: Move) -> str:
    """A letter and a path from one of its dots: `A from a1 right 2 down 1`, `A from a1 clear`."""
    text = move_text(state, move) + " clear" * (len(move.path) == 1)
    return move_text(state, move) if move.note else f"{state.board.letter(move.path)} from {text}"


def move_heard(state: State, text: str) -> Move:
    """`A right 2 down` goes on from a pipe's loose end, or from its first dot; `from a1` names a
    dot, or a loose end; `A back 2` and `A clear` take away."""
    if text.startswith(NOTE):
        return move_parse(state, text)
    board, words = state.board, text.split()
    colour = lettered(board, words[0]) if words else -1
    words = words[colour >= 0 :]
    if words[:1] == ["from"]:
        words = words[1:]
        if not words:
            raise MoveError("say the cell that the pipe is drawn from")
    named = bool(words) and words[0] not in ("back", "clear") and not _way(words[0])
    if colour < 0 and not named:
        raise MoveError(f"{text!r} is no move; {A_MOVE}")
    path = _from_cell(state, words.pop(0), colour) if named else _from_letter(state, colour)
    if words[:1] == ["clear"] or (named and not words):
        return Move(path[:1])
    if words[:1] == ["back"]:
        back = words[1] if len(words) > 1 else "1"
        if not (back.isdecimal() and len(back) < 6):
            raise MoveError(f"{back!r} is not a number of steps")
        return Move(path[: max(1, len(path) - int(back))])
    if not words:
        raise MoveError("say where the pipe goes, as in 'right 2 down'")
    steps: list[str] = []  # directions, each with its count, which is 1 where it is left out
    for word in words:
        if way := _way(word):
            steps += [way, "1"]
        elif steps:
            steps[-1] = word
        else:
            raise MoveError(f"{word!r} is no direction")
    return move_parse(state, " ".join([move_text(state, Move(path)), *steps]))


# Words ------------------------------------------------------------------------------------------


def _colour(state: State, colour: int) -> str:
    """`A: a1 to c3, joined`, `B: a1 to b2, free up; e5, free left`."""
    board = state.board
    own = [pipe for pipe in state.pipes if board.dot_at[pipe[0]] == colour]
    parts = [
        f"{_span(board, pipe)}, {'joined' if state.finished(pipe) else _free(state, pipe)}"
        for pipe in own
    ]
    parts += [f"{board.name(dot)}, {_free(state, (dot,))}" for dot in bare(state, colour)]
    return f"{board.symbols[colour]}: {'; '.join(parts)}"


def _missing(board: Board) -> Iterator[str]:
    """Yield the runs of missing cells, row by row: `d4`, `d4 to f4`."""
    grid = board.grid
    full = type(grid).full(grid.rows, grid.cols)
    for y in range(grid.rows):
        gaps = [x for x in range(grid.cols) if grid.index[y, x] < 0]
        for _, run in groupby(enumerate(gaps), lambda pair: pair[1] - pair[0]):
            names = [full.name(full.at(y, x)) for _, x in run]
            yield names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def _span(board: Board, pipe: Path) -> str:
    return f"{board.name(pipe[0])} to {board.name(pipe[-1])}"


def _free(state: State, *pipes: Path) -> str:
    """The directions in which pipes, or dots without one, can go on without touching another."""
    board, ways = state.board, set()
    for pipe in pipes:
        own = board.dot_at[pipe[0]]
        for other in board.graph.neighbours[pipe[-1]]:
            taken = other in state.owner or other in pipe
            if not taken and (board.dot_at[other] in (-1, own) or own < 0):
                ways.add(board.ways[pipe[-1], other])
    return f"free {listed(sorted(ways, key=[*_WAYS].index))}" if ways else "nothing free"


# Moves ------------------------------------------------------------------------------------------


def lettered(board: Board, word: str) -> int:
    """Return the colour of a letter, in any case if no other has it, or −1."""
    letters = list(board.symbols)
    if word in letters:
        return letters.index(word)
    folded = [letter.casefold() for letter in letters]
    return folded.index(word.casefold()) if word.casefold() in folded else -1


def _from_cell(state: State, name: str, colour: int) -> Path:
    """Return the drawn part of a pipe that goes on from a cell, which is a dot or a loose end."""
    board = state.board
    try:
        cell = board.grid.cell(name)
    except MoveError:
        if colour >= 0:
            raise
        raise MoveError(f"{name!r} is neither a dot's letter nor a cell; {A_MOVE}") from None
    loose = (pipe for pipe in state.pipes if not state.finished(pipe))
    path: Path = next((pipe for pipe in loose if board.cell_of[pipe[-1]] == cell), (cell,))
    found = int(board.dot_at[path[0]])
    if found < 0 or colour not in (-1, found):
        letter = board.symbols[colour] if colour >= 0 else "a pipe"
        raise MoveError(f"{letter} neither has a dot at {name} nor ends there")
    return path


def _from_letter(state: State, colour: int) -> Path:
    """Return the drawn part of a colour's pipe that is not joined yet."""
    own = [pipe for pipe in state.pipes if state.board.dot_at[pipe[0]] == colour]
    loose = [pipe for pipe in own if not state.finished(pipe)]
    undrawn = bare(state, colour)
    if len(loose) > 1 or (not loose and len(own) > 1 and not undrawn):
        letter = state.board.symbols[colour]
        raise MoveError(f"{letter} has several pipes; say the cell that is meant")
    return (*loose, *((dot,) for dot in undrawn[:1]), *own)[0]


def _way(word: str) -> str:
    """Return the direction that a word names, whole or short, or ""."""
    word = word.casefold()
    return word if word in _WAYS else _SHORT.get(word, "")
