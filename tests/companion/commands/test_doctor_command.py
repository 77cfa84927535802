"""`companion doctor` as it is called."""

import json
import socket
from contextlib import closing
from types import SimpleNamespace

import pytest
from gpiozero import Device

from companion import libraries, running
from companion.cli import main
from companion.commands import doctor
from companion.commands.doctor_pin import pin
from companion.errors import NotAllowed
from companion.journal.lock import FolderLock
from companion.running import Health, Told
from companion.starting import Starts
from companion.wiring.keeping import JsonStore
from web.gate import Gate

QUIET = ["--camera", "none", "--panel", "none"]

CHECKS = [
    "versions",
    "cv2",
    "libcamera",
    "settings",
    "starts",
    "camera",
    "mat",
    "view",
    "pins",
    "groups",
    "OCR",
    "deck",
    "games",
    "folder",
    "disk",
    "clock",
    "port",
    "table",
    "power",
    "service",
    "PIN",
]


@pytest.fixture(autouse=True)
def _pins_as_before():
    yield
    Device.pin_factory = None


@pytest.fixture(autouse=True)
def _libraries_load(monkeypatch):
    """They are tried in Pythons of their own, which takes its time: test_libraries.py does that."""
    monkeypatch.setattr(libraries, "tried", lambda name: "")


@pytest.fixture
def unused_port():
    with socket.socket() as listening:
        listening.bind(("", 0))
        return str(listening.getsockname()[1])


def told(capsys):
    return {line["check"]: line for line in map(json.loads, capsys.readouterr().out.splitlines())}


def test_every_check_is_told_in_order_with_what_was_seen(capsys, unused_port):
    assert main(["doctor", "--panel", "mock", "--json", "--port", unused_port]) == 0
    checks = told(capsys)
    assert list(checks) == CHECKS
    assert all(check["seen"] for check in checks.values())
    assert {check["is"] for check in checks.values()} <= {"ok", "warn"}


def test_whatever_is_no_ok_comes_with_its_mend(capsys, unused_port):
    main(["doctor", "--panel", "mock", "--json", "--port", unused_port, "--deck", "nix", "--camera", "usb:63"])
    assert [name for name, check in told(capsys).items() if (check["is"] == "ok") == bool(check["mend"])] == []


@pytest.mark.parametrize(
    ("words", "name", "mend"),
    [
        (["--deck", "nix"], "deck", "run companion teach nix --from FOLDER"),
        (["--camera", "usb:63"], "camera", "There is no camera /dev/video63"),
        (["--panel", "gpio"], "pins", "--panel none"),
        (["--data", "/dev/null/games"], "disk", "or name another: --data DIR"),
    ],
)
def test_a_failed_check_is_exit_status_1(capsys, unused_port, words, name, mend):
    quiet = ["--camera", "none", "--panel", "none"]
    assert main(["doctor", *quiet, *words, "--json", "--port", unused_port]) == 1
    failed = {check: said["mend"] for check, said in told(capsys).items() if said["is"] == "fail"}
    assert list(failed) == [name]
    assert mend in failed[name]


@pytest.mark.parametrize(
    ("kept", "port", "is_", "seen"),
    [
        (b"123456\n", 8080, "ok", "The table's PIN is 123456; to join with it: http://"),
        (b"123456\n", 0, "ok", "The table's PIN is 123456."),
        (None, 8080, "ok", "The table has none yet"),
        (b"123456\n0972d361\n", 0, "ok", "The table's PIN is 123456."),
        (b"123457\n0972d361\n", 8080, "warn", "is damaged"),
        (b"\xff", 8080, "warn", "is damaged"),
    ],
)
def test_the_table_s_pin_is_shown(tmp_path, kept, port, is_, seen):
    if kept is not None:
        (tmp_path / "pin").write_bytes(kept)
    check = pin(tmp_path, port)
    assert check.verdict.value == is_
    assert seen in check.seen


@pytest.fixture
def gate(tmp_path):
    """The gate of a table whose PIN is 123456, at an hour that only the test knows."""
    (tmp_path / "pin").write_bytes(b"123456\n")
    gate = Gate("123456", JsonStore(tmp_path / "gate.json"), lambda: 1000.0)
    gate.written = lambda: (tmp_path / "gate.json").stat().st_mtime
    return gate


def guess(gate, times, *addresses):
    for number in range(times):
        with pytest.raises(NotAllowed):
            gate.let_in("000000", addresses[number % len(addresses)])


def test_a_pin_that_nobody_guesses_at_is_ok(tmp_path, gate):
    guess(gate, 4, "192.168.1.7")
    assert pin(tmp_path, 0, gate.written()).verdict.value == "ok"


def test_who_must_wait_after_wrong_pins_is_named_till_the_wait_is_over(tmp_path, gate):
    guess(gate, 5, "192.168.1.7")
    check = pin(tmp_path, 0, gate.written() + 10)
    assert (check.verdict.value, check.seen) == (
        "warn",
        "Wrong PINs came from 192.168.1.7, from where none is heard for 20 s. The table's PIN is 123456.",
    )
    assert f"delete {tmp_path}/pin" in check.mend
    assert pin(tmp_path, 0, gate.written() + 31).verdict.value == "ok"


def test_a_pin_that_is_heard_from_nobody_just_now_says_so(tmp_path, gate):
    guess(gate, 20, *(f"10.0.0.{number}" for number in range(20)))
    check = pin(tmp_path, 0, gate.written() + 15)
    assert check.seen.startswith("Wrong PINs came so often that none is heard for 45 s.")


def test_a_locked_table_says_how_it_is_unlocked(tmp_path, gate):
    gate.lock()
    check = pin(tmp_path, 0)
    assert check.seen.startswith("The table is locked: phones may only look.")
    assert "Unlock it" in check.mend


@pytest.mark.parametrize(
    "kept", [b"", b"\xff", b"[]", b'{"tries": 7}', b'{"tries": {"addresses": {"x": 7}, "ago": []}}']
)
def test_tries_that_can_t_be_read_stop_nobody_and_stay_where_they_are(tmp_path, gate, kept):
    (tmp_path / "gate.json").write_bytes(kept)
    assert pin(tmp_path, 0).verdict.value == "ok"
    assert (tmp_path / "gate.json").read_bytes() == kept


def test_any_free_port_is_asked_for_by_nought(capsys):
    assert main(["doctor", *QUIET, "--port", "0", "--json"]) == 0
    assert told(capsys)["port"]["seen"] == "Any that is free."


def test_the_settings_file_is_taken_as_the_table_would_take_it(capsys, unused_port, tmp_path):
    (tmp_path / "settings.toml").write_text(
        f'camera = "none"\npanel = "mock"\nport = {unused_port}\n[view]\nline = 0.4\n[pins]\nundo = false\n'
    )
    assert main(["doctor", "--data", str(tmp_path), "--json"]) == 0
    checks = told(capsys)
    assert checks["settings"]["seen"] == f"{tmp_path}/settings.toml: camera none, panel mock, deck lantern."
    assert checks["port"]["seen"] == f"Port {unused_port} is free."
    assert checks["view"]["is"] == "warn"
    assert checks["pins"]["seen"].startswith("Pretend ones")


@pytest.mark.parametrize(
    ("text", "seen"),
    [("camra = 1", "line 1: 'camra' is no setting"), ("[pins]\nok = 24", "line 2: [pins] Pin 24 is named twice")],
)
def test_settings_that_can_t_be_meant_are_a_failed_check_and_the_rest_is_looked_at(
    capsys, unused_port, tmp_path, text, seen
):
    (tmp_path / "s.toml").write_text(text)
    assert main(["doctor", *QUIET, "--config", str(tmp_path / "s.toml"), "--port", unused_port, "--json"]) == 1
    checks = told(capsys)
    assert seen in checks["settings"]["seen"]
    assert list(checks) == CHECKS


@pytest.mark.parametrize(
    ("count", "is_up", "is_"),
    [(0, False, "ok"), (1, False, "warn"), (1, True, "ok"), (2, True, "warn"), (3, False, "fail")],
)
def test_starts_that_did_not_come_up_are_told(tmp_path, count, is_up, is_):
    for _ in range(count):
        Starts(tmp_path).begin()
    assert doctor._starts(tmp_path, is_up=is_up).verdict.value == is_


SAFE = "Safe mode: no camera, no pins, play by hand. The last 3 starts failed."
FROZEN = "The camera shows the same picture again and again: it is frozen, and is opened anew."


@pytest.fixture
def beside(monkeypatch, capsys, unused_port):
    """The doctor's checks beside a running table that tells this of itself."""

    def checks(camera, panel, *alarms, words=("--camera", "usb:63", "--panel", "gpio")):
        health = Health(True, {"camera": camera, "panel": panel}, alarms)
        monkeypatch.setattr(running, "health", lambda port: health)
        main(["doctor", *words, "--json", "--port", unused_port])
        return told(capsys)

    return checks


def test_beside_a_running_table_what_is_amiss_with_its_camera_and_pins_is_told(beside):
    checks = beside(Told("down", FROZEN), Told("down", "Button UNDO is stuck: free it."))
    assert (checks["camera"]["is"], checks["pins"]["is"], checks["table"]["is"]) == ("fail", "fail", "fail")
    assert FROZEN in checks["camera"]["seen"]
    assert "Button UNDO is stuck: free it." in checks["pins"]["seen"]


def test_beside_a_running_table_whose_camera_works_nothing_fails(beside):
    checks = beside(Told("up"), Told("up"))
    assert {checks[name]["is"] for name in ("camera", "mat", "pins", "table")} == {"ok"}
    checks = beside(Told("up"), Told("up"), Told("mat-lost", "The markers can't be seen: clear three."))
    assert checks["mat"]["seen"].endswith("The markers can't be seen: clear three.")


def test_a_table_in_safe_mode_says_so_and_the_camera_that_it_left_alone_is_tried(beside):
    checks = beside(Told("none"), Told("none"), Told("safe-mode", SAFE))
    assert (checks["starts"]["is"], checks["starts"]["seen"]) == ("fail", SAFE)
    assert SAFE in checks["table"]["seen"]
    assert checks["camera"]["mend"].startswith("There is no camera /dev/video63")


def test_another_copy_on_the_same_games_is_a_failed_check(capsys, unused_port, tmp_path):
    lock = FolderLock(tmp_path, "companion run")
    with closing(SimpleNamespace(close=lock.release)):
        assert main(["doctor", *QUIET, "--data", str(tmp_path), "--port", unused_port, "--json"]) == 1
    assert "Another copy (process " in told(capsys)["folder"]["seen"]


def test_without_json_it_is_for_people(capsys, unused_port):
    assert main(["doctor", "--camera", "none", "--panel", "none", "--port", unused_port]) == 0
    out = capsys.readouterr().out
    assert "ok    pins      None, as asked for: the page has the buttons.\n" in out
    assert "warn  camera    None, as asked for" in out


@pytest.mark.parametrize("words", [["--camera", "x"], ["--panel", "x"], ["--port", "65536"], ["--port", "x"]])
def test_a_wrong_word_is_exit_status_2_before_anything_is_looked_at(capsys, words):
    assert main(["doctor", *words]) == 2
    captured = capsys.readouterr()
    assert (captured.out, len(captured.err.splitlines())) == ("", 1)
