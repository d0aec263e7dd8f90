"""The library: all that the command does, for programs; `import puzzles` offers all of it.

    import puzzles

    board = puzzles.load("pack.toml:3")
    answer = puzzles.solve(board, seconds=10)
    for move in answer.moves or ():
        board = board.play(move)
        print(puzzles.render(board))

Errors that a person can cause are `puzzles.core.errors.PuzzlesError`s, each with one line of text:
`LevelError` has the `place` in the file, `UsageError` is for names that mean nothing, `MoveError`
for moves that the rules refuse.
"""

import random
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace

from puzzles.core import results
from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Status
from puzzles.core.solving import Answer, Limits
from puzzles.core.tables import Values
from puzzles.library import catalogue, registry
from puzzles.library.levels import Pack, read_pack
from puzzles.player.game import Game as Game
from puzzles.running import blocking, work
from puzzles.running.blocking import answer as answer
from puzzles.running.question import Question, known_tasks


@dataclass(frozen=True)
class Position:
    """A level and where a game of it stands; playing gives another one, and changes none.

    `puzzle` is the plugin, `level` and `state` are values of its own types; `moves` led there.
    """

    puzzle: AnyPuzzle
    level: Level
    state: object
    moves: tuple[str, ...] = ()

    def play(self, *moves: str) -> "Position":
        """The position after these moves, each as text, as `solve` gives them. Raises MoveError.

        Examples:
            >>> board = puzzles.load(text="RRWRR\\nRRWRR").play("c1 Red")
            >>> board.status.won
            True
        """
        state = self.puzzle.after(self.state, moves)
        return replace(self, state=state, moves=(*self.moves, *moves))

    @property
    def status(self) -> Status:
        """Return whether the game is won and how well, the moves made, and what is missing."""
        return self.puzzle.status(self.state)

    @property
    def facts(self) -> Values:
        """The level's `size`, and what its puzzle counts: `par`, `pairs`."""
        return self.puzzle.facts(self.level)

    def __str__(self) -> str:
        return self.puzzle.text(self.state)

    def __repr__(self) -> str:
        made = f" after {len(self.moves)} moves" if self.moves else ""
        return f"<{self.puzzle.title} {self.level.title!r}, {self.facts['size']}{made}>"


def load(level: str = "", *, text: str = "", form: str = "") -> Position:
    """The start of a level: its name in the library, a file, `FILE:3`, a URL; or, instead, a `text`
    that holds one level. `form` names the format where its text does not show it.

    A warning says what stands around the board and is not read. Raises LevelError for what cannot
    be read, UsageError for what there is not.

    Examples:
        >>> puzzles.load("kami/first-folds/1")
        <Kami 'One Sheet', 10×29>
        >>> puzzles.load(text="https://puzz.link/p?numlin/5/5/1j2h3m1h2j3").facts["pairs"]
        3
    """
    entry = _entry(level, text, form)
    if entry.pack.left:
        warnings.warn(entry.pack.left, stacklevel=2)
    return _start(entry.pack, entry.level)


def load_all(file: str = "", *, text: str = "", form: str = "") -> list[Position]:
    """The starts of all levels in a file, or a text; a fault in any of them raises LevelError.
    Those that are too large to be shown are left out, with a warning.

    Examples:
        >>> packs = "3,0,1,3;0,1,2;3,4,5;6,7,8\\n2,0,2,2;0,1;2,3"
        >>> [board.level.title for board in puzzles.load_all(text=packs)]
        ['Level 1', 'Level 2']
    """
    pack = read_pack(file or "text", text or None, form).whole()
    for left in filter(None, (pack.left, *map(str, pack.left_out))):
        warnings.warn(left, stacklevel=2)
    return [_start(pack, level) for level in pack.levels]


def game(level: str = "", *, text: str = "", form: str = "") -> Game:
    """A new game, by the verbs of `puzzles.player.game.Game`; arguments as for `load`. Not saved.

    Examples:
        >>> game = puzzles.game(text="RRWRR\\nRRWRR")
        >>> hint = game.hint().settle(puzzles.answer).told(str)  # asked again: why, and what to do
        >>> hint.partition("\\n")[0]
        'Look at the White region.'
        >>> game.play_text("c1 Red").won
        True
    """
    return Game(_entry(level, text, form))


def solve(
    position: Position | str,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory_mb: int = 1024,
    within: int | None = None,
) -> Answer:
    """The best way on from a position, its `moves` as text that `Position.play` takes. Here and
    below, the name of a level or of a file stands for its start.

    `proved` says whether nothing is better (or, if `moves` is None, that there is no solution);
    `lower_bound` counts moves, `nodes` the positions searched. Limits are seconds of wall time,
    positions, megabytes of tables. `within` so many moves only tells whether they are enough: a
    proved answer has a solution, not always the best, or None for no. Raises UsageError where the
    puzzle has no such search.

    Examples:
        >>> answer = puzzles.solve(puzzles.load(text="RRWW\\nTTRR\\nWWTT"), seconds=10)
        >>> answer.headline, len(answer.moves), answer.proved
        ('proved optimal: 3 moves', 3, True)
        >>> puzzles.solve("kami/first-folds/1").moves
        ('a1 Red',)
    """
    question = _question(position, Limits(seconds, nodes, memory_mb))
    return answer(question if within is None else question.to("solver.within", within))


def count(
    position: Position | str,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory_mb: int = 1024,
) -> Answer:
    """Count the solutions: the answer's `count`, exact if it is `proved`, at least that otherwise.

    Raises UsageError where the puzzle does not count.

    Examples:
        >>> puzzles.count(puzzles.load(text="ABC\\n...\\nABC")).count
        1
    """
    return answer(_question(position, Limits(seconds, nodes, memory_mb)).to("solver.count"))


@dataclass(frozen=True)
class Way:
    """One way to do a thing that every solution does, such as joining two dots: its moves as text
    that `Position.play` takes, its length, and whether some solution has it (None: not settled)."""

    moves: tuple[str, ...]
    length: int
    used: bool | None


def ways(position: Position | str, task: str, *, memory_mb: int = 1024) -> Iterator[Way]:
    """All ways to do a thing on a board: in Flow, to join the dots of the colour `task`. The
    shortest come first, each worked out when it is asked for.

    Raises UsageError where there is no such task; PuzzlesError where memory does not suffice.

    Examples:
        >>> board = puzzles.load(text="ABC\\n...\\nABC")
        >>> [(way.moves, way.length, way.used) for way in puzzles.ways(board, "A")]
        [(('a1 down 2',), 3, True)]
    """
    position = _position(position)
    known_tasks(position.puzzle, position.state, task)
    return _ways(position, task, Limits(memory_mb=memory_mb))


def _ways(position: Position, task: str, limits: Limits) -> Iterator[Way]:
    for event in blocking.events(_question(position, limits).to("solver.ways", task)):
        if isinstance(event, Answer):
            if event.stopped:
                raise PuzzlesError(f"{event.stopped} reached: {event.headline}")
        elif isinstance(way := event.step, results.Way):
            yield Way(event.line, way.length, way.used)


def count_ways(
    position: Position | str,
    task: str,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory_mb: int = 1024,
) -> Answer:
    """Count the ways to do a thing: the answer's `count`, exact if `proved`; errors as `ways`.

    Examples:
        >>> puzzles.count_ways(puzzles.load(text="A..\\n...\\n..A"), "A").count
        12
    """
    position = _position(position)
    known_tasks(position.puzzle, position.state, task)
    limits = Limits(seconds, nodes, memory_mb)
    return answer(_question(position, limits).to("solver.count_ways", task))


def generate(puzzle: str, *, seed: int | None = None, **wishes: object) -> Position:
    """A new level, proved; the same for the same arguments, if there is a `seed`.

    `wishes` are the options of `puzzles generate PUZZLE --help`. Raises UsageError.

    Examples:
        >>> board = puzzles.generate("flow", size="5x4", seed=1, colours=4)
        >>> board.facts["pairs"], puzzles.count(board).count
        (4, 1)
    """
    plugin = registry.plugin(puzzle)
    chosen = random.randrange(10**9) if seed is None else seed
    options = {option.name for option in plugin.generator.OPTIONS}
    if unknown := sorted(set(wishes) - options):
        raise UsageError(f"{plugin.title} has no option {unknown[0]!r}")
    next(plugin.generator.make(chosen, wishes))  # looks at them
    made = blocking.result(work.make, {"puzzle": plugin, "seed": chosen, "wishes": wishes})
    if isinstance(made, UsageError):
        raise made
    return Position(plugin, made, plugin.start(made))


def render(position: Position | str) -> str:
    """A position as plain text, a picture in characters of many lines.

    Examples:
        >>> print(puzzles.render(puzzles.load(text="RRW\\nWRR")))
        RRW
        WRR
    """
    return str(_position(position))


def _position(position: Position | str) -> Position:
    """Return the position that is meant; a name stands for the start of its level."""
    return load(position) if isinstance(position, str) else position


def _start(pack: Pack, level: Level) -> Position:
    return Position(pack.puzzle, level, pack.puzzle.start(level))


def _question(position: Position | str, limits: Limits) -> Question:
    position = _position(position)
    return Question(position.puzzle, position.level, position.moves, limits)


def _entry(level: str, text: str, form: str) -> catalogue.Entry:
    """The one level that is meant."""
    if not (text or form):
        return catalogue.find(level)
    pack = read_pack(level or "text", text or None, form).whole()
    if len(pack.levels) > 1:
        raise UsageError(f"{pack.file} holds {len(pack.levels)} levels; load_all takes them all")
    return catalogue.Entry(pack, 0)
