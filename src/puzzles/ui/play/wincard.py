"""The card of a win in the side panel: how it went, what is new, how the pack stands, what next."""

from __future__ import annotations

from collections.abc import Callable

from puzzles.core.offers import FILES, offers
from puzzles.core.puzzle import Award
from puzzles.core.results import Status
from puzzles.player.clock import clock_text
from puzzles.player.session import kinds_shown
from puzzles.player.walks import help_taken
from puzzles.player.winning import Win
from puzzles.ui.home.cards import cut
from puzzles.ui.widgets.guards import escape

HELPED = "[b]Solved with help[/]"
TONES = {"best": "[b $success]✦ {} ✦[/]", "good": "[b $warning]{}[/]", "plain": "[b]{}[/]"}
BAR = 8  # columns that show how much of a pack is solved
TITLE = 24  # columns that the title of the next level may take


def award_shown(award: Award) -> str:
    """Return the words for a result (Rich markup)."""
    return TONES[award.tone].format(award.word)


def card(win: Win, status: Status, key: Callable[[str], str], width: int, clock: bool) -> str:
    """The card (Rich markup), in a column, or where it is `width` columns wide, in few lines; `key`
    tells the key of a binding."""
    parts = [_result(win, status, clock), _news(win), _pack(win), _keys(win, key)]
    if width:
        head, *facts = parts[0]
        lines = [f"{head}  {_row(facts)}", _row(parts[1]), "  ".join(parts[2]), _row(parts[3])]
        return "\n".join(filter(None, lines))
    return "\n\n".join("\n".join(part) for part in parts if part)


def _row(words: list[str]) -> str:
    return " · ".join(words)


def _result(win: Win, status: Status, clock: bool) -> list[str]:
    """The award, moves, time and help."""
    puzzle, play = win.entry.pack.puzzle, win.play
    target = "" if play.target is None else f", {status.target_name} {play.target}"
    award = HELPED if play.helped else award_shown(puzzle.award(play.grade))
    lines = [award, puzzle.count_of(play.moves) + target]
    if over := _over(win):
        lines.append(f"{over} over {status.target_name}")
    if clock and play.seconds is not None:
        before = "" if win.fastest is None else f", best {clock_text(win.fastest)}"
        lines.append(clock_text(play.seconds) + before)
    if play.helped:
        shown = kinds_shown(play.facts.get("shown"))
        lines.append(f"[dim]{help_taken(play.hints, play.watched, shown)}[/]")
    return lines


def _over(win: Win) -> int:
    """Return how many moves over its target a game without help took."""
    target, moves = win.play.target, win.play.moves
    return 0 if target is None or win.play.helped else max(0, moves - target)


def _news(win: Win) -> list[str]:
    """Return the records that the win has set."""
    streak = [f"{win.streak} days in a row"] if win.streak else []
    return [f"[$accent]★[/] {words}" for words in (*win.new, *streak)]


def _pack(win: Win) -> list[str]:
    """Return the state of the pack; nothing about one of a single level."""
    standing = win.standing
    if standing.total < 2:
        return []
    filled = max(1, BAR * standing.solved // standing.total)
    bar = f"[$success]{'━' * filled}[/][dim]{'─' * (BAR - filled)}[/]"
    title = f"[b]{escape(win.entry.pack.title)}[/]"
    if standing.complete:
        title += " [b $success]complete[/]" if win.completes else " [$success]complete[/]"
    counts = f"{standing.solved}/{standing.total}"
    perfect = f" [$success]✦[/] {standing.perfect}" if standing.perfect else ""
    return [title, f"{bar} {counts}{perfect}"]


def _keys(win: Win, key: Callable[[str], str]) -> list[str]:
    """Return the keys that work now; a click on a word does it."""

    def link(binding: str, action: str, words: str) -> str:
        return f"[@click=screen.{action}()][b]{key(binding)}[/b] {words}[/]"

    again = [link("play.restart", "restart", "try again")] if _over(win) else []
    return [
        link("game.on", "go_on", following(win)),
        *again,
        link("play.review", "review", "where it was lost" if again else "look back"),
        link("play.copy", "copy", "copy"),
        link("play.picture", "share", "picture" if offers(FILES) else "link"),
    ]


def following(win: Win) -> str:
    """Return the place that going on leads to (Rich markup)."""
    pack = win.entry.pack
    if win.completes:
        return f"all of {escape(cut(pack.title, TITLE))}"
    if win.ahead is not None and win.travelling:
        return f"journey: {escape(cut(win.ahead.level.title, TITLE))}"
    if win.ahead is not None:
        return f"{win.ahead.index + 1} {escape(cut(win.ahead.level.title, TITLE))}"
    return "a new one like this" if pack.puzzle.can("generator.make") else "the levels"
