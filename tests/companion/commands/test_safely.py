"""`companion run` where it can't run as it is set: a sentence for who typed it, a safe table for who sees the page."""

from __future__ import annotations

import argparse
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.commands import run as run_command
from companion.commands import safely
from companion.commands.safely import Choice, run_safely
from companion.commands.serving import _started, _stay
from companion.errors import CannotListen, Refused, Unreadable
from companion.starting import FLAG, GOOD, Failures, Starts
from companion.wiring.decks import deck_folder
from models.edition import Edition, save

GOOD_SETTINGS = 'camera = "none"\npanel = "none"\nport = 18080\n'


def words(config: Path | None, data: Path) -> argparse.Namespace:
    return argparse.Namespace(config=config, data=data, camera=None, panel=None, deck=None, host=None, port=None)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Starts, Choice | None]]:
    """What would be served; each table ends at once."""
    tables: list[tuple[Any, Starts, Choice | None]] = []

    def serve(parts: Any, *, tells_decisions: bool, starts: Starts, choice: Choice | None) -> int:
        tables.append((parts, starts, choice))
        return 0

    monkeypatch.setattr("companion.commands.serving.serve", serve)
    return tables


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if systemd had started it."""
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/nobody")


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """Settings with an unknown key; the last that came up were good."""
    path = tmp_path / "settings.toml"
    path.write_text('port = 18080\ncamra = "none"\n')
    (tmp_path / GOOD).write_text(GOOD_SETTINGS)
    return path


def run(args: argparse.Namespace) -> int:
    return run_safely(
        args, run_command.settings_file(args), lambda words: run_command._parts(run_command.settled(words))
    )


def fails_three_times(folder: Path) -> None:
    for _ in range(3):
        Starts(folder).begin()


@pytest.mark.parametrize("text", ["camra = 1\n", "port = 'x'\n", "port =\n", "[pins]\nok = 24\n"])
def test_at_the_command_line_bad_settings_are_a_sentence_with_the_line(
    tmp_path: Path, served: list[Any], text: str
) -> None:
    (tmp_path / "settings.toml").write_text(text)
    with pytest.raises(Unreadable, match="line"):
        run(words(tmp_path / "settings.toml", tmp_path))
    assert served == []
    assert Starts(tmp_path).before() == Failures()


def test_as_a_service_bad_settings_are_a_safe_table_with_the_reason_and_the_good_ones(
    tmp_path: Path, served: list[Any], service: None, bad: Path
) -> None:
    assert run(words(bad, tmp_path)) == 0
    ((parts, _, choice),) = served
    assert (parts.settings.camera, parts.settings.panel, parts.settings.port) == ("none", "none", 18080)
    assert parts.data == tmp_path
    assert parts.safe.reason.startswith(f"{bad}, line 2: 'camra' is no setting: choose from camera, panel")
    assert parts.safe.good == GOOD_SETTINGS
    assert choice is not None


def test_an_empty_file_is_the_usual_settings_and_no_reason_to_be_safe(
    tmp_path: Path, served: list[Any], service: None
) -> None:
    (tmp_path / "settings.toml").write_text("")
    run(words(tmp_path / "settings.toml", tmp_path))
    assert served[0][0].safe is None


@pytest.mark.parametrize("name", ["nothing-there.toml", "."])
def test_as_a_service_a_settings_file_that_can_t_be_read_is_a_safe_table(
    tmp_path: Path, served: list[Any], service: None, name: str
) -> None:
    run(words(tmp_path / name, tmp_path))
    assert served[0][0].safe.reason


def test_as_a_service_a_deck_that_isn_t_there_is_a_safe_table(tmp_path: Path, served: list[Any], service: None) -> None:
    (tmp_path / "settings.toml").write_text('deck = "sold"\n')
    run(words(tmp_path / "settings.toml", tmp_path))
    assert "sold" in served[0][0].safe.reason


def test_without_a_named_file_the_data_folder_s_own_is_read(tmp_path: Path, served: list[Any]) -> None:
    (tmp_path / "settings.toml").write_text(GOOD_SETTINGS)
    run(words(None, tmp_path))
    assert served[0][0].settings.port == 18080
    (tmp_path / "settings.toml").write_text("port = 0\n")
    with pytest.raises(Unreadable, match="line 1: 'port'"):
        run(words(None, tmp_path))


def test_a_deck_taught_into_the_named_folder_is_found_there(
    tmp_path: Path, served: list[Any], lantern: Edition
) -> None:
    save(replace(lantern, name="ours"), deck_folder("ours", tmp_path))
    (tmp_path / "settings.toml").write_text('deck = "ours"\n')
    run(words(None, tmp_path))
    assert served[0][0].edition.name == "ours"


def test_three_starts_that_died_are_a_safe_table_for_everybody(tmp_path: Path, served: list[Any]) -> None:
    fails_three_times(tmp_path)
    run(words(None, tmp_path))
    ((parts, _, _),) = served
    assert parts.safe.reason.startswith("The last 3 starts failed, the last one while its pins, camera and page")
    assert parts.safe.good is None
    assert (parts.settings.camera, parts.settings.panel) == ("none", "none")


def test_a_table_that_may_be_tried_counts_its_start_once_the_folder_is_its_own(
    tmp_path: Path, served: list[Any]
) -> None:
    run(words(None, tmp_path))
    ((parts, _, choice),) = served
    assert (parts.safe, choice) == (None, None)
    assert not (tmp_path / FLAG).exists()
    parts.begun()
    assert Starts(tmp_path).before().count == 1


def test_going_on_with_the_good_settings_puts_them_back_keeps_the_bad_ones_and_starts_the_whole_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, service: None, bad: Path
) -> None:
    tables: list[Any] = []

    def serve(parts: Any, *, tells_decisions: bool, starts: Starts, choice: Choice | None) -> int:
        tables.append(parts)
        if parts.safe is not None:
            ended = threading.Event()
            choice.ends(ended.set)
            parts.safe.choose(with_good=True)
            assert ended.wait(5)
        return 0

    monkeypatch.setattr("companion.commands.serving.serve", serve)
    monkeypatch.setattr(safely, "ANSWERED_S", 0.0)
    run(words(bad, tmp_path))
    assert [parts.safe is None for parts in tables] == [False, True]
    assert tables[1].settings.port == 18080
    assert bad.read_text() == GOOD_SETTINGS
    assert ["camra" in path.read_text() for path in tmp_path.glob("settings.toml.bad.*")] == [True]


def test_good_settings_that_aren_t_there_can_t_be_put_back(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="No settings have come up here yet"):
        Choice(tmp_path / "settings.toml", None).make(with_good=True)


def test_a_settings_file_that_can_t_be_written_is_told(tmp_path: Path) -> None:
    choice = Choice(tmp_path / "gone" / "settings.toml", GOOD_SETTINGS)
    with pytest.raises(Refused, match="mend it by hand"):
        choice.make(with_good=True)
    assert not choice.is_made


# ---- what is noted while it runs


def ended_after(seconds: float) -> threading.Event:
    """The end of a table, so much later."""
    ended = threading.Event()
    threading.Timer(seconds, ended.set).start()
    return ended


def test_once_it_is_stable_it_is_up_and_its_settings_are_good(tmp_path: Path) -> None:
    starts = Starts(tmp_path, GOOD_SETTINGS)
    starts.begin()
    _stay(ended_after(0.2), starts, is_safe=False, stable_s=0.01)
    assert not (tmp_path / FLAG).exists()
    assert starts.good() == GOOD_SETTINGS


def test_ended_before_that_nothing_is_known_of_it(tmp_path: Path) -> None:
    starts = Starts(tmp_path, GOOD_SETTINGS)
    starts.begin()
    _stay(ended_after(0.0), starts, is_safe=False)
    assert not (tmp_path / FLAG).exists()
    assert starts.good() is None


def test_a_safe_table_that_is_up_gives_the_whole_one_another_try(tmp_path: Path) -> None:
    fails_three_times(tmp_path)
    _stay(ended_after(0.0), Starts(tmp_path), is_safe=True)
    assert Starts(tmp_path).before().count == 2


def test_a_start_that_ends_with_a_sentence_is_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = Starts(tmp_path)

    def taken(parts: object, listen: object) -> None:
        starts.begin()
        raise CannotListen("Port 8080 is taken.")

    monkeypatch.setattr("companion.wiring.live.LiveTable", taken)
    with pytest.raises(CannotListen):
        _started(None, lambda snapshot: None, starts)  # type: ignore[arg-type]  # because it isn't looked at
    assert starts.before() == Failures()


def test_a_start_that_breaks_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = Starts(tmp_path)

    def breaks(parts: object, listen: object) -> None:
        starts.begin()
        raise ZeroDivisionError

    monkeypatch.setattr("companion.wiring.live.LiveTable", breaks)
    with pytest.raises(ZeroDivisionError):
        _started(None, lambda snapshot: None, starts)  # type: ignore[arg-type]  # because it isn't looked at
    assert starts.before().count == 1
