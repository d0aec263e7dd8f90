"""A game in lines of text, for screen readers, files and dumb terminals, and by ear on the page.

Each line is a move, in the words that `hint` and `solve` say, or a command. A puzzle that `speaks`
says what a move did, and shows its board only when asked. What is said is printed; every change is
stored before the next line is asked for.
"""

import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

from puzzles.core.errors import NO_MEMORY, PuzzlesError, UsageError, printable, sentence
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import WHERE, WHY, Advice, Hint
from puzzles.core.solving import Answer, Event, Limits
from puzzles.core.tables import Values
from puzzles.core.words import many
from puzzles.grids.printing import ruled
from puzzles.library import catalogue, registry
from puzzles.library.catalogue import Entry, stage
from puzzles.library.lessons import lesson_pack
from puzzles.player import practice
from puzzles.player.course import Outcome
from puzzles.player.daily import daily
from puzzles.player.game import Game, Practice
from puzzles.player.memory import Memory
from puzzles.player.practice import Board, Drill
from puzzles.player.records import best, today
from puzzles.player.saves import Saves
from puzzles.player.settings import SCHEMA, read_settings, write_settings
from puzzles.player.standing import Standing
from puzzles.player.statistics import statistics, summary_lines
from puzzles.running import blocking
from puzzles.running.question import Question

Turns = Generator[None, str | None, None]  # each takes a line; None at the end
Act = Callable[[], Outcome | Turns | None]

END = ("quit", "q", "exit")
PATIENCE = Limits(seconds=60)  # for a board that no solution ships with
SWITCH = {"on": True, "off": False}
# Commands that exercises have, too; of those that change a game, boards of a run have three.
TOLD, UNDONE = ("look", "board", "rules", "help"), ("undo", "redo", "restart")
_NAMES = {"begin": "try", "leave": "return"}  # of verbs that are called otherwise here


class Dialogue:
    """A game, and what can be said about it; in the lobby also the ways to others, and what can be
    known and chosen besides."""

    game: Game  # once a level is open: then there are commands
    puzzle: AnyPuzzle

    def __init__(
        self, saves: Saves, lobby: bool, search: Callable[[Iterator[Event]], Answer]
    ) -> None:
        """`search` waits for the last of a solver's events."""
        self._saves, self._memory, self._search = saves, Memory(), search
        self._commands: dict[tuple[str, ...], tuple[Act, str]] = {}
        ways: dict[str, tuple[Callable[[str], None], str]] = {
            "continue": (self._continue, "go on with the level that you played last"),
            "journey": (self._journey, "play the next level of the journey"),
            "next": (lambda _: self._beside(1), "play the next level of the pack"),
            "previous": (lambda _: self._beside(-1), "play the level before"),
            "today": (self._today, "play the puzzle of the day; say a puzzle's name after it"),
            "play": (self._play, "play a level; say its name after it"),
            "practice": (self._practice, "five questions; say a puzzle's name after it"),
            "run": (self._run, "boards until the third miss; say a puzzle's name after it"),
            "statistics": (self._statistics, "hear what you have solved"),
            "settings": (self._settings, "hear the settings; say one and its value to change it"),
        }
        self._ways = ways if lobby else {}
        self._ahead: Iterator[Game] = iter(())  # lessons and the level after them, or exercises
        self._done = list[bool]()  # which of the exercises so far went well

    def turns(self, entry: Entry | None) -> Turns:
        """Begin at a level, and take one line after the other until the player quits."""
        if entry is None:
            print("Welcome to puzzles. Type journey to begin, or help for all commands.")
        else:
            self._open(entry)
        while True:
            for notice in self._saves.notices() if self._commands else ():
                print(printable(notice), file=sys.stderr)
            said = yield
            if said is None or said.casefold() in END:
                return
            word, _, rest = said.partition(" ")
            way = self._ways.get(word.casefold())
            try:
                if way is not None:
                    way[0](rest.strip())
                elif said and self._commands:
                    yield from self._answer(said)
                elif said and word.casefold() != "help":
                    print("No level is open.")
            except PuzzlesError as error:
                print(printable(str(error)))
            except MemoryError:
                print(NO_MEMORY)
            if self._ways and word.casefold() in ("help", "?"):
                for name, (_, text) in self._ways.items():
                    print(f"{name}: {text}.")
                print("quit: leave. Every move is saved.")

    def _open(self, entry: Entry) -> None:
        """Go to a level, in the lobby after the lessons that are due."""
        puzzle = entry.pack.puzzle
        due = self._memory.due(puzzle, entry.level) if self._ways else {}
        lessons = [*chain.from_iterable(due.values())]
        pack = lesson_pack(puzzle, lessons)
        before = [Practice(Entry(pack, at), each) for at, each in enumerate(lessons) if pack]
        self._ahead = iter([*before, Game(entry, self._saves)])
        if due:
            self._memory.mark_seen(*due)
        self._go_on()

    def _go_on(self) -> None:
        """Say which lesson, level or exercise comes next, and how it stands."""
        if (game := next(self._ahead, None)) is None:
            print(f"{sum(self._done)} of {len(self._done)} right.")
            self._commands = {}
            return
        self.game, self.puzzle = game, game.puzzle
        entry, lesson = game.entry, game.lesson if isinstance(game, Practice) else None
        self._told = game.state  # the position that was last spoken of
        self._commands = {
            ("look", "l"): (game.look, "all that is there, or look and a name: that thing"),
            ("board", "b"): (self._board, "a picture of the board in text"),
            ("undo", "u"): (game.undo, "take the last move back"),
            ("redo", "r"): (game.redo, "make it again"),
            ("restart",): (game.restart, "go back to the start; undo takes that back"),
            ("try",): (game.begin_trial, "begin a trial from here"),
            ("keep",): (game.keep, "end the trial and stay"),
            ("return",): (game.abandon, "end the trial and go back to where it began"),
            ("hint", "h"): (game.hint, "where to look; again, why; again, the move"),
            ("check", "c"): (game.check, "what is missing, and whether it can be won from here"),
            ("solve", "s"): (self._solve, f"all moves of {self.puzzle.aim.solution} from here"),
            ("watch", "w"): (self._watch, "the same move by move: next, back, why"),
            ("rules",): (self._rules, "the rules"),
            ("help", "?"): (self._help, "this list"),
        }
        title, about = entry.level.title, "A line is a move or a command; help lists them."
        if lesson:
            self._commands["skip",] = (self._skip, "leave the lessons")
            about = f"A lesson; skip leaves it. {lesson.typed or lesson.spoken or lesson.text}"
        elif isinstance(game, Drill | Board):
            about = f"Number {len(self._done) + 1}. {game.words}"
            keeps = TOLD if isinstance(game, Drill) else (*TOLD, *UNDONE)
            self._commands = {of: act for of, act in self._commands.items() if of[0] in keeps}
            if isinstance(game, Drill):
                self._commands["hint", "h"] = game.where, "where to look"
                self._commands["solve", "s"] = game.show, "the answer"
            else:
                title = "Run"
                self._commands["skip",] = self._miss, "go to the next board; that is a miss"
        elif self._ways:
            self._memory.last = entry.name
        print(f"{title} ({self.puzzle.title}). {about}")
        if game.notice:
            print(game.notice)
        if not self.puzzle.speaks:
            self._board()
        else:
            print(self.puzzle.tutor.describe(game.state)[0])
            print("look says what is where, board shows it.")
            print(game.standing)
        game.resume()

    def _answer(self, line: str) -> Turns:
        """Do what the line says: a command, or else a move."""
        said = line.casefold()
        act = next((act for names, (act, _) in self._commands.items() if said in names), None)
        if said.startswith("look "):
            act = partial(self.game.look, line.partition(" ")[2])
        outcome = act() if act else self.game.play_text(line)
        if isinstance(outcome, Generator):
            yield from outcome
        elif outcome is not None:
            self._print(outcome, "" if act else " (help lists the commands)")

    def _print(self, outcome: Outcome, more: str) -> None:
        outcome = outcome.settle(self._ask)
        if outcome.stored is not None:
            outcome.stored.result()
        if outcome.changed and not self.puzzle.speaks:
            self._board()
        elif outcome.changed:
            if change := self.puzzle.tutor.describe_change(self._told, outcome.state):
                print(change)
            self._told = outcome.state
            print(self.game.standing)
        hint = "" if outcome.hint is None else self.puzzle.move_text(outcome.state, outcome.hint)

        def plain(text: str) -> str:
            """A hint in the words that can be typed."""
            said = hint and text == hint
            return self.puzzle.speak_move(outcome.state, outcome.hint) if said else text

        if words := outcome.told(lambda verb: _NAMES.get(verb, verb), plain):
            print(_lines(words) + ("" if outcome.changed else more))
        if isinstance(outcome.step, Hint) and outcome.step.kind == WHERE and self.puzzle.speaks:
            at = self.puzzle.scene(outcome.state).firsts(outcome.step.lit)
            if len(at) == 1:
                print(sentence(self.puzzle.tutor.describe_cell(outcome.state, at[0])))
        if outcome.note:
            print(_lines(outcome.note))
        if isinstance(self.game, Drill | Board) and self.game.ended:
            self._count(self.game.solved)
        elif isinstance(self.game, Practice) and outcome.won:
            print()
            self._go_on()

    def _skip(self) -> None:
        self._ahead = iter([*self._ahead][-1:])
        self._go_on()

    def _miss(self) -> None:
        self.game.save()
        self._count(False)

    def _count(self, right: bool) -> None:
        """Say whether an exercise went well, and go on to the next one."""
        self._done.append(right)
        print("Right.\n" if right else "Missed.\n")
        self._go_on()

    def _board(self) -> None:
        print(f"\n{ruled(self.puzzle.scene(self.game.state))}\n")
        print(self.game.standing)

    def _solve(self) -> None:
        """Tell the solution; the game stays where it is."""
        answer = self.game.known_answer() or self._ask(self.game.question())
        if answer.moves:
            self._print(self.game.watched(), "")
        state = self.game.state
        for move, after in self.puzzle.replay(state, answer.moves or ()):
            print(self.puzzle.speak_move(state, move))
            state = after
        print(answer.headline)

    def _watch(self) -> Turns:
        """Tell the solution a move at a time, until something else is typed; the game stays."""
        question = self.game.question()
        answer = self.game.known_answer() or self._ask(question)
        if not (moves := answer.moves or ()):
            print(sentence(answer.headline))
            return
        self._print(self.game.watched(), "")
        states = [self.game.state]
        states += [after for _, after in self.puzzle.replay(self.game.state, moves)]
        print(f"{answer.headline}. Type next, back or why; an empty line ends it.")
        at = 0  # moves that were told
        while said := (yield):
            if said == "next" and at < len(moves):
                move = self.puzzle.move_parse(states[at], moves[at])
                at += 1
                print(f"{at} of {len(moves)}: {self.puzzle.speak_move(states[at - 1], move)}")
            elif said == "back" and at:
                at -= 1
                print(f"Back: {many(at, 'move')} made.")
            elif said == "why" and at and self.puzzle.can("tutor.advise"):
                made = (*question.moves, *moves[: at - 1])
                asked = replace(question, moves=made).to("tutor.advise", tuple(moves[at - 1 :]))
                advice = self._ask(asked)
                assert isinstance(advice, Advice)
                why = [hint.words for hint in advice.hints if hint.kind == WHY]
                # Where moves come in any order, another one may have the first reason.
                first = "" if self.puzzle.aim.stepwise else "What follows first here: "
                print(first + "\n".join(why) if why else "The solver has no reason for it.")
            elif said in ("next", "back", "why"):
                print("That was the last move." if said == "next" else "Nothing was told yet.")
            else:
                break
        print("The game goes on.")
        if said and said not in END:
            yield from self._answer(said)

    def _ask(self, question: Question) -> Answer:
        """The solver's answer within PATIENCE."""
        return self._search(blocking.events(replace(question, limits=PATIENCE)))

    def _rules(self) -> None:
        print(re.sub(r"[*`]", "", self.puzzle.instructions).strip())

    def _help(self) -> None:
        for names, (_, text) in self._commands.items():
            print(f"{', '.join(names):12} {text}")
        example = ""  # a move of the first lesson
        if self.puzzle.can("lessons.LESSONS") and (pack := lesson_pack(self.puzzle)) is not None:
            start = self.puzzle.start(pack.levels[0])
            move = self.puzzle.move_parse(start, self.puzzle.lessons.LESSONS[0].moves[0])
            example = f", as in {self.puzzle.speak_move(start, move)!r}"
        print(f"{'quit, q':12} stop; every move is saved\nAnything else is a move{example}.")

    def _continue(self, _: str) -> None:
        name = self._memory.last
        if not name:
            raise UsageError("You have not played a level yet. Type journey to begin.")
        try:
            entry = catalogue.find(name)
        except PuzzlesError:
            if (left := Standing.read(self._saves, self._memory).left) is None:
                raise
            entry = left
        self._open(entry)

    def _journey(self, _: str) -> None:
        name = stage(best(self._saves.wins()))
        if name is None:
            raise UsageError("You have solved every level of the journey.")
        self._open(catalogue.find(name))

    def _beside(self, step: int) -> None:
        if not self._commands:
            raise UsageError("No level is open. Type journey to begin.")
        if isinstance(self.game, Practice):
            raise UsageError("This is a lesson; skip leaves it.")
        entry = self.game.entry.neighbour(step)
        if entry is None:
            raise UsageError(f"This is the {'last' if step > 0 else 'first'} level of its pack.")
        self._open(entry)

    def _today(self, puzzle: str) -> None:
        self._open(daily(_named(f"today {puzzle}", registry.plugins()[0].values()), today()))

    def _practice(self, name: str) -> None:
        puzzle = _named(f"practice {name}", practice.with_practice())
        asked = practice.some_questions(puzzle, self._saves.exercises())
        self._done, self._ahead = [], (Drill(question, self._saves) for question in asked)
        self._go_on()

    def _run(self, name: str) -> None:
        puzzle = _named(f"run {name}", practice.with_practice())
        run = practice.new_run(puzzle, self._saves, self._saves.exercises(), timed=False)
        # Each board begins when the one before it has ended.
        self._done, self._ahead = run.done, (run.board() for _ in iter(lambda: run.over, True))
        self._go_on()

    def _play(self, name: str) -> None:
        if not name:
            raise UsageError("Say a level's name after it, as in play hexes/3.")
        entry = catalogue.find(name)
        if entry.pack.left:
            print(printable(entry.pack.left), file=sys.stderr)
        self._open(entry)

    def _statistics(self, _: str) -> None:
        wins = self._saves.wins()
        if not wins:
            print("No level solved yet.")
            return
        for told in summary_lines(statistics(wins, today())):
            print(sentence(told))

    def _settings(self, words: str) -> None:
        settings, notices = read_settings()
        for notice in notices:
            print(notice)
        name, _, text = words.partition(" ")
        schema = {setting.name: setting for setting in SCHEMA}
        if not name:
            for setting in SCHEMA:
                value = getattr(settings, setting.name)
                shown = value if isinstance(value, str) else "on" if value else "off"
                print(f"{setting.name}: {shown}. {setting.title}.")
            return
        if name not in schema:
            raise UsageError(f"There is no setting {name}. Type settings to hear all.")
        text, switch = text.strip(), isinstance(schema[name].default, bool)
        choices = [*SWITCH] if switch else schema[name].choices
        if choices and text not in choices:
            raise UsageError(f"{name} takes {', '.join(choices)}.")
        changed: Values = {name: SWITCH[text] if switch else text}
        write_settings(replace(settings, **changed), settings)
        print(f"{name} is {text} now.")


def _named(said: str, puzzles: Iterable[AnyPuzzle]) -> AnyPuzzle:
    """Return the puzzle whose name follows a command; raises UsageError if none does."""
    (command, _, name), known = said.partition(" "), {each.id: each for each in puzzles}
    if (found := known.get(name.casefold())) is None:
        raise UsageError(f"Say which puzzle: {', '.join(f'{command} {each}' for each in known)}.")
    return found


def _lines(words: str) -> str:
    return "\n".join(printable(line) for line in words.split("\n") if line)
