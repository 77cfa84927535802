"""A game's actions as something to look at: who reaches where when, what is pressed, and what was true.

Law: a script draws nothing and knows no clock; it answers a scene a frame. Presses are noted in the frame in which
they happen, truth once an action's hands are done, with the frame in which the hand had left the card's place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from hardware.rehearsal.guests import invite
from hardware.rehearsal.manners import CALM, Manners
from hardware.rehearsal.places import Places
from hardware.rehearsal.scene import LyingCard, Thing
from hardware.rehearsal.seats import Seat, leaning
from hardware.rehearsal.stage import Frames, Press, Stage

__all__ = ["Action", "Press", "Script"]

Action = Mapping[str, object]


class Script(Stage):
    """Plays `actions` for the camera. Iterate `frames()`; `presses` and `truth` fill up while it runs, and `forgotten`
    with the numbers of the clues, from 0, that nobody pressed."""

    def __init__(
        self,
        actions: Sequence[Action],
        players: int,
        *,
        manners: Manners = CALM,
        seed: int = 0,
        fps: float = 15.0,
        deck: int = 35,
        suits: int = 5,
        starter: int = 0,
        card_mm: tuple[float, float] = (63.0, 88.0),
        mat_mm: tuple[float, float] = (800.0, 500.0),
        things: tuple[Thing, ...] = (),
        seats: tuple[Seat, ...] | None = None,
    ) -> None:
        rng = np.random.default_rng([seed, 21])
        super().__init__(players, manners, rng, fps, deck, mat_mm, things, seats)
        self.done = 0
        self.forgotten: list[int] = []
        self._actions, self._starter, self._mat = actions, starter, mat_mm
        self._places = Places(suits, manners, rng, card_mm, mat_mm)

    def frames(self, start: int = 0) -> Frames:
        """Scenes and their times from action number `start` on; what came before lies there from the first frame."""
        for number, action in enumerate(self._actions):
            if number == start:
                self._begin_here()
                yield from self._pause(1.5)
            seat = self._seats[(self._starter + number) % len(self._seats)]
            told = self._perform(action, seat)
            if number < start:
                for _ in told:
                    pass
            else:
                yield from told
            self.done = number + 1
        if start >= len(self._actions):
            self._begin_here()
        yield from self._pause(2.5)
        yield from self._until_pressed()

    def _begin_here(self) -> None:
        self.frame = 0
        self.presses.clear()
        self.truth.clear()
        self.forgotten.clear()
        self.late = 0
        self._due.clear()
        self._guests.clear()

    # ---- an action

    def _perform(self, action: Action, seat: Seat) -> Frames:
        self._invite_guests(seat)
        yield from self._pause(float(self._rng.uniform(*self._manners.think_s)))
        if action["do"] == "clue":
            yield from self._clue()
            return
        seat = self._reaching(seat)
        code = str(action["card"])
        is_misplay = action["do"] == "play" and bool(action.get("misplay", False))
        if action["do"] == "play" and not is_misplay:
            yield from self._turn(
                seat, lambda: self._places.firework(code), {"do": "play", "card": code, "misplay": False}
            )
        elif action["do"] == "discard":
            yield from self._turn(seat, lambda: self._places.discard(code), {"do": "discard", "card": code})
        else:
            yield from self._misplay(seat, code)
        if self._cards and self._chance(self._manners.push_share):
            yield from self._push(seat)

    def _clue(self) -> Frames:
        if self._chance(self._manners.forget_share):
            self.forgotten.append(self.done)
            yield from self._pause(0.8)
            self.truth.append({"frame": self.frame, "do": "clue"})
            return
        given, pressed = self.frame, self._press("clue")
        waits = self._manners.wait_share >= 1 or self._chance(self._manners.wait_share)
        self.truth.append({"frame": pressed if waits else given, "do": "clue"})
        if waits:
            yield from self._until_pressed()

    def _reaching(self, seat: Seat) -> Seat:
        """Whose arm lays the card, and how: mostly the player's own."""
        m = self._manners
        if m.help_share and self._chance(m.help_share):
            step = 1 if self._chance(0.5) else -1
            seat = self._seats[(seat.number + step) % len(self._seats)]
        return leaning(seat, float(self._rng.normal(0, m.lean_mm)), self._mat) if m.lean_mm else seat

    def _turn(self, seat: Seat, place: Callable[[], LyingCard], truth: dict[str, object]) -> Frames:
        """Lay a card and draw; now and then take it back first, press UNDO and lay it again."""
        card = place()
        if self._chance(self._manners.take_back_share):
            yield from self._lay(seat, card)
            yield from self._go_home(seat)
            self._tell(truth)
            yield from self._pause(float(self._rng.uniform(2.5, 3.5)))
            yield from self._take(seat, card)
            self._places.forget(card)
            yield from self._go_home(seat)
            frame = self._press("undo", punctual=True)
            self.truth.append({"frame": frame, "do": "undo"})
            yield from self._until_pressed()
            yield from self._pause(1.0)
            card = place()
        yield from self._lay(seat, card)
        yield from self._draw_or_leave(seat)
        self._tell(truth)

    def _misplay(self, seat: Seat, code: str) -> Frames:
        m = self._manners
        truth: dict[str, object] = {"do": "play", "card": code, "misplay": True}
        if not self._chance(m.misplay_at_fireworks):
            yield from self._lay(seat, self._places.discard(code))
            self._press("fuse")
            yield from self._draw_or_leave(seat)
            self._tell(truth)
            yield from self._until_pressed()
            return
        card = self._places.misplaced(code)
        yield from self._lay(seat, card)
        yield from self._go_home(seat)
        self._tell(truth)
        if self._chance(m.fuse_share):
            self._press("fuse")
            yield from self._until_pressed()
        yield from self._pause(float(self._rng.uniform(*m.misplay_wait_s)))
        yield from self._take(seat, card)
        yield from self._carry(seat, self._places.discard(code))
        yield from self._draw_or_leave(seat)

    def _invite_guests(self, acting: Seat) -> None:
        """Now and then another player's hand comes too."""
        for share, pose in ((self._manners.rest_share, "flat"), (self._manners.fan_share, "fan")):
            if len(self._seats) > 1 and self._chance(share):
                other = self._seats[(acting.number + int(self._rng.integers(1, len(self._seats)))) % len(self._seats)]
                self._guests.append(invite(other, pose, self.frame, self.fps, self._mat, self._rng))
