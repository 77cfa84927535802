"""Row 2: `kill -9` while games are migrated, begun, backed up and restored (of a running demo: tests/live)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

KILLED = Path(__file__).with_name("killed.py")


@pytest.fixture
def killed(in_memory):
    """Kills that deed so often; what was found."""

    def kills(deed, often, seed):
        command = [sys.executable, KILLED, deed, in_memory / f"{deed}-{seed}", str(often), str(seed)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads(done.stdout)

    return kills


@pytest.mark.parametrize("deed", ["migrating", "backing-up"])
def test_a_kill_in_the_middle_leaves_all_of_it_or_nothing(killed, deed):
    assert killed(deed, 6, 2)["faults"] == []


@pytest.mark.trials
@pytest.mark.parametrize("deed", ["migrating", "starting", "backing-up", "restoring"])
def test_hundreds_of_kills_leave_all_of_it_or_nothing(killed, told, deed):
    found = killed(deed, 150, 3)
    told(f"{deed}: {found['kills']} kills, {found['midway']} in the middle of it, {len(found['faults'])} faults")
    assert found["faults"] == []
    assert found["midway"] > 30
