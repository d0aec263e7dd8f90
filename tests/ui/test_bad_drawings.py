"""Boards that make no sense, and boards that nobody can solve, as they are drawn: there is always
a word, and no stroke waits."""

from __future__ import annotations

from random import Random
from time import thread_time

import pytest

from puzzles.player.draft import Draft, blank
from puzzles.ui.maker.edit import EditScreen
from puzzles.ui.shell.app import PuzzlesApp
from screens import wait_until

pytestmark = pytest.mark.usefixtures("lessons_seen", "judged")

STROKE = 0.5  # seconds of this thread that a stroke may take: one that waited would take far more


def new(*words):
    return Draft(*blank(words))


def painted(draft, key):
    draft.brush = key
    draft.paint(*range(draft.grid.n))
    return draft


def by_chance(draft, things, share=1.0):
    rng = Random(1)
    for cell in range(draft.grid.n):
        if rng.random() < share:
            draft.brush = rng.choice(draft.things[:things]).key
            draft.become(draft._edits.put(draft.sketch, [cell], draft._number(draft.brush)))
    return draft


def pairs(draft, cells):
    for i in range(0, len(cells), 2):
        draft.brush = draft.things[1 + i // 2].key
        draft.paint(*cells[i : i + 2])
    return draft


def walled(draft):
    wall = draft.own[0]
    sides = [(a, b) for a in range(draft.grid.n) for b in wall.sides(draft.sketch, a)]
    draft.become(wall.draw(draft.sketch, sides, True))
    return draft


NONSENSE = {
    "no cell": (lambda: painted(new("kami", "triangle", "6x6"), "."), "no cells"),
    "no cell of Flow": (lambda: painted(new("flow", "hex", "6x6"), "#"), "no cells"),
    "one cell": (lambda: new("kami", "square", "1x1"), "only one colour"),
    "one cell of Flow": (lambda: new("flow", "1x1"), "no dots"),
    "one colour": (lambda: new("kami", "square", "9x9"), "only one colour"),
    "dots of one colour": (lambda: painted(new("flow", "5x5"), "A"), "dots come in pairs"),
    "walls only": (lambda: walled(new("flow", "9x9")), "no dots"),
    "walls and dots": (lambda: walled(pairs(new("flow", "9x9"), [0, 80, 8, 72])), "unsolvable"),
    "side by side": (lambda: pairs(new("flow", "6x6"), [*range(36)]), "1 solution"),
}
HARD = {
    "a thousand triangles": lambda: by_chance(new("kami", "triangle", "32x32"), 4),
    "a thousand cells of Flow": lambda: pairs(
        new("flow", "32x32"), Random(2).sample(range(1024), 40)
    ),
}


@pytest.fixture
async def pilot(monkeypatch):
    monkeypatch.setenv("COLORTERM", "truecolor")  # no letters, as in most terminals
    async with PuzzlesApp().run_test(size=(80, 24)) as pilot:
        yield pilot


def said(screen):
    return str(screen._verdict.render())


@pytest.mark.slow
async def test_what_makes_no_sense_is_told(pilot):
    for name, (make, words) in NONSENSE.items():
        screen = EditScreen(make())
        pilot.app.push_screen(screen)
        await wait_until(pilot, lambda screen=screen, words=words: words in said(screen))
        await pilot.press("2", "enter", "f", "u")
        assert said(screen), name
        pilot.app.pop_screen()


@pytest.mark.slow
@pytest.mark.parametrize("name", HARD)
async def test_nobody_waits_for_a_proof(pilot, name):
    """Strokes are quick while it is sought, and a board after it has its verdict."""
    screen = EditScreen(HARD[name]())
    pilot.app.push_screen(screen)
    told = "at least", "at most", "known yet", "no solution", "compiled"
    await wait_until(pilot, lambda: any(words in said(screen) for words in told))
    took = []
    for cell in range(9):
        await pilot.pause(0.05)
        began = thread_time()
        screen.board.point_at(cell)
        screen.action_brush(1)
        screen.action_paint()
        await pilot.pause()
        took.append(thread_time() - began)
        assert said(screen)
    assert sorted(took)[len(took) // 2] < STROKE
    easy = new("flow", "2x1") if "Flow" in name else new("kami", "square", "2x1")
    easy.brush = easy.things[1].key
    easy.paint(0, *([1] if "Flow" in name else []))
    screen.draft.become(easy.sketch)
    screen._redraw()
    await wait_until(pilot, lambda: "1 solution" in said(screen) or "par 1" in said(screen))
