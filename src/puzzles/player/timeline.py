"""Steps with a current one, which a viewer goes along: those of a view of the solver, or moves.

Steps of a view arrive while the solver works, and are kept packed. Where they would take more than
LIMIT bytes, every second one is dropped, so memory is bounded and any step is shown as fast as any
other. Steps that matter (`mark`) are dropped last.
"""

import pickle
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Progress

LIMIT = 48_000_000  # bytes of kept steps
SIZE = 150  # bytes that a kept step takes besides what is packed


@dataclass(frozen=True)
class _Kept:
    number: int
    mark: str
    packed: bytes


class Timeline:
    """Steps, and the one that is shown. `complete` once no more come; `every` says how many steps
    one kept step stands for."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._kept: list[_Kept] = []
        self._limit, self._bytes = limit, 0
        self.total = 0
        self.every = 1
        self.at = 0  # index into the kept steps
        self.complete = False

    def __len__(self) -> int:
        """Return the number of steps that can be shown."""
        return len(self._kept)

    def add(self, step: Progress) -> None:
        """Append a step. Its `mark` names the event that makes it matter, if any."""
        self.total += 1
        if self._kept and not self._stays(self._kept[-1]):
            self._bytes -= SIZE + len(self._kept.pop().packed)  # it was the newest
        mark = step.step.mark if step.step else ""
        kept = _Kept(self.total, mark, zlib.compress(pickle.dumps(step), 1))
        self._kept.append(kept)
        self._bytes += SIZE + len(kept.packed)
        if self._bytes <= self._limit:
            return
        # Drop every second step; steps that matter too, once the others are few.
        shown = self.number
        self.every *= 2
        marks = sum(not kept.mark for kept in self._kept) >= len(self._kept) // 2
        *earlier, newest = self._kept
        self._kept = [*(kept for kept in earlier if self._stays(kept, marks)), newest]
        self._bytes = sum(SIZE + len(kept.packed) for kept in self._kept)
        self.go_to(shown)

    def _stays(self, step: _Kept, marks: bool = True) -> bool:
        return (step.number - 1) % self.every == 0 or (marks and bool(step.mark))

    @property
    def number(self) -> int:
        """The number of the step that is shown, from 1; 0 where there is none yet."""
        return self._kept[self.at].number if self._kept else 0

    @property
    def shown(self) -> Progress | None:
        """The step that is shown, or None before the first one has come."""
        return self._unpacked(self.at) if self._kept else None

    def _unpacked(self, index: int) -> Progress:
        step: Progress = pickle.loads(zlib.decompress(self._kept[index].packed))
        return step

    def sample(self, most: int) -> list[Progress]:
        """Return the kept steps; if they are more, `most` at equal distances, with the last."""
        count = min(most, len(self))
        last, gaps = len(self) - 1, max(count - 1, 1)
        return [self._unpacked(round(i * last / gaps)) for i in range(count)]

    def go(self, index: int) -> bool:
        """Show the kept step of this index, or the nearest; False if that one is shown already."""
        index = max(0, min(index, len(self) - 1))
        moved, self.at = index != self.at, index
        return moved

    def go_to(self, number: int) -> bool:
        """Show the step of this number, or the first kept one after it."""
        return self.go(bisect_left(self._kept, number, key=lambda step: step.number))

    def go_to_mark(self, by: int) -> bool:
        """Show the next (1) or the previous (−1) step that matters; False if there is none."""
        end = len(self) if by > 0 else -1
        for index in range(self.at + by, end, by):
            if self._kept[index].mark:
                return self.go(index)
        return False

    def marks(self) -> list[tuple[int, str]]:
        """Return the number and the event of each kept step that matters."""
        return [(step.number, step.mark) for step in self._kept if step.mark]


class Moves:
    """A line of moves as a track: its positions from start to end, of which `marks` matter."""

    def __init__(self, start: object) -> None:
        self.states, self.moves, self.texts = [start], list[object](), tuple[str, ...]()
        self.marks: Sequence[int] = ()
        self.at = 0

    def replay(self, puzzle: AnyPuzzle, texts: Iterable[str]) -> None:
        """Take these moves in place of others."""
        self.texts, self.at = tuple(texts), 0
        self.moves, self.states[1:] = [], []
        for move, state in puzzle.replay(self.states[0], self.texts):
            self.moves.append(move)
            self.states.append(state)
        self.marks = range(len(self.states))

    def __len__(self) -> int:
        return len(self.states)

    def go(self, index: int) -> bool:
        """Go to the position after `index` moves, or the nearest; False if one is there."""
        index = max(0, min(index, len(self.moves)))
        moved, self.at = index != self.at, index
        return moved

    go_to = go  # a position has its index for a number

    def go_to_mark(self, by: int) -> bool:
        """Go to the next (1) or the previous (−1) position that matters."""
        ahead = [place for place in self.marks if (place - self.at) * by > 0]
        return bool(ahead) and self.go(ahead[0] if by > 0 else ahead[-1])

    @property
    def ended(self) -> bool:
        return self.at == len(self.moves)


Track = Moves | Timeline  # steps with a current one, which the keys move
