"""`companion doctor` as it is called."""

import json
import socket

import pytest
from gpiozero import Device

from companion.cli import main

CHECKS = ["versions", "camera", "pins", "OCR", "deck", "disk", "clock", "port", "power", "PIN"]


@pytest.fixture(autouse=True)
def _pins_as_before():
    yield
    Device.pin_factory = None


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
    ("kept", "is_", "seen"),
    [
        (b"123456\n", "ok", "The table's PIN is 123456; to join with it: http://"),
        (None, "ok", "The table has none yet"),
        (b"\xff", "warn", "can't be read"),
    ],
)
def test_the_table_s_pin_is_shown(capsys, unused_port, tmp_path, kept, is_, seen):
    if kept is not None:
        (tmp_path / "pin").write_bytes(kept)
    quiet = ["--camera", "none", "--panel", "none"]
    assert main(["doctor", *quiet, "--data", str(tmp_path), "--json", "--port", unused_port]) == 0
    check = told(capsys)["PIN"]
    assert check["is"] == is_
    assert seen in check["seen"]


def test_without_json_it_is_for_people(capsys, unused_port):
    assert main(["doctor", "--camera", "none", "--panel", "none", "--port", unused_port]) == 0
    out = capsys.readouterr().out
    assert "ok    pins      None, as asked for: the page has the buttons.\n" in out
    assert "warn  camera    None, as asked for" in out


@pytest.mark.parametrize("words", [["--camera", "x"], ["--panel", "x"], ["--port", "0"], ["--port", "x"]])
def test_a_wrong_word_is_exit_status_2_before_anything_is_looked_at(capsys, words):
    assert main(["doctor", *words]) == 2
    captured = capsys.readouterr()
    assert (captured.out, len(captured.err.splitlines())) == ("", 1)
