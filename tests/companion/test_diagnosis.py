"""What the doctor sees of the machine itself."""

import http.server
import socket
import threading

import pytest

from companion import diagnosis
from companion.diagnosis import Verdict, examined, fail, held_by_the_running_one, is_running, ok, warn


def verdict(check):
    return check.verdict.value


@pytest.mark.parametrize(
    ("free", "is_"), [(10_000_000_000, "ok"), (400_000_000, "warn"), (20_000_000, "fail"), (0, "fail")]
)
def test_a_disk_needs_room(tmp_path, free, is_):
    assert verdict(diagnosis.disk(tmp_path / "not" / "yet", lambda path: free)) == is_


def test_a_folder_that_can_t_be_made_is_named_with_the_mend(tmp_path):
    (tmp_path / "file").touch()
    check = diagnosis.disk(tmp_path / "file" / "games")
    assert verdict(check) == "fail"
    assert str(tmp_path / "file") in check.mend


@pytest.mark.parametrize(("now", "is_"), [(0, "warn"), (1_600_000_000, "warn"), (1_900_000_000, "ok")])
def test_a_clock_that_was_never_set_is_told(now, is_):
    assert verdict(diagnosis.clock(lambda: now)) == is_


def test_a_free_port_is_free_and_a_taken_one_fails():
    with socket.socket() as listening:
        listening.bind(("", 0))
        number = listening.getsockname()[1]
        assert verdict(diagnosis.port(number)) == "fail"
    assert verdict(diagnosis.port(number)) == "ok"


class Health(http.server.BaseHTTPRequestHandler):
    """Answers what its server says."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.server.says)

    def log_message(self, *words):
        pass


@pytest.mark.parametrize(
    ("says", "running"), [(b'{"ok": true, "version": 3}', True), (b"<html>", False), (b"[]", False), (b"\xff", False)]
)
def test_the_running_companion_is_known_by_its_health(says, running):
    with http.server.HTTPServer(("127.0.0.1", 0), Health) as server:
        server.says = says
        serving = threading.Thread(target=server.handle_request)
        serving.start()
        assert is_running(server.server_port) is running
        serving.join()


def test_nobody_runs_where_nobody_listens():
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        assert not is_running(unheard.getsockname()[1])


def test_what_the_running_one_holds_is_no_failure():
    assert held_by_the_running_one(fail("pins", "busy", "mend")).verdict is Verdict.WARN
    assert held_by_the_running_one(ok("pins", "fine")) == ok("pins", "fine")
    assert held_by_the_running_one(warn("pins", "hm", "mend")) == warn("pins", "hm", "mend")


def test_the_versions_of_all_that_matters_are_listed():
    check = diagnosis.versions()
    assert verdict(check) == "ok"
    wanted = ("Python 3.", "OpenCV 4.", "NumPy ", "Flask 3.", "gpiozero 2.")
    assert [name for name in wanted if name not in check.seen] == []


def test_a_check_that_breaks_has_failed_and_the_others_go_on():
    def broken():
        raise ZeroDivisionError("division by zero")

    checks = list(examined([("odd", broken), ("even", lambda: ok("even", "fine"))]))
    assert [(check.name, verdict(check)) for check in checks] == [("odd", "fail"), ("even", "ok")]
    assert "ZeroDivisionError" in checks[0].seen
