"""What a player takes away from a game: the board or the result as text, and a picture."""

from __future__ import annotations

from puzzles.core.errors import PuzzlesError
from puzzles.player.winning import Win
from puzzles.ui.board.saving import save
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
    moves, palette = screen.session.moves(), screen.app.settings.palette

    def make() -> bytes:
        from puzzles.pictures.raster import png
        from puzzles.pictures.steps import game_picture

        return png(game_picture(screen.puzzle, screen.entry.level, moves, palette))

    save(screen, f"{'-'.join(screen.entry.path)}.png", make)
