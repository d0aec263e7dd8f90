"""A campaign that is stopped goes on from its file, proves the optimum, and no more than that."""

from __future__ import annotations

import random

import pytest
from brute import optimum
from test_solver import network
from test_triple_bound import random_board

import patience
from patience import Campaign
from puzzles.kami.rules.model import KamiLevel


def board(seed: int) -> tuple[KamiLevel, int]:
    """A board, and its optimum by brute force."""
    graph, colours = random_board(random.Random(seed), 14, 3)
    palette = max(colours) + 1
    level = network(colours, graph.edges.tolist(), palette=palette).level
    return level, optimum(graph.neighbours, tuple(colours), palette)


def test_it_goes_on_after_each_stop(tmp_path, monkeypatch):
    monkeypatch.setattr(patience, "TURN", 30)  # of 130 positions; it takes 5 to come back
    file, (level, least) = tmp_path / "kept.npz", board(29)
    for runs in range(50):  # noqa: B007 - asked below
        campaign = Campaign(level, least)
        if file.exists():
            campaign.load(file)
        next(campaign.refute(), None)
        campaign.save(file)
        if campaign.bound == least:
            break
    assert campaign.bound == least
    assert runs > 2
    with pytest.raises(SystemExit, match=f"a solution of {least}"):
        [*Campaign(level, least + 1).refute()]
    with pytest.raises(SystemExit, match="another board"):
        Campaign(board(28)[0], least).load(file)
