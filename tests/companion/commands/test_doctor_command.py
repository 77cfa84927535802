"""`companion doctor` as it is called."""

import json
import socket

import pytest
from gpiozero import Device

from companion import libraries
from companion.cli import main
from companion.commands import doctor
from companion.starting import Starts

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
    "disk",
    "clock",
    "port",
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
        (b"\xff", 8080, "warn", "can't be read"),
    ],
)
def test_the_table_s_pin_is_shown(tmp_path, kept, port, is_, seen):
    if kept is not None:
        (tmp_path / "pin").write_bytes(kept)
    check = doctor._pin(tmp_path / "pin", port)
    assert check.verdict.value == is_
    assert seen in check.seen


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
