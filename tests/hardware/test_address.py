"""The address on the lamps, read back as people count it."""

import itertools

import pytest

from hardware.address import BLINK_S, DIGIT_S, LONG_S, PAUSE_S, TWICE, counted, numbers_of
from hardware.lamps import FULL, LampSet

WHICH = {"o..": 0, ".o.": 1, "..o": 2, "ooo": 3, "o.o": 4}
FEW = LampSet(3, 0, 1)


def read(url):
    """What somebody reads off twelve lamps: the digits of each number, by the fuse lamps beside them."""
    numbers = {}
    for lit, seconds in counted(url, FULL):
        if seconds == DIGIT_S:
            row, which = lit[:8], "".join("o" if one else "." for one in lit[8:11])
            digit = sum(row)
            assert row == tuple(n < digit for n in range(8))
            assert lit[11] or digit > 0
            assert not lit[11] or digit in (0, 8)
            numbers.setdefault(WHICH[which], []).append(str(digit + (digit == 8 and lit[11])))
    return ["".join(digits) for _, digits in sorted(numbers.items())]


def read_blinks(url, lamps=FEW):
    """What somebody reads off few lamps that blink together: short blinks counted, a long one is nought."""
    said, count = "", 0
    for lit, seconds in counted(url, lamps)[2:]:
        if all(lit) and seconds == BLINK_S:
            count += 1
        elif all(lit) and seconds == LONG_S:
            said += "0"
        elif seconds == PAUSE_S:
            said, count = said + (str(count) if count else "" if said[-1:] == "0" else "."), 0
    return said


def test_the_address_is_counted_out_twice_number_by_number():
    assert read("http://192.168.1.20:8080") == ["192" * TWICE, "168" * TWICE, "1" * TWICE, "20" * TWICE]
    assert read("http://10.0.0.9:8080") == ["10" * TWICE, "0" * TWICE, "0" * TWICE, "9" * TWICE]


def test_another_port_than_the_usual_follows():
    assert read("http://192.168.1.20:80")[4] == "80" * TWICE
    assert len(read("http://192.168.1.20:8080")) == 4


def test_the_same_digit_twice_is_told_apart_by_a_gap():
    lit = [one for one, _ in counted("http://11.11.11.11:8080", FULL)]
    assert all(one != after for one, after in itertools.pairwise(lit) if any(one[:8]))


def test_few_lamps_blink_it_together():
    assert read_blinks("http://192.168.1.20:8080").startswith("192.168.1.20")
    assert {lit for lit, _ in counted("http://10.0.0.9:8080", FEW)} == {(True,) * 4, (False,) * 4}


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8080", "http://0.0.0.0:8080", "http://hanabi.local:8080", "http://[fe80::1]:8080", ""]
)
def test_what_is_no_numeric_address_for_others_is_not_counted(url):
    assert numbers_of(url) == ()
    assert counted(url, FULL) == ()


def test_without_lamps_nothing_is_counted():
    assert counted("http://10.0.0.9:8080", LampSet(0, 0, 0)) == ()


def test_it_takes_less_than_a_minute_and_a_half_at_most():
    assert sum(seconds for _, seconds in counted("http://192.168.178.199:8080", FULL)) < 90
