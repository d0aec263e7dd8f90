"""Random keys, resizes, clicks and pastes: no crash, no report of a fault, nothing left behind."""

from __future__ import annotations

import random
import sys

import pytest

import soak

MINUTES = 10  # bench/soak.py goes on for as long as is wished


@pytest.mark.slow
@pytest.mark.faulty  # the campaign reads its own reports
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_random_keys_do_no_harm():
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    campaign = soak.soak(seed, MINUTES)
    assert not campaign.faults, (seed, campaign.faults)
    assert campaign.counts["keys"] > 100
