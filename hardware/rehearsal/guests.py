"""Idle hands: people who rest an arm on the table's edge or hold their cards over it while another plays."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from hardware.rehearsal.scene import Hand
from hardware.rehearsal.seats import Seat, glide


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody's idle hand, that comes, stays and goes while the game goes on."""

    seat: Seat
    at: Hand
    start: int
    comes: int
    stays: int

    def hand(self, frame: int) -> Hand | None:
        age = frame - self.start
        if age < 0 or age > 2 * self.comes + self.stays:
            return None
        share = min(age, 2 * self.comes + self.stays - age) / self.comes
        way = glide(share)
        x = self.seat.home[0] + (self.at.x_mm - self.seat.home[0]) * way
        y = self.seat.home[1] + (self.at.y_mm - self.seat.home[1]) * way
        return replace(self.at, x_mm=x, y_mm=y, from_deg=self.seat.from_deg(x, y))


def invite(
    seat: Seat, pose: str, frame: int, fps: float, mat_mm: tuple[float, float], rng: np.random.Generator
) -> Guest:
    """A hand of `seat` that will come within three seconds of `frame`: `pose` "flat" rests, "fan" holds cards."""
    middle = (mat_mm[0] / 2, mat_mm[1] / 2)
    inside = 0.62 - 0.6 * float(rng.uniform(0.04, 0.22))
    x, y = (m + (h - m) * inside + float(rng.normal(0, 30)) for h, m in zip(seat.home, middle, strict=True))
    held = ("back",) * int(rng.integers(3, 6)) if pose == "fan" else ()
    hand = Hand(x, y, 0.0, 90.0 if held else 6.0, pose, seat.number, held)
    stays = round(fps * float(rng.uniform(1.5, 6)))
    return Guest(seat, hand, frame + round(fps * float(rng.uniform(0, 3))), round(fps), stays)
