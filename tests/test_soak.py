"""Random keys, resizes, clicks and pastes: no crash, and nothing left behind.

A fault that closed a screen, with a report and a message, is told as a warning: a new seed finds
one every hour or so, and what did not cause it should not be stopped by it.
"""

from __future__ import annotations

import random
import sys
import warnings

import pytest

import soak

MINUTES = 0.25  # bench/soak.py goes on for as long as is wished


@pytest.mark.slow
@pytest.mark.faulty  # the campaign reads its own reports
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_random_keys_do_no_harm():
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    campaign = soak.soak(seed, MINUTES)
    assert not campaign.faults, (seed, campaign.faults)
    for report in campaign.reports:
        warnings.warn(f"seed {seed}: {report}", stacklevel=2)
    assert campaign.counts["keys"]
