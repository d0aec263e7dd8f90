"""The step-by-step views show what the solvers do, and end as they end."""

from __future__ import annotations

from itertools import pairwise

import pytest
from naive import fault

from puzzles.core.solving import Answer, Progress
from puzzles.flow import plugin
from puzzles.flow.rules.model import start
from puzzles.flow.rules.problem import pieces
from puzzles.flow.tutor.watching import trace
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack


def state_of(text: str):
    return start(read_pack("level", text).levels[0])


def test_the_search_adds_a_piece_at_a_time_and_ends_with_the_solution():
    state = state_of(PLAIN)
    events = list(trace(state, "search"))
    assert isinstance(events[-1], Answer)
    paths = tuple(move.path for move in events[-1].moves)
    assert fault(state.board.problem, paths) == ""
    looks = [event.step for event in events if isinstance(event, Progress) and event.step]
    sizes = [look.figures["pieces drawn"] for look in looks]
    assert all(b <= a + 1 for a, b in pairwise(sizes))
    assert sorted(map(sorted, looks[-1].paths)) == sorted(map(sorted, paths))


def test_the_search_says_which_solutions_there_are_none_of():
    *_, found = trace(state_of('puzzle = "flow"\nboard = """\nAA..\n....\n...."""\n'), "search")
    assert isinstance(found, Answer)
    assert found.moves is None
    assert not found.proved  # there are others
    assert found.headline.startswith("No solution in which no pipe touches itself, after ")


PLAIN = "puzzle = 'flow'\nboard = '''\n.....\nABC..\nD.B..\n.E.C.\n.D.EA\n'''\n"


@pytest.mark.parametrize(
    ("edges", "paths"),
    [([], []), ([(0, 1)], [{0, 1}]), ([(1, 2), (0, 1), (4, 5)], [{0, 1, 2}, {4, 5}])],
)
def test_edges_make_paths_from_end_to_end(edges, paths):
    found = pieces(edges)
    assert [set(path) for path in found] == paths
    assert all(path[0] in (0, 2, 4) for path in found)


def test_edges_make_loops_after_all_paths():
    edges = [(1, 2), (2, 3), (3, 1), (0, 4)]
    path, loop = pieces(edges)
    assert set(path) == {0, 4}
    assert sorted(loop) == [1, 2, 3]
    assert all({a, b} in map(set, edges) for a, b in pairwise([*loop, loop[0]]))


def test_the_sweep_passes_every_vertex():
    state = state_of(PLAIN)
    events = list(trace(state, "sweep"))
    swept = [len(e.step.lit) for e in events if isinstance(e, Progress) and e.step]
    assert swept == sorted(swept)
    drawn = [e.step for e in events if isinstance(e, Progress) and e.step]
    for step in drawn:  # each step draws one of the ways, in the cells that are passed
        inside = {v for path in step.ghosts for v in path[1:-1]}
        assert inside <= {*step.lit}
        assert {*step.lit} <= {v for path in step.ghosts for v in path}
    assert fault(state.board.problem, drawn[-1].ghosts) == ""
    assert len({step.ghosts for step in drawn}) > len(drawn) / 2
    assert swept[-1] == state.board.problem.n
    assert isinstance(events[-1], Answer)
    assert list(plugin.tutor.VIEWS) == ["reasons", "why no second", "search", "sweep"]


def test_the_reasons_are_told_one_by_one():
    state = state_of(PLAIN)
    events = list(plugin.tutor.trace(state, "reasons"))
    looks = [event.step for event in events if isinstance(event, Progress) and event.step]
    assert all(look.words.endswith(".") for look in looks)
    assert all(set(look.lit) <= set(range(state.board.grid.n)) for look in looks)
    cells = [sum(map(len, look.paths)) for look in looks]
    assert cells == sorted(cells)
    paths = tuple(map(tuple, looks[-1].paths))
    assert fault(state.board.problem, paths) == ""
    assert events[-1].headline == f"Solved in {len(looks)} steps, each for a reason."


def test_a_step_without_a_reason_is_told_at_the_end_too():
    state = start(find("flow/warps/lost-luggage").level)
    *events, end = plugin.tutor.trace(state, "reasons")
    looks = [event.step for event in events if isinstance(event, Progress) and event.step]
    taken = sum("No simple rule decides this" in look.words for look in looks)
    told = f"{len(looks) - taken} for a reason, {taken} taken from the solution"
    assert taken
    assert end.headline == f"Solved in {len(looks)} steps: {told}."
