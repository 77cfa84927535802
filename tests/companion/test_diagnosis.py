"""What a check is, and what a running companion means for it."""

import http.server
import socket
import threading

import pytest

from companion.diagnosis import Verdict, examined, fail, held_by_the_running_one, is_running, ok, warn


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


def test_a_check_that_breaks_has_failed_and_the_others_go_on():
    def broken():
        raise ZeroDivisionError("division by zero")

    checks = list(examined([("odd", broken), ("even", lambda: ok("even", "fine"))]))
    assert [(check.name, check.verdict.value) for check in checks] == [("odd", "fail"), ("even", "ok")]
    assert "ZeroDivisionError" in checks[0].seen


def test_a_library_that_is_missing_sends_to_the_checks_of_libraries():
    def wanting():
        raise ImportError("numpy.dtype size changed")

    (check,) = examined([("camera", wanting)])
    assert check.verdict is Verdict.FAIL
    assert "numpy.dtype size changed" in check.seen
    assert "libraries first" in check.mend
