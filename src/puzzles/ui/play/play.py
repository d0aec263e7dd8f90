"""The play screen: a game in progress, and the ways to other levels, to help and to watching."""

import asyncio
from functools import partial

from textual import events, work
from textual.app import ComposeResult
from textual.widgets import Static
from textual.worker import Worker

from puzzles.core.errors import PuzzlesError, UsageError, sentence
from puzzles.core.results import Status
from puzzles.core.threads import in_thread, single_process
from puzzles.library.catalogue import Entry
from puzzles.library.ids import make_link
from puzzles.pictures.giving import drawing_file, game_picture
from puzzles.player.course import Outcome
from puzzles.player.game import Game
from puzzles.player.practice import questions
from puzzles.player.records import Win
from puzzles.player.session import clock_text, help_taken
from puzzles.player.winning import WinReport, spoken, symbols_kept, win_report
from puzzles.running import slots
from puzzles.running.child import Child
from puzzles.ui.board.panel import facts_line
from puzzles.ui.home.new import NewScreen
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.play.duel import DuelScreen
from puzzles.ui.play.playing import GameScreen
from puzzles.ui.play.practice import bar, drill_screen
from puzzles.ui.play.review import ReviewScreen
from puzzles.ui.play.won import Banner, PackScreen, award_shown, card
from puzzles.ui.widgets.form import wrong
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.host import Host, link

BAR = 24  # columns that show how far a game is that is played against
SETTLED = 3.0  # seconds on a level after which a new one like it is made ahead


class PlayScreen(GameScreen):
    """A level being played; `game` is taken up where it was left."""

    KEYS, BARE = "play", True

    def __init__(self, entry: Entry, host: Host, travelling: bool = False) -> None:
        super().__init__(entry, Game(entry, host.saves))
        self._travelling = travelling  # a win leads on along the journey
        self._hinting: Worker[None] | None = None  # has the solver look for a hint
        self._report: WinReport | None = None  # what there is to tell, once the game is won
        self._banner = Banner()
        self._ghost = Static(id="ghost")  # how far the game is that is played against
        self.LINES += entry.ghost is not None

    def above(self) -> ComposeResult:
        if self.entry.ghost is not None:
            yield self._ghost

    def on_mount(self) -> None:
        self.query_one("#body").mount(self._banner)
        if self.game.notice:
            self.notify(self.game.notice, severity="warning")
        self.update_panel()
        self.set_interval(1.0, self._tick)
        self.board.focus()
        if self.spoken and self.puzzle.speaks:
            there = self.puzzle.tutor.describe(self.game.state)[0]
            words = f"{self.entry.level.title}. {there} {self.game.standing}"
            self.call_after_refresh(self.speak, words)
        room = not (Child.stand_in or slots.are_few() or single_process())
        if self.puzzle.can("generator.make") and room:
            ahead = partial(self.app.ahead.begin, self.puzzle, self.entry.level)
            self.set_timer(SETTLED, ahead)
        remember = partial(setattr, self.app.memory, "last", self.entry.name)
        self.app.run_worker(remember, thread=True)  # even if this screen is left at once

    def on_screen_resume(self) -> None:
        """Have the solver ready, before it is asked, or after its search was stopped."""
        self.app.solver.prepare(self.puzzle.id)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.game.status.won and (action in ("hint", "trial") or parameters == ("check",)):
            return False
        if action == "practise" and not self._kind:
            return False
        return super().check_action(action, parameters)

    @property
    def _kind(self) -> str:
        """The last kind of reasons shown in a game that is won, if it can be practised."""
        kinds = self.game.reasons if self.game.status.won else ()
        return next((each for each in reversed(kinds) if each in questions(self.puzzle)), "")

    def action_practise(self) -> None:
        """Ask questions of the kind that took a hint."""
        self.app.push_screen(drill_screen(self.app, self.puzzle, self._kind))

    # The game ------------------------------------------------------------------------------

    def action_trial(self) -> None:
        """Mark this point to try something; or end the trial, and return to the mark."""
        self.draw(
            self.game.begin_trial() if self.game.session.trying is None else self.game.abandon()
        )

    def action_hint(self) -> None:
        """Give the next piece of help; while it is being looked for, pressing again changes
        nothing."""
        if self._search is None or self._search is not self._hinting:
            self.draw(self.game.hint())
            self._hinting = self._search

    def action_edit(self) -> None:
        """Change a copy of the level."""
        try:
            copy = EditScreen.of(self.entry.pack.puzzle, self.entry.level, self.app.saves)
            self.app.push_screen(copy)
        except UsageError as error:
            self.say(escape(sentence(error)))

    async def action_review(self) -> None:
        """Review this game, or the last one if this has no move; the player can play on from any
        position. One that was won against another is seen beside that first."""
        self.stop_search()
        self.board.finish()
        if self._report is not None and self.entry.ghost is not None:
            self.app.ask(DuelScreen(self.game, self.entry.ghost), self.run_action)
        else:
            await self.action_look_back()

    async def action_look_back(self) -> None:
        """Review this game, or the last one if this has no move."""
        games = [self.game.session]
        if not self.game.session.moves():
            games = await asyncio.to_thread(self.game.others)
        if games:
            self.app.push_screen(ReviewScreen(self.game, games[0], self.draw))
        else:
            self.say("There is no move yet.")

    # What is known -------------------------------------------------------------------------

    def draw(self, outcome: Outcome) -> None:
        super().draw(outcome)
        if outcome.changed:
            self._lay_card(None)
            self._banner.hide()
        if outcome.win is not None:
            award = self.puzzle.award(outcome.win.grade, outcome.win.helped)
            if award.tone == "best":
                self._banner.show(award.word)
            self._look_back(outcome.win)

    @work(exclusive=True, group="win", description="win")
    async def _look_back(self, win: Win) -> None:
        """Find out what there is to report of a win, off the event loop: it is read from disk."""
        saves, travelling = self.app.saves, self._travelling
        report = await in_thread(lambda: win_report(self.entry, win, saves.wins(), travelling))
        if self.game.status.won and self.is_attached:  # and has not gone on meanwhile
            self._lay_card(report)

    def _lay_card(self, report: WinReport | None) -> None:
        """Show the card of a win in place of the panel; or take it away."""
        if report is not self._report:
            self._report = report
            if report is not None:
                self.say(self.app.offer_glyphs(), aloud=False)
                # The card is seen whole, whatever is said below it.
                self.call_after_refresh(self._side.scroll_home, animate=False, force=True)
            self.set_class(report is not None, "-won")
            self.update_panel()

    def update_panel(self) -> None:
        status, session = self.game.status, self.game.session
        if (ghost := self.entry.ghost) is not None:
            made, count = ghost.made(session.clock.seconds), len(ghost.moves)
            self._ghost.update(f"{bar(made / count, BAR)} [dim]they: {made} of {count}[/]")
        self._title.update(facts_line(self.heading, self._facts(status), self.size.width - 2))
        if self._report is not None:
            width = 0 if self.has_class("-wide") else self.size.width - 2
            # No colours are called by their names in it: titles stay what they are.
            clock = self.app.settings.clock
            self.status.update(card(self._report, partial(link, self), width, clock, self._kind))
            return
        lines = list(status.notes)
        if self.game.session.trying is not None:
            lines.append(f"[$accent]trial: {self.game.session.trying} tried[/]")
        if status.won and not session.helped:
            lines.append(award_shown(self.puzzle.award(status.grade)))
        self.tell("\n".join(lines))

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self._banner.hide()
        self.update_panel()

    def _facts(self, status: Status) -> list[str]:
        """Return what there is to say of the level and the game in a line (Rich markup), the most
        important last."""
        difficulty = self.puzzle.facts(self.entry.level).get("difficulty")
        target = status.moves if status.target is None else status.target
        over = status.moves - target
        facts = [f"[dim]◆{difficulty}[/]"] if difficulty is not None else []
        if status.known:
            facts.append(f"{status.known} [$success]✓[/]" if status.proved else status.known)
        of = "" if self.game.target in status.known or over > 0 else f" of {target}"
        count = target if of else status.moves
        facts.append(f"[b]{status.moves}[/b]{of} {self.puzzle.moves_word[count != 1]}")
        facts += [self.puzzle.aim.over(over)] * (over > 0)
        if self.app.settings.clock:
            facts.append(f"[dim]{clock_text(self.game.session.clock.seconds)}[/]")
        if (session := self.game.session).helped:
            facts.append(f"[dim]{help_taken(session.hints, session.watched)}[/]")
        return facts

    def _tick(self) -> None:
        if self.game.session.clock.running:
            self.update_panel()

    def action_copy(self) -> None:
        """Copy the board as text; once it is won, the result, which gives no move away."""
        if self._report is None:
            self.app.copy_to_clipboard(self.puzzle.text(self.game.state))
            self.say("Copied the board as text.")
            return
        try:
            win, saves = self._report.win, self.app.saves
            games = saves.games_of(win.level, win.board)
            row = symbols_kept(self.entry, win, games, self.app.memory.reviews)
            text = self._report.text(row, self.app.settings.page)
            self.app.copy_to_clipboard(text)
            self.notify(f"Copied: {spoken(text)}" if self.spoken else "Copied, without spoilers.")
        except PuzzlesError as error:
            self.notify(str(error), severity="warning", markup=False)

    def action_share(self) -> None:
        """Copy a link to the board, and save a picture, where there are files: of the board, or of
        all steps that won. The link to a game that won is a challenge."""
        page = self.app.settings.page
        try:
            challenge = self.game.challenge
            self.app.copy_to_clipboard(make_link(page, challenge or self.entry.id))
            copied = f"Copied {'a link to' if page else 'the ID of'} this board."
            if challenge:
                copied = (
                    f"Copied a challenge{' as a link' if page else ''}: play against this game."
                )
        except PuzzlesError as error:
            copied = str(error)
        self.say(escape(copied))
        palette, moves = self.app.settings.palette, self.game.session.moves()
        drawn = partial(game_picture, self.puzzle, self.entry.level, moves, palette)
        name = f"{'-'.join(self.entry.path)}.png"
        self.save_picture(name, lambda: drawing_file(drawn(), ".png"), copied)

    def action_zen(self) -> None:
        """Leave the board alone on the screen, from level to level; or bring the rest back."""
        self.app.zen = not self.app.zen
        self._arrange(self.app.size)

    # Leaving -------------------------------------------------------------------------------

    def action_level(self, step: int) -> None:
        """Go to another level of the pack; after the last one, to a new one."""
        if (entry := self.entry.neighbour(step)) is not None:
            self._play(entry)
        elif step < 0:
            self.say("This is the first level of the pack.")
        elif self.puzzle.can("generator.make"):
            self.action_fresh()
        else:
            self.say("This is the last level of the pack.")

    def action_go_on(self) -> None:
        """Go from a level that is won to the next one of the journey or the pack, an open one or a
        new one; from the last of a pack to all of it."""
        if self._report is not None and self._report.completes:
            self.stop_search()
            self.give_way(PackScreen(self._report))
        elif self._report is not None and self._report.ahead is not None:
            self._play(self._report.ahead, self._report.travelling)
        elif self.entry.neighbour(1) is None and not self.puzzle.can("generator.make"):
            self.dismiss()
        else:
            self.action_level(1)

    def _play(self, entry: Entry, travelling: bool = False) -> None:
        """Play another level in place of this one, after the lessons it needs."""
        self.stop_search()
        self.give_way(PlayScreen(entry, self.app, travelling))
        # The journey leads to puzzles that have not been played yet.
        self.app.prepare(entry, first=travelling)

    def action_new(self) -> None:
        """Ask what a new level is to be like, and play it."""
        if not self.puzzle.can("generator.make"):
            self.say(f"{self.puzzle.title} makes no new levels.")
            return
        self.app.ask(NewScreen(self.puzzle, self.entry.level), self._play)

    @work(exclusive=True, group="fresh")
    async def action_fresh(self) -> None:
        """Play a new level like this one."""
        self.stop_search()
        self.say("[dim]Making a new level …[/]")
        try:
            pack = await self.app.ahead.take(self.puzzle, self.entry.level)
            self.app.call_later(self._play, Entry(pack, 0))
        except PuzzlesError as error:
            self.say(wrong(error))

    def action_back(self) -> None:
        """Stop what is going on; if nothing is, leave."""
        if self.workers.cancel_group(self, "fresh") or self.stop_search():
            self.say("Stopped.")
        elif not self.board.finish():
            if self.app.zen:
                self.action_zen()
            else:
                self.dismiss()
