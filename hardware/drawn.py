"""The drawn table as a camera: a game that plays itself, frame by frame, with pretend presses.

Law: it knows the cards because it draws them; nobody after it does. Who looks at its frames has nothing but pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.ports import Frame
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.manners import CALM, Manners
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.player import deck_after_dealing, play_game
from hardware.rehearsal.script import Action, Script


@dataclass(frozen=True, slots=True)
class DrawnEvening:
    """What is to be drawn: `players`, `seed`, `manners`, `fps`; `conditions` None picks a table and its light by the
    seed."""

    players: int = 3
    seed: int = 1
    manners: Manners = CALM
    fps: float = 10.0
    conditions: Conditions | None = None


class DrawnCamera:
    """Plays one game with these faces, code to picture. `presses` come at their frames; `truth` is for tests and
    bets."""

    def __init__(
        self, faces: Mapping[str, npt.NDArray[np.uint8]], card_mm: tuple[float, float], evening: DrawnEvening
    ) -> None:
        rng = np.random.default_rng((evening.seed, 77))
        self.fps = evening.fps
        self.actions: list[Action] = list(play_game(evening.players, evening.seed))
        self._script = Script(
            self.actions,
            evening.players,
            manners=evening.manners,
            seed=evening.seed,
            fps=evening.fps,
            deck=deck_after_dealing(evening.players),
            card_mm=card_mm,
        )
        lens = Lens.over(tilt_deg=float(rng.uniform(0, 8)), tilt_towards_deg=float(rng.uniform(0, 360)), k1=-0.02)
        conditions = evening.conditions or Conditions.random(rng, 0.25)
        self._painter = Painter(faces, card_mm, lens, conditions, evening.seed)
        self._is_closed = False
        self.last: npt.NDArray[np.uint8] | None = None

    @property
    def truth(self) -> list[dict[str, object]]:
        """What has really happened so far, as in a recording's `truth`."""
        return self._script.truth

    def frames(self) -> Iterator[Frame]:
        """The frames in order, `at` in the game's own seconds."""
        for index, (scene, at) in enumerate(self._script.frames()):
            if self._is_closed:
                return
            self.last = self._painter.frame(scene, at)
            yield Frame(self.last, at, index)

    def pressed(self, since: int) -> list[tuple[float, str]]:
        """The presses from number `since` on, that have been made by now: (at, button)."""
        return [(press.frame / self.fps, press.button) for press in self._script.presses[since:]]

    def close(self) -> None:
        """No frame comes after this."""
        self._is_closed = True
