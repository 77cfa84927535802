"""The drawn table as a camera: games that play themselves, frame by frame, with pretend presses.

Law: it knows the cards because it draws them; nobody after it does. Who looks at its frames has nothing but pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count

import numpy as np
import numpy.typing as npt

from companion.ports import Frame
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.manners import CALM, Manners
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.player import deck_after_dealing, play_game
from hardware.rehearsal.scene import Pile, Scene
from hardware.rehearsal.script import Script

CLEARING_S = 4.0


@dataclass(frozen=True, slots=True)
class DrawnEvening:
    """What is to be drawn: games of `seed`, `seed` + 1, ... on the table of `table_seed`.

    `start`: the action of the first game to begin with, what came before lying there already; `is_endless`: another
    game follows each; `conditions`: None picks the light by the table's seed.
    """

    players: int = 3
    seed: int = 1
    manners: Manners = CALM
    fps: float = 10.0
    conditions: Conditions | None = None
    start: int = 0
    is_endless: bool = False
    table_seed: int | None = None


class DrawnCamera:
    """Plays an evening with these faces, code to picture. `truth` is for tests and bets."""

    def __init__(
        self, faces: Mapping[str, npt.NDArray[np.uint8]], card_mm: tuple[float, float], evening: DrawnEvening
    ) -> None:
        seed = evening.seed if evening.table_seed is None else evening.table_seed
        rng = np.random.default_rng((seed, 77))
        lens = Lens.over(tilt_deg=float(rng.uniform(0, 8)), tilt_towards_deg=float(rng.uniform(0, 360)), k1=-0.02)
        conditions = evening.conditions or Conditions.random(rng, 0.25)
        self.fps = evening.fps
        self.truth: list[dict[str, object]] = []
        self.last: npt.NDArray[np.uint8] | None = None
        self._painter = Painter(faces, card_mm, lens, conditions, seed)
        self._evening, self._card_mm = evening, card_mm
        self._presses: list[tuple[float, str]] = []
        self._frames = 0
        self._is_closed = False

    def frames(self) -> Iterator[Frame]:
        """The frames in order, `at` in the evening's own seconds."""
        for number in count() if self._evening.is_endless else range(1):
            start = self._evening.start if number == 0 else 0
            yield from self._game(self._evening.seed + number, start)
            if self._evening.is_endless:
                yield from self._cleared()
            if self._is_closed:
                return

    def _game(self, seed: int, start: int) -> Iterator[Frame]:
        evening, first = self._evening, self._frames
        deck = deck_after_dealing(evening.players)
        script = Script(
            play_game(evening.players, seed),
            evening.players,
            manners=evening.manners,
            seed=seed,
            fps=evening.fps,
            deck=deck,
            card_mm=self._card_mm,
        )
        heard = told = 0
        for scene, _ in script.frames(start):
            if self._is_closed:
                return
            self._presses += [((first + p.frame) / self.fps, p.button) for p in script.presses[heard:]]
            self.truth += script.truth[told:]
            heard, told = len(script.presses), len(script.truth)
            yield self._drawn(scene)
        self.truth += script.truth[told:]

    def _cleared(self) -> Iterator[Frame]:
        """The mat between two games: only a full pile lies there."""
        for _ in range(round(CLEARING_S * self.fps)):
            if self._is_closed:
                return
            yield self._drawn(Scene(pile=Pile(deck_after_dealing(self._evening.players))))

    def _drawn(self, scene: Scene) -> Frame:
        index = self._frames
        self._frames += 1
        self.last = self._painter.frame(scene, index / self.fps)
        return Frame(self.last, index / self.fps, index)

    def pressed(self, since: int) -> list[tuple[float, str]]:
        """The presses from number `since` on, that have been made by now: (at, button)."""
        return self._presses[since:]

    def close(self) -> None:
        """No frame comes after this."""
        self._is_closed = True
