"""A whole recorded game, with a real deck's cards, played into the emulated Pi's /dev/video0 and onto its buttons: the
service reads it as a USB camera's pictures, and comes to the game that was played.

The emulated processor is slow, so the game is played slower than it was: what is asked is whether it is read right.
"""

import contextlib
import http.server
import json
import threading
import time

import cv2
import pytest

pytestmark = pytest.mark.trials

NAME, SIZE, FPS = "loss-hard", (1280, 720), 1.5
PINS = {"clue": 24, "fuse": 25, "undo": 26, "ok": 27}
CAMERA_S, LAST_S = 240, 180


class Show:
    """The recording's frames as YUYV: the first one again and again, then all of them, then the last one."""

    def __init__(self, film, presses):
        self._film, self._presses = film, presses
        self._began, self.ended, self.over = threading.Event(), threading.Event(), threading.Event()

    def begin(self):
        self._began.set()

    def frames(self, press):
        """Each when it is due, its presses with it."""
        capture = cv2.VideoCapture(str(self._film))
        _, frame = capture.read()
        while not self._began.is_set():
            yield frame
        number = 0
        while frame is not None:
            for pin in self._presses.get(number, ()):
                press(pin)
            yield frame
            last, (_, frame), number = frame, capture.read(), number + 1
        self.ended.set()
        capture.release()
        while not self.over.is_set():
            yield last

    @contextlib.contextmanager
    def served(self, press):
        """For the guest's player to fetch: the address."""
        show = self

        class Projector(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.end_headers()
                due = time.monotonic()
                with contextlib.suppress(OSError):
                    for frame in show.frames(press):
                        small = cv2.resize(frame, SIZE, interpolation=cv2.INTER_AREA)
                        self.wfile.write(cv2.cvtColor(small, cv2.COLOR_BGR2YUV_YUYV).tobytes())
                        due = max(due + 1 / FPS, time.monotonic())
                        show.over.wait(due - time.monotonic())

            def log_message(self, *words):
                pass

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Projector) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://10.0.2.2:{server.server_port}/"
            self.over.set()
            server.shutdown()


@pytest.fixture
def deck(pi, guest, tin):
    """The real deck, taught on the host, among the guest's own."""
    folder = f"{guest.DATA}/decks/tin"
    for file in tin.rglob("*"):
        if file.is_file():
            pi.machine.put(f"{folder}/{file.relative_to(tin)}", file.read_bytes())
    pi.run(f"chown -R hanabi-companion: {guest.DATA}")
    return "tin"


def played(line):
    """What a line of a history or of the truth says was done."""
    is_misplay = line.get("as") == "misplay" or line.get("misplay") or line["do"] == "misplay"
    return (line["do"] if line["do"] != "misplay" else "play", line.get("card"), bool(is_misplay))


def the_end(guest, pi):
    """The state once the game is over; a question that is still open is answered with its first guess."""
    guest.soon(
        lambda: pi.state("status") not in (("playing",), (None,)) or bool(pi.state("questions")[0]), True, LAST_S
    )
    if pi.state("questions")[0]:
        guest.say("asked:", pi.state("questions")[0])
        pi.press(PINS["ok"])
    guest.soon(lambda: pi.state("status"), ("lost",), LAST_S)
    return pi.asked("/api/state")


def test_a_whole_game_in_front_of_the_camera_is_read_right(guest, pi, deck, shared_data):
    folder = shared_data / "recordings" / NAME
    recording = json.loads((folder / "recording.json").read_text())
    presses = {}
    for press in recording["presses"]:
        presses.setdefault(press["frame"], []).append(PINS[press["button"]])

    pi.run("modprobe v4l2loopback video_nr=0 card_label=table && udevadm settle && ls -l /dev/video0")
    pi.put("/root/guest_player.py", (guest.HERE / "guest_player.py").read_text())
    show = Show(folder / "video.mp4", presses)
    lock = threading.Lock()  # the guest is asked one thing at a time

    def press(pin):
        with lock:
            pi.press(pin)

    with show.served(press) as url:
        pi.run(f"(python3 /root/guest_player.py {url} {SIZE[0]} {SIZE[1]} >/root/player.log 2>&1 &) ; sleep 3")
        pi.settings(camera="usb:0", panel="gpio", deck=deck)
        took = guest.soon(lambda: (pi.state("camera")[0] or {}).get("state"), "up", CAMERA_S)
        guest.say(f"the camera is up after {took:.0f} s")
        took = guest.soon(lambda: "as first seen" in pi.log(), True, CAMERA_S)
        guest.say(f"the table was first looked at within {took:.0f} s more")
        pi.asked("/api/games", pi.pin(), recording["setup"])
        show.begin()
        began = time.monotonic()
        assert show.ended.wait(len(recording["truth"]) * 60)
        try:
            with lock:
                state = the_end(guest, pi)
        finally:
            used = pi.run(f"grep VmHWM /proc/{pi.main_pid()}/status").split()[1]
            guest.say(
                f"{int(used) >> 10} MB at most, {time.monotonic() - began:.0f} s in front of /dev/video0; its log:"
            )
            guest.say(pi.log(200))

    truth = [played(line) for line in recording["truth"]]
    lines = [played(line) for line in state["history"]]
    right = sum(one == other for one, other in zip(lines, truth, strict=False))
    guest.say(f"{NAME}: {right} of {len(truth)} actions read right; clues {state['clues']}, {state['discards']}")
    assert lines == truth
    assert (state["clues"], state["fuses"]) == (0, 3)
