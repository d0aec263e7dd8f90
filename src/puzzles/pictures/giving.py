"""What is drawn to be kept or given away: a level or a pack as a file, a game move by move, and the
solver's show, as drawings with the seconds that each is shown."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from textwrap import wrap

from puzzles.core.drawing import Drawing, Text, readable_on, sheet
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Answer, Progress, Step
from puzzles.library.levels import Pack, described, levels_text
from puzzles.pictures.shapes import drawing

SUFFIXES = (".toml", ".png", ".svg", ".pdf")
LINE, LINES, LETTERS = 0.045, 4, 52  # height of a line by the width of a drawing; what goes in

ANNOUNCED, MADE, END = 0.9, 0.8, 2.5  # seconds: a move, what it did, the end
STEP, READ = 0.25, 1.8  # a step of a search, and one with a sentence

Frames = list[tuple[Drawing, float]]


def given(pack: Pack, suffix: str, palette: str, answers: Sequence[Answer] = ()) -> bytes:
    """The levels of a pack, one or all, as a file with one of SUFFIXES, in the colours of a
    palette. Only a PDF has solutions: the `answers`, one for each level, their moves as text."""
    if suffix == ".toml":
        return levels_text(pack.puzzle, pack.levels, True, pack.title, pack.blurb).encode()
    puzzle = pack.puzzle
    if suffix == ".pdf":  # boards to print, and their solutions
        from puzzles.pictures.pdf import Page, pdf

        pages = list[Page]()
        for level, found in zip(pack.levels, answers, strict=True):
            start = puzzle.start(level)
            board = drawing(puzzle.scene(start, None, palette))
            made = [] if found.moves is None else steps(puzzle, start, found.moves, palette)
            solution = [step for _, step in (made if puzzle.aim.stepwise else made[-1:])]
            author = filter(None, (level.about.author,))
            facts = " · ".join([*described(puzzle.facts(level)), *author])
            pages.append(Page(level.title, facts, board, solution, found.headline))
        return pdf(f"{puzzle.title}: {pack.title}", pack.blurb, pages)
    boards = [
        (level.title, drawing(puzzle.scene(puzzle.start(level), None, palette)))
        for level in pack.levels
    ]
    return drawing_file(boards[0][1] if len(boards) == 1 else sheet(pack.title, boards), suffix)


def drawing_file(drawn: Drawing, suffix: str) -> bytes:
    """A drawing as a file of this kind."""
    if suffix == ".svg":
        from puzzles.pictures.svg import svg

        return svg(drawn).encode()
    from puzzles.pictures.raster import png

    return png(drawn)


def steps(
    puzzle: AnyPuzzle, state: object, moves: Iterable[str], palette: str
) -> list[tuple[str, Drawing]]:
    """Every step of a way to win from `state`, with captions, in the colours of a palette. Moves
    are given as text."""
    found = list[tuple[str, Drawing]]()
    for number, (move, after) in enumerate(puzzle.replay(state, moves), 1):
        words = f"{number}. {puzzle.move_text(state, move)}"
        found.append((words, drawing(puzzle.scene(state, move, palette))))
        state = after
    return [*found, ("solved", drawing(puzzle.scene(state, None, palette)))]


def captioned(drawn: Drawing, words: str) -> Drawing:
    """A drawing with a sentence below it, in a few lines."""
    line = LINE * drawn.width
    lines = wrap(words, LETTERS)[:LINES]
    ink = readable_on(drawn.paper)
    below = (
        Text(ink, (line / 2, drawn.height + (number + 0.5) * line), text, 0.7 * line, "start")
        for number, text in enumerate(lines)
    )
    height = drawn.height + (LINES + 0.5) * line
    return replace(drawn, height=height, shapes=(*drawn.shapes, *below))


def game_picture(puzzle: AnyPuzzle, level: Level, moves: Sequence[str], palette: str) -> Drawing:
    """The board after these moves; of a puzzle whose solutions are their steps, once it is won,
    all of them."""
    start = puzzle.start(level)
    state = puzzle.after(start, moves)
    if puzzle.aim.stepwise and puzzle.status(state).won:
        return sheet(level.title, steps(puzzle, start, moves, palette))
    return drawing(puzzle.scene(state, None, palette))


def solution_frames(puzzle: AnyPuzzle, state: object, moves: Iterable[str], palette: str) -> Frames:
    """Return every position of a solution, with and without the move that comes next."""
    frames = [(drawing(puzzle.scene(state, None, palette)), MADE)]
    for move, after in puzzle.replay(state, moves):
        frames.append((drawing(puzzle.scene(state, move, palette)), ANNOUNCED))
        frames.append((drawing(puzzle.scene(after, None, palette)), MADE))
        state = after
    frames[-1] = frames[-1][0], END
    return frames


def view_frames(
    puzzle: AnyPuzzle, state: object, title: str, search: Iterable[Progress], palette: str
) -> Frames:
    """Return the steps of another view from a position, each with its words."""
    frames = [(captioned(drawing(puzzle.scene(state, None, palette)), title), MADE)]
    for event in search:
        seen = event.step or Step()
        drawn = drawing(puzzle.scene(puzzle.after(state, event.line), None, palette, seen))
        told = seen.words or "   ".join(seen.lines)
        frames.append((captioned(drawn, told), READ if seen.words else STEP))
    frames[-1] = frames[-1][0], END
    return frames
