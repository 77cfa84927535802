"""Where people sit, and how an arm reaches from there: geometry of hands in millimetres, no time and no chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from hardware.rehearsal.scene import Hand

#: from the fingertips to the middle of a card held by its near half
GRIP_MM = 16.0
_FOREARM_MM = 760.0
#: half an arm's breadth and half a card's diagonal
_NEAR_MM = 46.0 + 50.0


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: `shoulder` far off, `home` where the hand waits out of the picture. In millimetres."""

    number: int
    shoulder: tuple[float, float]
    home: tuple[float, float]

    def from_deg(self, x_mm: float, y_mm: float) -> float:
        """The direction in which the forearm leaves a hand at (x, y): clockwise, 0 the near side, 90 the left."""
        return float(np.degrees(np.arctan2(-(self.shoulder[0] - x_mm), self.shoulder[1] - y_mm)))

    def tips_for(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """Where the fingertips must be for a held card to lie with its middle at (x, y)."""
        tip = (x_mm, y_mm)
        for _ in range(4):
            c, s = _turned(self.from_deg(*tip))
            tip = (x_mm - s * GRIP_MM, y_mm + c * GRIP_MM)
        return tip


def seats_around(players: int, mat_mm: tuple[float, float] = (800.0, 500.0)) -> tuple[Seat, ...]:
    """Seat 0 at the near side, the others clockwise from there, as far apart as they can be."""
    return seats_at([360.0 * number / players for number in range(players)], mat_mm)


def seats_at(directions: Sequence[float], mat_mm: tuple[float, float] = (800.0, 500.0)) -> tuple[Seat, ...]:
    """Seats in these directions from the mat's middle, in degrees clockwise, 0 the near side."""
    middle = np.asarray(mat_mm) / 2
    seats = []
    for number, direction in enumerate(directions):
        c, s = _turned(direction)
        away = np.asarray([-s, c])
        shoulder, home = middle + away * (middle + 620), middle + away * np.add(middle, (330, 300))
        seats.append(Seat(number, (float(shoulder[0]), float(shoulder[1])), (float(home[0]), float(home[1]))))
    return tuple(seats)


def leaning(seat: Seat, mm: float, mat_mm: tuple[float, float] = (800.0, 500.0)) -> Seat:
    """The same player leaning so far to the left (seen from the seat), negative to the right."""
    away = np.asarray(seat.shoulder) - np.asarray(mat_mm) / 2
    across = np.asarray([-away[1], away[0]]) / float(np.hypot(*away)) * mm
    (sx, sy), (hx, hy) = np.asarray(seat.shoulder) + across, np.asarray(seat.home) + across
    return replace(seat, shoulder=(float(sx), float(sy)), home=(float(hx), float(hy)))


def is_over(hand: Hand, x_mm: float, y_mm: float) -> bool:
    """Does hand or forearm hide something of a card that lies about (x, y)?"""
    c, s = _turned(hand.from_deg)
    along = (x_mm - hand.x_mm) * -s + (y_mm - hand.y_mm) * c
    along = float(np.clip(along, 0, _FOREARM_MM))
    return float(np.hypot(x_mm - hand.x_mm + s * along, y_mm - hand.y_mm - c * along)) < _NEAR_MM


def glide(share: float) -> float:
    """How far a reaching hand has come (0 to 1) after this share of its time: minimum jerk."""
    s = min(1.0, max(0.0, share))
    return s * s * s * (10 - 15 * s + 6 * s * s)


def between(a: Hand, b: Hand, share: float, seat: Seat) -> Hand:
    """The hand on its way from `a` to `b`, lifted in the middle; it holds what `a` holds."""
    way = glide(share)
    x, y = a.x_mm + (b.x_mm - a.x_mm) * way, a.y_mm + (b.y_mm - a.y_mm) * way
    lift = 26.0 * np.sin(np.pi * way) * min(1.0, np.hypot(b.x_mm - a.x_mm, b.y_mm - a.y_mm) / 200)
    turn = (b.held_turn_deg - a.held_turn_deg + 180) % 360 - 180
    return replace(
        a,
        x_mm=x,
        y_mm=y,
        from_deg=seat.from_deg(x, y),
        height_mm=a.height_mm + (b.height_mm - a.height_mm) * way + lift,
        held_turn_deg=a.held_turn_deg + turn * way,
    )


def _turned(degrees: float) -> tuple[float, float]:
    return float(np.cos(np.deg2rad(degrees))), float(np.sin(np.deg2rad(degrees)))
