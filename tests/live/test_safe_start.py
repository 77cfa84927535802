"""Starts that are killed three times in a row, and what the fourth one is: a safe table with the same PIN and game."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

from companion.starting import FLAG

QUIET = ("--camera", "none", "--panel", "mock", "--port", 0)


def test_three_starts_in_a_row_that_die_are_followed_by_a_safe_one_and_that_by_a_whole_one(
    start: Any, call: Any, ask: Any, tmp_path: Path
) -> None:
    for number in range(3):
        dying = start("run", "--data", tmp_path, *QUIET)
        port = dying.port()
        pin = (tmp_path / "pin").read_text().split()[0]
        if number == 0:
            assert ask(port, "/api/games", {"players": 3}, pin)[0] == 200
        dying.process.kill()
        dying.wait()

    safe = start("run", "--data", tmp_path, *QUIET)
    port = safe.port()
    assert (tmp_path / "pin").read_text().split()[0] == pin
    phone = call(port)
    state = phone.sees(lambda state: bool(state["alarms"]))
    assert [alarm["what"] for alarm in state["alarms"]] == ["safe-mode"]
    assert "The last 3 starts failed" in state["alarms"][0]["say"]
    assert (state["camera"]["state"], state["panel"]["state"], state["clues"]) == ("none", "none", 8)
    assert any("Safe mode: no camera, no pins," in line for line in safe.lines.all)
    assert ask(port, "/api/actions", {"do": "clue"}, pin)[0] == 200, "the game goes on by hand"
    assert ask(port, "/safe")[0] == 200
    assert json.loads((tmp_path / FLAG).read_text())["failed"] == 2
    assert safe.end() == 0
    phone.close()

    whole = start("run", "--data", tmp_path, *QUIET)
    state = json.loads(ask(whole.port(), "/api/state")[1])
    assert (state["alarms"], state["panel"]["state"], state["clues"]) == ([], "pretend", 7)
    assert whole.end(signal.SIGHUP) == 0, "as when its terminal is closed"
    assert json.loads((tmp_path / FLAG).read_text())["failed"] == 2, "ended before it was stable: nothing is known"
