"""What a running table says of itself stands in for what can't be tried beside it."""

import http.server
import json
import socket
import threading

import pytest

from companion import running
from companion.diagnosis import Verdict, fail, ok, warn
from companion.running import Health, Told, as_it_says

BUSY = fail("camera", "usb:0: no picture.", "It is held by python3 (process 812).")
FROZEN = "The camera shows the same picture again and again: it is frozen, and is opened anew."
SAFE = Told("safe-mode", "Safe mode: no camera, no pins, play by hand.")
FULL = Told("not-saving", "/games can't be written (No space left on device): the game isn't being saved.")


class Answer(http.server.BaseHTTPRequestHandler):
    """Answers what its server says."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.server.says)

    def log_message(self, *words):
        pass


def asked(says):
    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        server.says = says
        serving = threading.Thread(target=server.handle_request)
        serving.start()
        known = running.health(server.server_port)
        serving.join()
    return known


def of(camera="up", say="", *alarms, panel="up"):
    return Health(True, {"camera": Told(camera, say), "panel": Told(panel)}, alarms)


@pytest.mark.parametrize(
    ("says", "known"),
    [
        (b'{"ok": false, "say": "Nothing yet."}', Health()),
        (b'{"ok": true, "camera": null, "alarms": [7, {"say": "x"}]}', Health(has_told=True)),
        (b"<html>", None),
        (b"[]", None),
        (b"{}", None),
        (b"\xff", None),
    ],
)
def test_the_running_companion_is_known_by_its_health(says, known):
    assert asked(says) == known


def test_its_devices_and_alarms_are_taken_as_told_however_many_they_are():
    alarms = [{"what": "journal", "say": f"Remark {number}. " + "x" * 100, "since": 1.0} for number in range(200)]
    known = asked(
        json.dumps(
            {"ok": True, "camera": {"state": "down", "say": FROZEN}, "panel": {"state": "up"}, "alarms": alarms}
        ).encode()
    )
    assert known.devices == {"camera": Told("down", FROZEN), "panel": Told("up", "")}
    assert [alarm.what for alarm in known.alarms] == ["journal"] * 200


def test_nobody_runs_where_nobody_listens():
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        assert not running.is_running(unheard.getsockname()[1])


@pytest.mark.parametrize(
    ("known", "is_", "seen"),
    [
        (of("down", FROZEN), "fail", f"The running companion says: {FROZEN}"),
        (of("up", "It is slow."), "warn", "The running companion has it, and says: It is slow."),
        (of("up"), "ok", "The running companion has it, and it works."),
        (Health(), "warn", "The running companion holds it."),
        (of("none"), "fail", BUSY.seen),
        (of("pretend", "A drawn table plays."), "fail", BUSY.seen),
        (None, "fail", BUSY.seen),
    ],
)
def test_of_what_it_holds_its_own_word_is_told_and_what_it_doesn_t_hold_has_failed(known, is_, seen):
    check = as_it_says(BUSY, "camera", known)
    assert (check.verdict.value, check.seen) == (is_, seen)
    assert bool(check.mend) is (is_ != "ok")


def test_what_could_be_tried_beside_it_stands():
    for check in (ok("pins", "fine"), warn("pins", "hm", "mend")):
        assert as_it_says(check, "panel", of(panel="down")) == check


@pytest.mark.parametrize(
    ("known", "is_", "seen"),
    [
        (None, "ok", "None is running"),
        (Health(), "warn", "hasn't told anything yet"),
        (of(), "ok", "complains of nothing"),
        (of("pretend", "The camera is pretend."), "ok", "complains of nothing"),
        (of("up", "", Told("glare", "A lamp is mirrored.")), "warn", "A lamp is mirrored."),
        (of("up", "It is slow."), "warn", "It is slow."),
        (of("none", "", SAFE), "fail", SAFE.say),
        (of("up", "", FULL), "fail", FULL.say),
        (of("down", FROZEN, Told("glare", "A lamp is mirrored.")), "fail", f"A lamp is mirrored. {FROZEN}"),
        (of("up", "", Told("journal", "A damaged game was moved aside.")), "warn", "A damaged game was moved aside."),
        (
            Health(True, {"panel": Told("down", "Button UNDO is stuck: free it.")}),
            "fail",
            "The running table says: Button UNDO is stuck: free it.",
        ),
    ],
)
def test_the_table_s_line_tells_all_that_it_complains_of(known, is_, seen):
    check = running.table(known)
    assert check.verdict.value == is_
    assert seen in check.seen
    assert bool(check.mend) is (is_ != "ok")


def test_the_mat_is_as_the_running_table_sees_it():
    assert running.mat(of()).verdict is Verdict.OK
    check = running.mat(of("up", "", Told("mat-lost", "The markers can't be seen."), FULL))
    assert (check.verdict, check.seen) == (Verdict.WARN, "The running companion says: The markers can't be seen.")


def test_a_safe_table_is_known_by_its_alarm():
    assert of("none", "", FULL, SAFE).safe == SAFE.say
    assert of("none", "", FULL).safe == ""
