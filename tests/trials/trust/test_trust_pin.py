"""Row 18: the PIN is tried ten thousand times, from one address and from fifty; who is in, and the buttons, notice
nothing.
"""

import http.client
import json
import random
import statistics
import time

import pytest

from companion.errors import NotAllowed, TooManyTries
from companion.settings import Settings
from companion.wiring.live import LiveTable, Parts
from web.gate import Forgetful, Gate

MOST_A_MINUTE = 20


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def tried(gate, clock, addresses, tries, seconds):
    """When a try was looked at, of so many spread over this time."""
    looked_at, chance = [], random.Random(3)
    for number in range(tries):
        clock.now += seconds / tries
        try:
            gate.let_in(f"{chance.randrange(10**6):06}", f"10.0.0.{number % addresses}")
        except TooManyTries:
            continue
        except NotAllowed:
            looked_at.append(clock.now)
    return looked_at


def most_a_minute(times):
    return max(sum(0 <= at - since < 60 for at in times) for since in times)


@pytest.mark.parametrize("addresses", [1, 50])
def test_ten_thousand_tries_get_twenty_a_minute_and_a_restart_forgives_none(addresses):
    store, clock = Forgetful(), Clock()
    gate = Gate("135791", store, clock)
    times = tried(gate, clock, addresses, 5_000, 60.0)
    times += tried(Gate("135791", store, clock), clock, addresses, 5_000, 60.0)  # the program was started anew
    assert most_a_minute(times) <= MOST_A_MINUTE
    assert len(times) <= 2 * MOST_A_MINUTE + 1


def test_while_somebody_guesses_the_buttons_and_those_who_are_in_go_on(lantern, tmp_path):
    settings = Settings(camera="none", panel="mock", host="127.0.0.1", port=0)
    live = LiveTable(Parts(settings, lantern, tmp_path, lambda: None, command="a test"))
    live.start()
    try:
        port = live.server.port
        cookie = posted(port, "/api/join", {"pin": live.pin})[1].split(";")[0]
        assert posted(port, "/api/games", {"players": 3}, cookie=cookie)[0] == 200
        statuses = [posted(port, "/api/join", {"pin": f"{n:06}"})[0] for n in range(40)]
        assert set(statuses) == {403, 429}
        assert posted(port, "/api/join", {"pin": live.pin})[0] == 429
        assert posted(port, "/api/actions", {"do": "clue"}, cookie=cookie)[0] == 200
        pin = live.panel.factory.pin(24)
        pin.drive_low()
        until = time.monotonic() + 20
        while live.session.latest.page["clues"] != 6:
            assert time.monotonic() < until
            time.sleep(0.02)
        pin.drive_high()
    finally:
        live.stop()


def posted(port, path, what, cookie="", source=""):
    """Status and cookie."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(source, 0) if source else None)
    line.request("POST", path, json.dumps(what), {"Origin": f"http://127.0.0.1:{port}", "Cookie": cookie})
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status, answer.headers.get("Set-Cookie", "")


@pytest.mark.trials
@pytest.mark.parametrize("addresses", [1, 50])
def test_ten_thousand_tries_over_http(table, told, addresses):
    times, statuses, began = [], [], time.monotonic()
    for number in range(10_000):
        source = f"127.0.{addresses}.{1 + number % addresses}"
        statuses.append(posted(table.port, "/api/join", {"pin": f"{number:06}"}, source=source)[0])
        if statuses[-1] == 403:
            times.append(time.monotonic())
        assert statuses[-1] in (403, 429) or table.pin == f"{number:06}"
    told(
        f"10,000 tries from {addresses} address(es) in {time.monotonic() - began:.0f} s: {len(times)} looked at,"
        f" {most_a_minute(times) if times else 0} in the worst minute"
    )
    assert not times or most_a_minute(times) <= MOST_A_MINUTE
    assert table.do("/api/actions", {"do": "undo"})[0] in (200, 409)


@pytest.mark.trials
def test_a_wrong_pin_takes_as_long_however_much_of_it_is_right(told):
    took = {pin: [] for pin in ("135790", "135000", "000000", "9", "x" * 64)}
    for _ in range(60):
        for pin, times in took.items():
            gate = Gate("135791", Forgetful())
            began = time.process_time()
            with pytest.raises(NotAllowed):
                gate.let_in(pin, "a")
            times.append(time.process_time() - began)
    medians = {pin[:6]: 1000 * statistics.median(times) for pin, times in took.items()}
    told("ms a wrong PIN (135791): " + ", ".join(f"{pin} {ms:.2f}" for pin, ms in medians.items()))
    assert max(medians.values()) / min(medians.values()) < 1.1
