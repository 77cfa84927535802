"""The whole program as it is started and stopped: what is in its way is one sentence, and a signal ends it at once."""

from __future__ import annotations

import json
import random
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.journal.opening import past_games
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.settings import Settings
from companion.snapshot import state_line
from companion.wiring.live import LiveTable, Parts
from hardware.rehearsal.player import play_game

GONE_S = 2.0
TERMINATED = -signal.SIGTERM  # before anything is lit or opened, the system's own way to end is the fastest
CANNOT_BE_A_FOLDER = Path("/proc/no-such-folder")


def sentence(running: Any) -> str:
    """What stderr says: one sentence, or the test fails."""
    assert running.wait() == 2
    assert len(running.complaints.all) == 1, running.said()
    said = running.complaints.all[0]
    assert said.startswith("companion: ")
    assert said.endswith(".")
    return said


@pytest.fixture
def playing(start: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    """A demo whose page is up."""

    def started(*words: object) -> Any:
        running = start("demo", "--data", tmp_path / "data", "--port", 0, "--speed", 20, *words)
        running.port()
        return running

    return started


def test_a_second_copy_on_the_same_games_is_refused_and_names_the_first(playing: Any, start: Any) -> None:
    first = playing()
    data = first.process.args[first.process.args.index("--data") + 1]
    said = sentence(start("run", "--data", data, "--port", 0, "--camera", "none"))
    assert f"process {first.process.pid}: companion demo" in said
    assert data in said
    assert first.process.poll() is None


def test_a_taken_port_is_told_and_leaves_the_games_alone(start: Any, tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        said = sentence(start("run", "--data", tmp_path, "--port", port, "--camera", "none"))
    assert f"Port {port} is taken" in said
    again = start("run", "--data", tmp_path, "--port", 0, "--camera", "none")
    assert again.port() > 0
    assert again.end() == 0


def test_a_data_folder_that_cannot_be_had_is_told_and_the_table_goes_on(start: Any, call: Any) -> None:
    running = start("run", "--data", CANNOT_BE_A_FOLDER, "--port", 0, "--camera", "none")
    phone = call(running.port())
    state = phone.sees(lambda state: bool(state["alarms"]))
    assert [alarm["what"] for alarm in state["alarms"]] == ["not-saving"]
    assert any("isn't being saved" in line for line in running.lines.all)
    assert running.end() == 0
    phone.close()
    assert "Traceback" not in running.said()


def test_a_data_folder_that_is_a_file_is_told(start: Any, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "is no folder" in sentence(start("demo", "--data", tmp_path / "file", "--port", 0))


@pytest.mark.parametrize(
    ("settings", "said"),
    [('\ncamra = "auto"', "line 2: 'camra'"), ("port = true", "line 1: 'port'"), ("port =\n", "line 1")],
)
def test_settings_that_cannot_be_meant_are_told_with_their_line(
    start: Any, tmp_path: Path, settings: str, said: str
) -> None:
    path = tmp_path / "table.toml"
    path.write_text(settings)
    told = sentence(start("run", "--config", path))
    assert said in told
    assert str(path) in told


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_a_running_table_at_once_and_saves_its_picture(
    playing: Any, call: Any, tmp_path: Path, number: int
) -> None:
    running = playing("--picture", tmp_path / "table.png")
    phone = call(running.port())
    phone.sees(lambda state: bool(state["history"]))  # hands move: a look at a frame is under way
    assert running.end(number, GONE_S) == 0
    phone.close()
    assert running.complaints.all == []
    assert (tmp_path / "table.png").read_bytes().startswith(b"\x89PNG")


def test_a_signal_while_it_starts_ends_it_at_once(start: Any, tmp_path: Path) -> None:
    chance = random.Random(7)
    for _ in range(8):
        running = start("demo", "--data", tmp_path, "--port", 0, "--speed", 20)
        running.lines.first(lambda line: False, chance.uniform(0, 1.5))
        assert running.end(signal.SIGTERM, GONE_S) in (0, TERMINATED)
        assert running.complaints.all == []


def test_a_camera_that_never_lets_go_holds_up_nobody(hanging: Any, lantern: Any, tmp_path: Path) -> None:
    camera = hanging(is_stuck=True)
    settings = Settings(camera="simulated", panel="mock", host="127.0.0.1", port=0)
    table = LiveTable(Parts(settings, lantern, tmp_path, lambda: camera, Setup(3)))
    table.start()
    assert camera.is_asked.wait(20)
    began = time.monotonic()
    assert not table.stop()
    assert time.monotonic() - began < GONE_S
    assert not any(table.panel.levels().values())
    camera.lets_go.set()


def test_one_game_ends_with_the_state_that_its_script_comes_to(start: Any, begun: Callable[..., Path]) -> None:
    seed, length = 18, len(play_game(3, 18))
    running = start(
        "demo", "--data", begun(seed, length - 2), "--port", 0, "--speed", 20, "--seed", seed, "--once", "--json"
    )
    assert running.wait() == 0
    saved = past_games(begun(seed, length))[-1]
    wanted = state_line(Game.replay(saved.setup, saved.log))
    final = json.loads(running.lines.all[-1])["final"]
    assert {**final, "events": None} == {**wanted, "events": None}


def test_game_follows_game_by_itself_and_each_end_is_pictured(
    start: Any, call: Any, begun: Callable[..., Path], scripted: Any, told_of: Any, tmp_path: Path
) -> None:
    seed = 18
    folder, picture = begun(seed, len(play_game(3, seed)) - 1), tmp_path / "end.png"
    running = start("demo", "--data", folder, "--port", 0, "--speed", 20, "--seed", seed, "--picture", picture)
    phone = call(running.port())
    end = phone.sees(lambda state: state["game"] == 1 and state["status"] != "playing")
    assert told_of(end) == scripted(seed)
    begins = phone.sees(lambda state: state["game"] == 2 and bool(state["history"]))
    assert told_of(begins) == scripted(seed + 1)[: len(begins["history"])]
    assert picture.exists()
    assert [state["questions"] for state in phone.states if state["questions"]] == []
    assert running.end() == 0
    phone.close()
    assert any(line.startswith("The game goes on. ") for line in running.lines.all)
    assert any(line.endswith(f"score {end['points']}, clues {end['clues']}.") for line in running.lines.all)
