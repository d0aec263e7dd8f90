"""The copies of a game for others: the board or the result as text, and a picture."""

from __future__ import annotations

from puzzles.core.errors import PuzzlesError
from puzzles.core.offers import FILES, offers
from puzzles.library.ids import make_link
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


def share(screen: GameScreen) -> None:
    """Copy a link to the board, and save a picture, where there are files: of the board, or of all
    steps that won."""
    page = screen.app.settings.page
    try:
        screen.app.copy_to_clipboard(make_link(page, screen.entry.id))
        screen.say(f"Copied {'a link to' if page else 'the ID of'} this board.")
    except PuzzlesError as error:
        screen.notify(str(error), severity="warning", markup=False)
    if not offers(FILES):
        return
    moves, palette = screen.session.moves(), screen.app.settings.palette

    def make() -> bytes:
        from puzzles.pictures.raster import png
        from puzzles.pictures.steps import game_picture

        return png(game_picture(screen.puzzle, screen.entry.level, moves, palette))

    save(screen, f"{'-'.join(screen.entry.path)}.png", make)
