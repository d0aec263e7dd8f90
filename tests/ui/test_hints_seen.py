"""Hints as they are seen: whole in any window, and what a reason supposes drawn faintly."""

from __future__ import annotations

from contextlib import asynccontextmanager

import numpy as np
import pytest

from puzzles.characters import render
from puzzles.characters.cells import OUTLINE
from puzzles.characters.ink import Look
from puzzles.characters.lines import DARK, GHOST, tints
from puzzles.characters.raster import rasterise
from puzzles.characters.tones import FEW, FULL, MANY
from puzzles.core.palettes import PALETTES
from puzzles.core.solving import Step
from puzzles.library.catalogue import find
from puzzles.library.solutions import solution_of
from puzzles.running import blocking
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from sampling import sampled
from screens import GROUNDS, text, wait_until
from shipped import ENTRIES

MEDALLION, CONDUIT = (
    next(entry for entry in ENTRIES if entry.level.title == title)
    for title in ("Medallion", "Lazy Conduit")
)


@pytest.fixture
def opened(monkeypatch):
    """The app with a level open; its questions are answered here, not by a process."""

    async def ask(question, tell):
        return blocking.answer(question)

    @asynccontextmanager
    async def run(entry, size):
        app = PuzzlesApp(entry)
        monkeypatch.setattr(app.solver, "answer", ask)
        async with app.run_test(size=size) as pilot:
            await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
            yield pilot

    return run


async def hint(pilot) -> str:
    """What it says."""
    await pilot.press("H")
    await wait_until(pilot, lambda: pilot.app.screen._search is None)
    await pilot.pause()
    return text(pilot.app, "#message")


def cut_off(app: PuzzlesApp) -> int:
    """How many lines of the message are not in sight."""
    (message, side) = (app.screen.query_one(f"#{name}").region for name in ("message", "side"))
    assert message.height
    return message.height - message.intersection(side).height


@pytest.mark.slow
async def test_hints_are_whole_in_narrow_windows(opened):
    """Of a board whose witness takes more words than others."""
    async with opened(MEDALLION, (60, 20)) as pilot:
        said = []
        for _ in range(5):
            said.append(await hint(pilot))
            assert not cut_off(pilot.app), said[-1]
        assert said[3].startswith("No shorter solution exists")
        assert said[4].startswith("The cheapest way to join them")
        assert await hint(pilot) == said[0]


@pytest.mark.slow
async def test_what_a_reason_supposes_is_drawn_faintly(opened):
    async with opened(CONDUIT, (80, 24)) as pilot:
        board = pilot.app.screen.board

        def ghosts() -> set[tuple[int, ...]]:
            """The colours of pipes that are supposed, among those drawn."""
            frame = board.frame()
            drawn = np.unique(
                np.vstack([frame.front.reshape(-1, 3), frame.back.reshape(-1, 3)]), axis=0
            )
            faint = (board.inks * GHOST + np.array(DARK.paper[0]) * (1 - GHOST)).round()
            return {tuple(ink) for ink in faint.tolist()} & {tuple(ink) for ink in drawn.tolist()}

        await hint(pilot)
        assert not ghosts(), "where to look gives nothing away"
        assert (await hint(pilot)).startswith("If pipe D did not go from a5 to a6")
        assert len(ghosts()) == 1
        assert "Try this: draw pipe" in await hint(pilot)
        pilot.app.screen.draw(pilot.app.screen.game.play(board.announced))
        board.finish()
        assert not ghosts(), "a move takes them away"


LIT = (255, 255, 255)
DEPTHS = ((FULL, "wedge"), (MANY, "half"), (FEW, "block"))
WAYS = [  # all pairs of a ground, a palette and a depth
    (ground, palette, *DEPTHS[(i + j) % 3])
    for i, ground in enumerate(GROUNDS)
    for j, palette in enumerate(PALETTES)
]


@pytest.mark.parametrize("way", sampled(WAYS, WAYS[::14]))
def test_what_is_marked_keeps_its_colours(way):
    """In all themes and palettes, in both ways of drawing: an outline, and else the board."""
    for name, moves in (
        ("kami/first-folds/8", 1),
        ("flow/warps/18", 3),
        ("stars/first-stars/1", 2),
    ):
        entry, (ground, palette, depth, tier) = find(name), way
        puzzle = entry.pack.puzzle
        solution = solution_of(puzzle, entry.level)
        state = puzzle.after(puzzle.start(entry.level), solution[:moves])
        plain = puzzle.scene(state, None, palette)
        lit = (
            tuple(plain.area(0).tolist()) if name < "l" and plain.areas is not None else (8, 9, 16)
        )
        look = Look(tier, ground, depth)
        box = render.layout(plain, look, 70, 30)
        before = render.frame(plain, box, look)
        after = render.frame(puzzle.scene(state, None, palette, Step(lit=lit)), box, look)
        changed = (before.cells != after.cells).nonzero()
        assert len(changed[0]) >= 3
        for at in zip(*changed, strict=True):
            was = {tuple(part[at].tolist()) for part in (before.front, before.back)}
            now = {tuple(part[at].tolist()) for part in (after.front, after.back)}
            assert now <= was | {LIT, (0, 0, 0)}, (name, at)
            assert after.glyph[at] == OUTLINE or tints(plain, look).lit in now


def test_what_a_move_will_do_is_a_wipe():
    """The left half of a region is in the coming colour, all of the rest in its own."""
    puzzle, level = (entry := find("kami/first-folds/8")).pack.puzzle, entry.level
    state, look = puzzle.start(level), Look("wedge", (0, 0, 0))
    move = puzzle.move_parse(state, solution_of(puzzle, level)[0])
    plain, scene = puzzle.scene(state), puzzle.scene(state, move)
    box = render.layout(plain, look, 60, 30)
    before, after = (render.frame(each, box, look) for each in (plain, scene))
    columns = np.flatnonzero((before.back != after.back).any(axis=(0, 2)))
    assert columns.size
    own = rasterise(scene.grid, box, "wedge").back
    region = np.isin(own, plain.area(move.cell))
    assert (
        not (after.back[region] == before.back[region])
        .all(axis=1)[np.nonzero(region)[1] < np.median(np.nonzero(region)[1]) - 1]
        .any()
    )
    assert columns.max() <= np.median(np.nonzero(region)[1]) + 1


async def test_a_whole_sheet_is_seen_in_a_small_window(opened):
    async with opened(find("kami/first-folds/8"), (60, 20)) as pilot:
        board = pilot.app.screen.board
        assert board.size.width >= board.virtual_size.width
        assert board.size.height >= board.virtual_size.height
