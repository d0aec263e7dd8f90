"""All paths of a colour, against plain enumeration: in order, lazily, judged by all solutions."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import islice, pairwise

import naive
import pytest
from test_flow_solver import drawn

import puzzles
from puzzles.cli import main
from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.solving import Answer, Limits, Progress, answer
from puzzles.flow import plugin
from puzzles.flow.rules import model
from puzzles.flow.rules.model import FlowLevel, State
from puzzles.flow.rules.problem import Path
from puzzles.flow.solver import ways as module
from puzzles.flow.solver.ways import count_ways, listing, ways
from puzzles.grids.graph import Graph
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack
from sampling import slow
from timing import PART, gaps

CLASSICS = {"flow/classics/1": [29, 4, 1, 22, 2], "flow/classics/2": [2, 27, 26, 30, 22, 18]}
FOURTEEN = "flow/thirteen-and-fourteen/28"


def state_of(board: str, **keys: object) -> State:
    document = json.dumps({"puzzle": "flow", "board": board, **keys})
    level = read_pack("level.json", document).levels[0]
    assert isinstance(level, FlowLevel)
    return model.start(level)


STATES = {  # boards of every kind, small enough to try everything, with a solution or a few
    "plain": state_of("A..B\n....\n.B..\n...A"),
    "gaps": state_of(".A.A\n...#\n...B\n..B#"),
    "walls": state_of("..B.\n....\n.A..\nA..B", walls=["b2-b3", "b3-c3", "c1-c2", "c2-d2"]),
    "twins": state_of("A.A.\n..A.\n....\nB.BA"),
    "bridges": state_of(".A...\nAC+..\n.B...\n...CB"),
    "warps": state_of("A..\n.B.\nB.A", wrap=True),
    "hexes": state_of("  A   .\nB   .\n  .   A\n.   B", grid="hex"),
    "numberlink": state_of("A..B\n....\n.B..\n...A", fill=False),
}


def listed(state: State, task: str, limits: Limits | None = None) -> tuple[list[Progress], Answer]:
    """The paths of a colour, each as what was said of it, and the end."""
    *events, end = ways(state, task, limits or Limits())
    assert isinstance(end, Answer)
    return [event for event in events if event.step], end


def simple_paths(graph: Graph, free: set[int], ends: list[int]) -> set[Path]:
    """All simple paths from one end to a later one, by trying everything."""
    found, stack = set[Path](), [(end,) for end in ends]
    while stack:
        path = stack.pop()
        for near in graph.neighbours[path[-1]]:
            if near in ends and near > path[0]:
                found.add((*path, near))
            elif near in free and near not in path:
                stack.append((*path, near))
    return found


def one(path: Path) -> Path:
    """A path in one of its two directions."""
    return min(path, path[::-1])


def wanted(state: State, task: str) -> set[Path]:
    """The paths of a colour, by trying everything."""
    board = state.board
    colour = board.symbols.index(task)
    taken = {v for pipe in state.pipes if board.dot_at[pipe[0]] != colour for v in pipe}
    free = {v for v in range(board.graph.n) if board.dot_at[v] < 0} - taken
    ends = [v for v in range(board.graph.n) if board.dot_at[v] == colour]
    return set(map(one, simple_paths(board.graph, free, ends)))


def compare(state: State, task: str) -> int:
    """Hold what is listed and counted against what there is; how many paths are in a solution."""
    steps, end = listed(state, task)
    paths = [step.line[0].path for step in steps]
    assert len(paths) == len(set(map(one, paths)))
    assert set(map(one, paths)) == wanted(state, task)
    lengths = [step.step.length for step in steps if step.step]
    assert lengths == sorted(map(len, paths)) == list(map(len, paths))
    assert (end.proved, end.stopped, end.count) == (True, "", len(paths))
    counted = answer(count_ways(state, task, Limits()))
    assert (counted.proved, counted.count) == (True, len(paths))
    colour = state.board.symbols.index(task)
    others = [pipe for pipe in state.pipes if state.board.dot_at[pipe[0]] != colour]
    every = [
        edges
        for edges in naive.solutions(state.board.problem)
        if all(naive.edges((pipe,)) <= edges for pipe in others)
    ]
    judged = {path: step.step.used for path, step in zip(paths, steps, strict=True) if step.step}
    assert judged == {path: any(naive.edges((path,)) <= edges for edges in every) for path in paths}
    assert end.facts["used"] == sum(map(bool, judged.values()))
    return end.facts["used"]


@pytest.mark.parametrize("kind", STATES)
@pytest.mark.parametrize("boards", [6, *slow(30)])
def test_paths_are_all_there_are_around_any_pipes(kind: str, boards: int) -> None:
    used = Counter[int]()
    for seed in range(boards):
        state = drawn(random.Random(seed), STATES[kind], seed % 3)
        used.update(compare(state, task) for task in plugin.solver.tasks(state))
    assert used[0]
    assert len(used) > 1


@pytest.mark.parametrize("known", [0, 1, 2])
def test_what_is_not_known_beforehand_is_tried(known: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few solutions looked for first, others are told path by path; where there is no time for
    that, it is said that they are not settled."""
    monkeypatch.setattr(module, "KNOWN", 1 + known)
    for task in plugin.solver.tasks(STATES["plain"]):
        assert compare(STATES["plain"], task) > 1
    monkeypatch.setattr(module, "BEFOREHAND", Limits(nodes=0))
    monkeypatch.setattr(module, "EACH", Limits(nodes=0))
    steps, end = listed(STATES["numberlink"], "A")
    assert {step.step.used for step in steps if step.step} <= {None, True}
    assert end.facts["unsettled"] + end.facts["used"] == end.count
    assert "not settled" in end.headline


@pytest.mark.parametrize("name", CLASSICS)
def test_the_classics(name: str) -> None:
    """Each of them has one solution, so one path of each colour is used."""
    state = model.start(find(name).level)  # type: ignore[arg-type]
    for task, number in zip(plugin.solver.tasks(state), CLASSICS[name], strict=True):
        steps, end = listed(state, task)
        assert {one(step.line[0].path) for step in steps} == wanted(state, task)
        assert (end.count, end.facts) == (number, {"used": 1, "unsettled": 0})
        assert end.headline == f"{number} path{'s' * (number > 1)} for {task}; 1 in a solution"
        assert answer(count_ways(state, task, Limits())).count == number


@pytest.mark.slow
def test_no_colour_has_too_many_paths_to_be_counted_or_begun() -> None:
    """On a board of 14×14 there are more than could ever be listed; the first come at once."""
    state = model.start(find(FOURTEEN).level)  # type: ignore[arg-type]
    task = plugin.solver.tasks(state)[1]
    counted = answer(count_ways(state, task, Limits()))
    assert counted.proved
    assert counted.count > 10**12
    first = list(islice((e for e in ways(state, task, Limits()) if e.step), 30))  # type: ignore[union-attr]
    lengths = [event.step.length for event in first]  # type: ignore[index, union-attr]
    assert lengths == sorted(lengths)


def test_self_avoiding_walks_in_order() -> None:
    """The paths between opposite corners of a 5×5 grid: 8,512 (OEIS A007764), and of each length as
    many as by plain enumeration. There are no more steps from one to the next than it is long."""
    state = state_of("\n".join(["A....", *["....."] * 3, "....A"]), fill=False)
    lengths, since = Counter[int](), 0
    for path, _ in listing(state.board.graph, set(range(25)) - {0, 24}, [0, 24]):
        since += 1
        if path:
            assert since <= len(path)
            since = 0
            assert all(near in state.board.graph.neighbours[v] for v, near in pairwise(path))
            lengths[len(path)] += 1
    assert list(lengths) == sorted(lengths)
    assert lengths == Counter(map(len, wanted(state, "A")))
    assert sum(lengths.values()) == 8512 == answer(count_ways(state, "A", Limits())).count


@pytest.mark.parametrize(
    ("limits", "stopped"),
    [
        (Limits(nodes=500), "node limit"),
        (Limits(seconds=0.3), "time limit"),
        (Limits(memory_mb=0), "memory limit"),
    ],
)
def test_a_limit_says_that_there_are_more(limits: Limits, stopped: str) -> None:
    state = state_of("\n".join(["A" + "." * 11, *["." * 12] * 10, "." * 11 + "A"]), fill=False)
    steps, end = listed(state, "A", limits)
    assert (end.proved, end.stopped, end.count) == (False, stopped, len(steps))
    known = f"at least {len(steps)} path" if steps else "no path found so far for A"
    assert end.headline.startswith(known)


def test_it_can_be_stopped_at_any_time() -> None:
    state = state_of("\n".join(["A" + "." * 39, *["." * 40] * 38, "." * 39 + "A"]), fill=False)
    took = gaps(islice(ways(state, "A", Limits()), 20))
    assert len(took) == 20
    assert took[-2] < PART  # the kernels may have had to be loaded once


# As a command, and in the library -----------------------------------------------------------


def test_the_command_lists_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "--paths", "--list", "flow/classics/1"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert len(out) == sum(CLASSICS["flow/classics/1"]) + 5
    assert out[0] == "1    5  in a solution  c1 left 2 down 2"
    assert out[1] == "1    5  in none        c1 left 1 down 1 left 1 down 1"
    assert out[29] == "29 paths for 1; 1 in a solution"
    assert main(["count", "--paths", "--list", "flow/classics/1", "--colour=3", "--json"]) == 0
    path, end = map(json.loads, capsys.readouterr().out.splitlines())
    assert path["level"] == end["level"] == "flow/classics/five-by-five"
    assert path["answer"] == {"task": "3", "length": 4, "used": True, "moves": ["e1 down 3"]}
    assert end["answer"] == {"task": "3", "count": 1, "proved": True}
    assert end["facts"].items() >= {"used": 1, "unsettled": 0}.items()
    assert main(["count", "--paths", "flow/classics/2"]) == 0
    assert capsys.readouterr().out.split("\n")[1] == "27 paths for 3"
    assert (
        main(["count", "--paths", "--list", FOURTEEN, "--colour=A", "--nodes", "50", "--json"]) == 1
    )
    end = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (end["answer"]["proved"], end["stopped"]) == (False, "node limit")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["flow/classics/1", "--colour=A"],
            "there is no 'A' on this board; there are 1, 2, 3, 5, 4",
        ),
        (["kami/first-folds/1"], "paths and other ways are not listed for Kami"),
    ],
)
def test_what_cannot_be_listed(
    words: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["count", "--paths", *words]) == 2
    assert capsys.readouterr().err == f"puzzles: {line}\n"


def test_the_library_lists_lazily() -> None:
    board = puzzles.load(FOURTEEN)
    first = list(islice(puzzles.ways(board, "A"), 5))
    assert [way.length for way in first] == sorted(way.length for way in first)
    for way in first:
        board.play(*way.moves)
    classic = puzzles.load("flow/classics/2")
    assert puzzles.count_ways(classic, "3").count == 27
    with pytest.raises(UsageError, match="there is no '7' on this board"):
        puzzles.ways(board, "7")
    with pytest.raises(PuzzlesError, match="memory limit reached: no path found so far"):
        list(puzzles.ways(board, "A", memory_mb=0))
