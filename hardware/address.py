"""The page's address counted out on the lamps, for who has no screen and no log at hand.

Law: pure; only a numeric address can be counted, and a row of lamps that is too short for it blinks instead.

With all twelve lamps a digit is that many clue lamps, and the fuse lamps say which of the four numbers it belongs to:

    192.168.1.20    clue lamps        fuse lamps   final round
                    o . . . . . . .   o . .        .             the first number: 1
                    o o o o o o o o   o . .        o             9: all eight, and the final-round lamp
                    o o . . . . . .   o . .        .             2
                    ...               . o .                      the second number, 168
                    ...               . . o                      the third, 1
                    o o . . . . . .   o o o        .             the fourth: 2
                    . . . . . . . .   o o o        o             0: none, and the final-round lamp
                    ...               o . o                      the port, where it isn't 8080

With fewer lamps all there are blink together: a digit
is as many short blinks, nought a long one; after each digit a pause, after each number a longer one.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from hardware.lamps import FULL, LampSet, Lit, row

DIGIT_S, GAP_S = 1.2, 0.4
BEGIN_S, PAUSE_S = 1.6, 1.4
BLINK_S, LONG_S = 0.25, 1.2
TWICE = 2
USUAL_PORT = 8080

_WHICH: tuple[Lit, ...] = (
    (True, False, False),
    (False, True, False),
    (False, False, True),
    (True, True, True),
    (True, False, True),
)
"""What the fuse lamps show beside the digits of each number, and of the port."""

Counted = tuple[tuple[Lit, float], ...]


def numbers_of(url: str) -> tuple[int, ...]:
    """The four numbers of an address such as http://192.168.1.20:8080, and the port where it isn't the usual one;
    nothing where it isn't numeric, or leads no further than this machine.
    """
    parts = urlsplit(url)
    try:
        host = ipaddress.IPv4Address(parts.hostname or "")
    except ipaddress.AddressValueError:
        return ()
    if host.is_loopback or host.is_unspecified:
        return ()
    port = parts.port or USUAL_PORT
    return (*host.packed, *(() if port == USUAL_PORT else (port,)))


def counted(url: str, lamps: LampSet) -> Counted:
    """What the lamps show, each step with its seconds: all of them as a beginning, then the address, twice."""
    numbers = numbers_of(url)
    if not numbers or not lamps.dark:
        return ()
    dark = lamps.dark
    begin = (((True,) * len(dark), BEGIN_S), (dark, PAUSE_S))
    tell = _by_rows if lamps == FULL else _by_blinks
    return (begin + sum((tell(which, str(number), dark) for which, number in enumerate(numbers)), ())) * TWICE


def _by_rows(which: int, digits: str, dark: Lit) -> Counted:
    number = _WHICH[which]
    told: Counted = ()
    for digit in map(int, digits):
        told += (((*row(digit, FULL.clues), *number, digit in (0, 9)), DIGIT_S), ((*dark[:8], *number, False), GAP_S))
    return (*told, (dark, PAUSE_S))


def _by_blinks(which: int, digits: str, dark: Lit) -> Counted:
    lit = tuple(not one for one in dark)
    told: Counted = ()
    for digit in map(int, digits):
        blink: Counted = ((lit, BLINK_S), (dark, BLINK_S))
        told += (blink * digit or ((lit, LONG_S), (dark, BLINK_S))) + ((dark, PAUSE_S),)
    return (*told, (dark, PAUSE_S))
