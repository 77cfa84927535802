"""Drawn tables for sight and eyes: painters, one look at one arrival, and a table that is watched for a while."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache

import cv2
import numpy as np
import pytest

from companion.eyes.eyes import Eyes
from companion.measure.arrivals import Arrival
from companion.measure.judge import Judged, judged
from companion.ports import Frame
from companion.sight.mat import Mat, mat_from_corners
from companion.sight.outlines import Size
from companion.sight.pixels import Picture
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Reader
from companion.sight.sighting import PlaceSeen, Seen, Sighting
from companion.table.placements import Laid, Lifted, Moved, Named
from companion.table.tracker import Tracker
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import Scene
from models.edition import Edition

WHOLE = (0.0, 0.0, 800.0, 500.0)


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> None:
    """As at a table; and two cores are shared with others."""
    cv2.setNumThreads(1)


@pytest.fixture(scope="session")
def lantern_reader(lantern: Edition) -> Reader:
    """A reader of the shipped deck."""
    return lantern.reader()


@pytest.fixture(scope="session")
def card_size(lantern: Edition) -> Size:
    """A card of the shipped deck on a flattened table, in pixels."""
    return Size(lantern.card_mm[0] * PX_PER_MM, lantern.card_mm[1] * PX_PER_MM)


@pytest.fixture(scope="session")
def painted(lantern: Edition) -> Callable[..., Painter]:
    """A painter for `Conditions` and a tilt, as good as new each time, so that no test's noise depends on another's."""

    @lru_cache(maxsize=6)  # a painter holds some 60 MB
    def made(tilt_deg: float, size: tuple[int, int], markers: bool, **light: object) -> Painter:
        lens = Lens.over(size, tilt_deg=tilt_deg, tilt_towards_deg=70)
        return Painter(lantern.plates, lantern.card_mm, lens, Conditions(**light), seed=7, markers=markers)

    def fresh(
        tilt_deg: float = 4.0, *, size: tuple[int, int] = (1280, 720), markers: bool = True, **light: object
    ) -> Painter:
        return deepcopy(made(tilt_deg, size, markers, **light))

    return fresh


def mat_of(painter: Painter) -> Mat:
    """The mat where the painter knows it to be."""
    mat = mat_from_corners(painter.mat_corners().astype(np.float32))
    assert mat is not None
    return mat


@pytest.fixture(scope="session")
def flat() -> Callable[..., Picture]:
    """A scene as a flattened table picture, 1.6 pixels a millimetre."""

    def flattened(painter: Painter, scene: Scene, at: float = 0.0) -> Picture:
        return mat_of(painter).table(painter.frame(scene, at), PX_PER_MM, WHOLE)

    return flattened


@pytest.fixture(scope="session")
def one_look(lantern: Edition, lantern_reader: Reader) -> Callable[..., Judged]:
    """What one look makes of what has come to lie between two frames."""

    def judge(before: Picture, after: Picture, card: str = "none") -> Judged:
        nowhere = np.zeros((4, 2), np.float32)
        return judged(lantern_reader, lantern.card_mm, Arrival("here", "here", before, after, card, nowhere))

    return judge


class DrawnTable:
    """A painted table under the eyes: show it scenes for some seconds, read what they told."""

    def __init__(self, edition: Edition, reader: Reader, painter: Painter, fps: float, **eyes: object) -> None:
        self.painter, self.fps = painter, fps
        self.eyes = Eyes(reader, edition.card_mm, **eyes)  # type: ignore[arg-type]
        self.tracker = Tracker()
        self.frames = 0
        self.seen: list[Seen] = []
        self.told: list[Laid | Named | Moved | Lifted] = []

    @property
    def now(self) -> float:
        """The next frame's time."""
        return self.frames / self.fps

    def shows(self, scene: Scene | Callable[[float], Scene], seconds: float = 1.0) -> DrawnTable:
        """The table for a while: one scene, or a scene for each moment since now."""
        for step in range(round(seconds * self.fps)):
            drawn = scene if isinstance(scene, Scene) else scene(step / self.fps)
            self.sees(self.painter.frame(drawn, self.now))
        return self

    def sees(self, *frames: Picture) -> DrawnTable:
        """These pictures, one after the other."""
        for pixels in frames:
            seen = self.eyes.look(Frame(pixels, self.now, self.frames))
            self.frames += 1
            self.seen.append(seen)
            self.told += self.tracker.see(seen)
        return self

    def ends(self) -> DrawnTable:
        """Nothing more is seen."""
        self.told += self.tracker.close(self.now)
        return self

    @property
    def places(self) -> list[PlaceSeen]:
        """All places told."""
        return [place for seen in self.seen for place in seen.places]

    @property
    def appeared(self) -> list[str]:
        """The cards that came, in the order told; `?` for an unread one."""
        return [_code(s) for place in self.places for s in place.appeared]

    @property
    def vanished(self) -> list[int]:
        """The ids of cards that went."""
        return [number for place in self.places for number in place.vanished]

    @property
    def odd(self) -> int:
        """How many times something unknown was told."""
        return sum(place.odd is not None for place in self.places)

    @property
    def alarms(self) -> set[str]:
        """All alarms so far."""
        return {what for seen in self.seen for what in seen.alarms}

    @property
    def events(self) -> list[str]:
        """What the tracker told: `laid R1`, `lifted 3`, `moved 3 discards`, `named R1`."""
        return [_event(one) for one in self.told]

    @property
    def lying(self) -> list[str]:
        """What is believed to lie on the mat."""
        return [str(card.card or "?") for card in self.tracker.cards]


def _code(sighting: Sighting) -> str:
    return str(sighting.reading.card or "?")


def _event(one: Laid | Named | Moved | Lifted) -> str:
    match one:
        case Laid(reading=reading):
            return f"laid {reading.card or '?'}"
        case Named(reading=reading):
            return f"named {reading.card}"
        case Moved(card_id=number, zone=zone):
            return f"moved {number} {zone.value}"
        case Lifted(card_id=number):
            return f"lifted {number}"


@pytest.fixture(scope="session")
def watch_table(lantern: Edition, lantern_reader: Reader, painted: Callable[..., Painter]) -> Callable[..., DrawnTable]:
    """A table watched from its bare cloth on (`scene` says what lies there at first), 10 frames a second."""

    def watched(
        scene: Scene | None = None, *, fps: float = 10.0, tilt_deg: float = 4.0, notes: object = None, **light: object
    ) -> DrawnTable:
        table = DrawnTable(lantern, lantern_reader, painted(tilt_deg, **light), fps, notes=notes)
        return table.shows(scene if scene is not None else Scene(), 0.8)

    return watched
