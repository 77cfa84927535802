"""The stage: the table's state while a script is played, and the few things that hands do to it.

Law: time passes only by `_now`, one frame a call. What a hand does is a generator of frames; at its end it is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from hardware.rehearsal.guests import Guest
from hardware.rehearsal.manners import Manners
from hardware.rehearsal.scene import Hand, LyingCard, Pile, Scene, Thing
from hardware.rehearsal.seats import Seat, between, glide, is_over, seats_around

Frames = Iterator[tuple[Scene, float]]

_HOVER_MM, _TOUCH_MM = 70.0, 8.0


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down: `button` is clue, fuse, undo or ok."""

    frame: int
    button: str


class Stage:
    """Cards, pile, hands and time. `presses` and `truth` grow as time passes; `late` counts the presses that were."""

    def __init__(
        self,
        players: int,
        manners: Manners,
        rng: np.random.Generator,
        fps: float,
        deck: int,
        mat_mm: tuple[float, float],
        things: tuple[Thing, ...],
        seats: tuple[Seat, ...] | None = None,
    ) -> None:
        self.fps = fps
        self.presses: list[Press] = []
        self.truth: list[dict[str, object]] = []
        self.frame = 0
        self.late = 0
        self._manners, self._rng, self._things = manners, rng, things
        self._seats = seats or seats_around(players, mat_mm)
        self._cards: list[LyingCard] = []
        self._pile = Pile(deck, 0.875 * mat_mm[0], 0.71 * mat_mm[1], float(rng.normal(0, 2)))
        self._hand: Hand | None = None
        self._guests: list[Guest] = []
        self._due: list[Press] = []
        self._watched: tuple[float, float] | None = None
        self._last_over = 0

    # ---- what a hand does

    def _lay(self, seat: Seat, card: LyingCard) -> Frames:
        """Bring a card from the hand that is out of the picture, and let go of it."""
        self._hand = Hand(
            *seat.home,
            seat.from_deg(*seat.home),
            _HOVER_MM,
            person=seat.number,
            held=(card.code,),
            held_turn_deg=seat.from_deg(*seat.home),
        )
        yield from self._carry(seat, card)

    def _carry(self, seat: Seat, card: LyingCard) -> Frames:
        """The card in the hand is brought to its place and let go."""
        self._watched = None
        x, y = seat.tips_for(card.x_mm, card.y_mm)
        yield from self._reach(seat, x, y, _TOUCH_MM, card.turn_deg)
        yield from self._pause(float(self._rng.uniform(0.05, 0.25)))
        assert self._hand is not None
        self._hand = replace(self._hand, held=())
        self._cards.append(card)
        self._watched = (card.x_mm, card.y_mm)
        yield from self._pause(float(self._rng.uniform(0.05, 0.3)))

    def _take(self, seat: Seat, card: LyingCard) -> Frames:
        """Fetch a lying card: the hand comes empty and has it then."""
        self._watched = None
        if self._hand is None:
            self._hand = Hand(*seat.home, seat.from_deg(*seat.home), _HOVER_MM, person=seat.number)
        x, y = seat.tips_for(card.x_mm, card.y_mm)
        yield from self._reach(seat, x, y, _TOUCH_MM, card.turn_deg)
        yield from self._pause(0.15)
        self._cards.remove(card)
        self._hand = replace(self._hand, held=(card.code,), held_turn_deg=card.turn_deg)

    def _draw_or_leave(self, seat: Seat) -> Frames:
        if self._pile.count == 0:
            yield from self._go_home(seat)
            return
        if not self._chance(self._manners.draw_at_once):
            yield from self._go_home(seat)
            yield from self._pause(float(self._rng.uniform(0.2, 0.8)))
        if self._hand is None:
            self._hand = Hand(*seat.home, seat.from_deg(*seat.home), _HOVER_MM, person=seat.number)
        x, y = seat.tips_for(self._pile.x_mm, self._pile.y_mm)
        yield from self._reach(seat, x, y, _TOUCH_MM + self._pile.height_mm, self._pile.turn_deg)
        yield from self._pause(0.15)
        self._pile = replace(self._pile, count=self._pile.count - 1)
        self._hand = replace(self._hand, held=("back",), held_face_down=True, held_turn_deg=self._pile.turn_deg)
        yield from self._go_home(seat)

    def _push(self, seat: Seat) -> Frames:
        """Straighten a card: it slides a little under the fingers."""
        index = int(self._rng.integers(len(self._cards)))
        card = self._cards[index]
        if any(abs(o.x_mm - card.x_mm) < 80 and abs(o.y_mm - card.y_mm) < 110 for o in self._cards if o is not card):
            return
        self._hand = Hand(*seat.home, seat.from_deg(*seat.home), _HOVER_MM, "point", seat.number)
        x, y = seat.tips_for(card.x_mm, card.y_mm)
        yield from self._reach(seat, x, y, 2.0, 0.0)
        dx, dy, turn = self._rng.uniform(-6, 6), self._rng.uniform(-4, 4), self._rng.normal(0, 2)
        start, steps = self._hand, max(2, round(0.4 * self.fps))
        for step in range(1, steps + 1):
            way = glide(step / steps)
            self._hand = replace(start, x_mm=start.x_mm + dx * way, y_mm=start.y_mm + dy * way)
            self._cards[index] = replace(
                card, x_mm=card.x_mm + dx * way, y_mm=card.y_mm + dy * way, turn_deg=card.turn_deg + turn * way
            )
            yield self._now()
        yield from self._go_home(seat)

    def _reach(self, seat: Seat, x_mm: float, y_mm: float, height_mm: float, turn_deg: float) -> Frames:
        start = self._hand
        assert start is not None
        goal = replace(start, x_mm=x_mm, y_mm=y_mm, height_mm=height_mm, held_turn_deg=turn_deg)
        far = float(np.hypot(x_mm - start.x_mm, y_mm - start.y_mm))
        low, high = self._manners.move_s
        seconds = low + (high - low) * min(1.0, far / 700) * float(self._rng.uniform(0.7, 1.0))
        steps = max(2, round(seconds * self.fps))
        for step in range(1, steps + 1):
            before = self._hand
            assert before is not None
            hand = between(start, goal, step / steps, seat)
            speed = ((hand.x_mm - before.x_mm) * self.fps, (hand.y_mm - before.y_mm) * self.fps)
            self._hand = replace(hand, velocity_mm_s=speed)
            yield self._now()
        self._hand = replace(self._hand or start, velocity_mm_s=(0.0, 0.0))

    def _go_home(self, seat: Seat) -> Frames:
        if self._hand is None:
            return
        yield from self._reach(seat, *seat.home, _HOVER_MM, seat.from_deg(*seat.home))
        self._hand = None

    # ---- time, presses, truth

    def _now(self) -> tuple[Scene, float]:
        """The scene of this frame; time goes on by one frame."""
        pressed = [press for press in self._due if press.frame <= self.frame]
        self._due = [press for press in self._due if press.frame > self.frame]
        self.presses.extend(pressed)
        self._guests = [g for g in self._guests if g.start + 2 * g.comes + g.stays >= self.frame]
        hands = [hand for guest in self._guests if (hand := guest.hand(self.frame))]
        if self._hand:
            hands.append(self._hand)
        if self._watched and any(is_over(hand, *self._watched) for hand in hands):
            self._last_over = self.frame
        scene = Scene(tuple(self._cards), tuple(hands), self._pile, self._things)
        at = self.frame / self.fps
        self.frame += 1
        return scene, at

    def _pause(self, seconds: float) -> Frames:
        for _ in range(max(1, round(seconds * self.fps))):
            yield self._now()

    def _press(self, button: str, punctual: bool = False) -> int:
        """Someone will press; answers the frame in which."""
        m = self._manners
        late = not punctual and self._chance(m.late_share)
        self.late += late
        seconds = float(self._rng.uniform(*(m.late_s if late else m.press_s)))
        press = Press(self.frame + max(1, round(seconds * self.fps)), button)
        self._due.append(press)
        return press.frame

    def _until_pressed(self) -> Frames:
        while self._due:
            yield self._now()

    def _tell(self, truth: dict[str, object]) -> None:
        self.truth.append({"frame": self._last_over + 1, **truth})
        self.truth.sort(key=lambda entry: int(str(entry["frame"])))

    def _chance(self, share: float) -> bool:
        return bool(self._rng.random() < share)
