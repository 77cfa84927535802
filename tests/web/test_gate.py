"""The PIN, with a clock of the test's own: wrong tries cost time, a restart forgives nothing, cookies can't be made."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.errors import NotAllowed, TooManyTries
from web.gate import Forgetful, Gate, new_pin
from web.tries import LONGEST_WAIT_S, Tries

PIN = "123456"


class Clock:
    """Stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def wait_after(tries: Tries, wrong: int, who: str = "a") -> float:
    """The wait after so many wrong tries more, each made as soon as it was due."""
    now = 0.0
    for _ in range(wrong):
        now += tries.wait(who, now)
        tries.failed(who, now)
    return tries.wait(who, now)


def test_the_right_pin_buys_a_cookie_that_is_known_again(clock: Clock) -> None:
    gate = Gate(PIN, clock=clock)
    assert gate.knows(gate.let_in(PIN, "a"))


@pytest.mark.parametrize("pin", ["", "123457", "12345", "1234567", "\uff112345\uff16", "\ud800", "x" * 100_000])
def test_a_wrong_pin_is_not_let_in(clock: Clock, pin: str) -> None:
    with pytest.raises(NotAllowed):
        Gate(PIN, clock=clock).let_in(pin, "a")


@pytest.mark.parametrize("cookie", ["", ".", "a.b", "é.é", "x" * 5000])
def test_a_cookie_that_was_made_up_is_not_known(clock: Clock, cookie: str) -> None:
    assert not Gate(PIN, clock=clock).knows(cookie)


def test_a_cookie_outlives_a_restart_but_not_the_pin(clock: Clock) -> None:
    store = Forgetful()
    cookie = Gate(PIN, store, clock).let_in(PIN, "a")
    assert Gate(PIN, store, clock).knows(cookie)
    assert not Gate("654321", store, clock).knows(cookie)


@pytest.mark.parametrize(("wrong", "wait"), [(4, 0), (5, 30), (6, 60), (7, 120), (9, 480), (10, 900), (14, 900)])
def test_five_tries_are_free_then_each_waits_twice_as_long(wrong: int, wait: float) -> None:
    assert wait_after(Tries(), wrong) == wait


def test_while_the_wait_lasts_not_even_the_right_pin_is_looked_at(clock: Clock) -> None:
    gate = Gate(PIN, clock=clock)
    for _ in range(5):
        with pytest.raises(NotAllowed):
            gate.let_in("0", "a")
    with pytest.raises(TooManyTries) as told:
        gate.let_in(PIN, "a")
    assert told.value.wait == 30
    assert gate.knows(gate.let_in(PIN, "b"))
    clock.now += 30
    assert gate.knows(gate.let_in(PIN, "a"))


def test_a_restart_doesnt_shorten_the_wait_and_neither_does_time_switched_off(clock: Clock) -> None:
    store = Forgetful()
    gate = Gate(PIN, store, clock)
    for _ in range(5):
        with pytest.raises(NotAllowed):
            gate.let_in("0", "a")
    later = Clock()
    later.now = 5.0  # monotonic time begins anew
    with pytest.raises(TooManyTries) as told:
        Gate(PIN, store, later).let_in(PIN, "a")
    assert told.value.wait == 30


def test_fifty_addresses_together_get_twenty_wrong_tries_a_minute(clock: Clock) -> None:
    gate = Gate(PIN, clock=clock)
    looked_at = 0
    for number in range(1000):
        with pytest.raises(NotAllowed) as told:
            gate.let_in("0", f"address {number % 50}")
        looked_at += not isinstance(told.value, TooManyTries)
    assert looked_at == 20


def test_the_right_pin_forgives_mistakes(clock: Clock) -> None:
    tries = Tries()
    assert wait_after(tries, 4) == 0
    tries.passed("a")
    assert wait_after(tries, 4) == 0


def test_after_a_quiet_hour_an_address_begins_anew() -> None:
    tries = Tries()
    wait_after(tries, 12)
    tries.failed("a", 100_000.0)
    assert tries.wait("a", 100_000.0) == 0


def test_waits_have_an_end() -> None:
    assert wait_after(Tries(), 60) == LONGEST_WAIT_S


@pytest.mark.parametrize(
    "kept",
    [{}, {"salt": 1}, {"salt": "zz", "tries": {}}, {"salt": "00", "tries": {"addresses": 3, "ago": []}}],
)
def test_a_store_that_lost_its_mind_begins_anew(kept: dict[str, object], clock: Clock) -> None:
    store = Forgetful()
    store.kept = kept
    gate = Gate(PIN, store, clock)
    assert gate.knows(gate.let_in(PIN, "a"))


def test_a_full_disk_keeps_nobody_out(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    class Full(Forgetful):
        def save(self, kept: Mapping[str, object]) -> None:
            raise OSError("no space left")

    gate = Gate(PIN, Full(), clock)
    with pytest.raises(NotAllowed):
        gate.let_in("0", "a")
    assert gate.knows(gate.let_in(PIN, "a"))
    assert "can't be kept over a restart" in caplog.text


def test_a_new_pin_is_six_digits() -> None:
    pins = {new_pin() for _ in range(50)}
    assert len(pins) > 45
    assert all(len(pin) == 6 and pin.isdecimal() for pin in pins)
