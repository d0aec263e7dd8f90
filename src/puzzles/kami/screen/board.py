"""The Kami board on screen: paper of which a fill spreads, and which folds for a win."""

from dataclasses import replace

import numpy as np

from puzzles.grids.scene import Scene
from puzzles.kami.rules.model import Move, State
from puzzles.ui.board.choices import ChoiceBoard, choice_keys
from puzzles.ui.board.gridboard import act_key, stop_keys

FOLD = 0.45  # of the answer to a win: how long the paper of a cell is on its way


class KamiBoard(ChoiceBoard[State, Move]):
    SECONDS = 0.33  # that a fill takes to spread
    BINDINGS = [act_key("Recolour"), *stop_keys("region"), *choice_keys("kami", "Recolour")]

    def scene(self) -> Scene:
        """The board with a fill that spreads, or paper that folds away from the cursor outwards,
        the lighter cells first, and comes back with its other side."""
        scene, grid = super().scene(), self.state.board.grid
        if self.happening is not None:
            before, move, done = self.happening
            wave = grid.graph.distances(move.cell, before.colours.tolist())
            still = wave > wave.max() * done
            scene = replace(scene, cells=np.where(still, before.colours, scene.cells))
        if self.rejoicing is not None:
            places = np.array([self.spot(each) for each in range(grid.n)])
            away = np.hypot(*((places - self.spot(self.cursor)) * (0.5, 1.0)).T)  # in lines
            later = away / (away.max() + 1) + 0.15 * (grid.shade != 0)
            begins = later / 1.15 * (1 - FOLD)
            scene = replace(scene, turned=np.clip((self.rejoicing - begins) / FOLD, 0, 1))
        return scene


Board = KamiBoard  # as the host asks for it
