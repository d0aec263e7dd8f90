"""What a player takes away from a game: the board or the result as text, and a picture."""

from __future__ import annotations

from functools import partial

from textual.notifications import SeverityLevel

from puzzles.core.errors import PuzzlesError
from puzzles.library import locations
from puzzles.library.newfile import beside_others
from puzzles.player.winning import Win
from puzzles.ui.play.playing import GameScreen


def copy(screen: GameScreen, win: Win | None) -> None:
    """Copy the board as text; once it is won, the result, which gives no move away."""
    if win is None:
        screen.app.copy_to_clipboard(screen.puzzle.text(screen.game.state))
        screen.say("Copied the board as text.")
        return
    try:
        screen.app.copy_to_clipboard(win.text)
        screen.notify("Copied, without spoilers.")
    except PuzzlesError as error:
        screen.notify(str(error), severity="warning", markup=False)


def save_picture(screen: GameScreen) -> None:
    """Save the board as a picture, or all steps that won."""
    if locations.guest():
        screen.notify("Nothing can be written to a file from here.")
        return
    save = partial(_save, screen, screen.session.moves())
    screen.run_worker(save, thread=True, group="picture", description="picture")


def _save(screen: GameScreen, moves: tuple[str, ...]) -> None:
    from puzzles.pictures.raster import png
    from puzzles.pictures.steps import game_picture

    def tell(words: str, severity: SeverityLevel = "information") -> None:
        screen.app.call_from_thread(screen.notify, words, severity=severity, markup=False)

    path = locations.pictures() / f"{'-'.join(screen.entry.path)}.png"
    try:
        palette = screen.app.settings.palette
        drawing = game_picture(screen.puzzle, screen.entry.level, moves, palette)
        tell(f"Saved {beside_others(path, png(drawing), tell)}")
    except PuzzlesError as error:
        tell(str(error), "warning")
