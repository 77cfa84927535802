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
from companion.wiring.keeping import JsonStore
from companion.wiring.live import LiveTable, Parts
from web.gate import Forgetful, Gate
from web.tries import FREE_TRIES

MOST_A_MINUTE = 20


class Clock:
    def __init__(self, now):
        self.now = now

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
def test_ten_thousand_tries_get_twenty_a_minute_and_a_restart_forgives_none(addresses, in_memory):
    file, before, after = in_memory / f"gate-{addresses}.json", Clock(1000.0), Clock(3.0)
    times = tried(Gate("135791", JsonStore(file), before), before, addresses, 5_000, 60.0)
    assert times, "some are looked at"
    ended = before.now - after.now  # a program that is started anew has nothing but the file, and its clock begins anew
    times += [at + ended for at in tried(Gate("135791", JsonStore(file), after), after, addresses, 5_000, 60.0)]
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
def test_a_new_process_goes_on_waiting_where_the_last_one_was_killed(start, in_memory, told):
    data, statuses = in_memory / "guessed", []
    for _ in range(4):
        running = start("run", "--data", data, "--port", 0, "--camera", "none", "--panel", "none")
        port = running.port()
        statuses.append([posted(port, "/api/join", {"pin": f"x{number}"})[0] for number in range(12)])
        running.process.kill()
        running.wait()
    told(f"12 tries at each of {len(statuses)} processes: {[tries.count(403) for tries in statuses]} looked at")
    assert statuses == [[403] * FREE_TRIES + [429] * (12 - FREE_TRIES), *[[429] * 12] * 3]


@pytest.mark.trials
@pytest.mark.parametrize("addresses", [1, 50])
def test_ten_thousand_tries_over_http(asked, told, in_memory, addresses):
    times, statuses = [], []
    data = in_memory / f"tried-{addresses}"
    with asked.started("run", "--data", data, "--port", 0, "--camera", "none", "--panel", "none") as table:
        began = time.monotonic()
        assert table.do("/api/games", {"players": 3})[0] == 200
        for number in range(10_000):
            source = f"127.0.{addresses}.{1 + number % addresses}"
            statuses.append(posted(table.port, "/api/join", {"pin": f"x{number}"}, source=source)[0])
            if statuses[-1] == 403:
                times.append(time.monotonic())
        took = time.monotonic() - began
        assert table.do("/api/actions", {"do": "clue"})[0] == 200
    told(
        f"10,000 tries from {addresses} address(es) in {took:.0f} s: {len(times)} looked at,"
        f" {most_a_minute(times)} in the worst minute"
    )
    assert set(statuses) == {403, 429}
    assert len(times) >= FREE_TRIES
    assert most_a_minute(times) <= MOST_A_MINUTE


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
