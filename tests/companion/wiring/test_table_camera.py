"""The table's camera for pages: one picture for all who ask within a moment, cards told in words, what lies there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from companion.errors import CameraError
from companion.eyes.hatch import Handed
from companion.rules.setup import Setup
from companion.sight.mat import Mat, markers, mat_from_markers
from companion.sight.viewing import shown
from companion.table.layout import DEFAULT_ZONES
from companion.wiring.table_camera import REST_S, TableSight
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import LyingCard, Scene
from models.edition import Edition


class DrawnHatch:
    """Hands out drawn frames; `frame` None: the camera gives none."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._mat: Mat | None = None
        self.asked = 0
        self.rests: list[float] = []
        self.is_resting = False
        self.lay()

    def lay(self, *cards: LyingCard) -> None:
        self.frame: Any = self._painter.frame(Scene(cards), 0.0)
        self._mat = self._mat or mat_from_markers(markers(self.frame))

    def ask(self, scale: float, within_s: float) -> Handed | None:
        self.asked += 1
        return None if self.frame is None else Handed(shown(self.frame, self._mat, scale), 0.0, self.asked)

    def rest(self, for_s: float) -> None:
        self.is_resting = True
        self.rests.append(for_s)

    def wake(self) -> None:
        self.is_resting = False


class NothingKept:
    def load(self) -> tuple[()]:
        return ()

    def save(self, cards: Any) -> None:
        raise AssertionError("pages keep nothing")


@pytest.fixture(scope="module")
def painter(lantern: Edition) -> Painter:
    return Painter(lantern.plates, lantern.card_mm, Lens.over(), Conditions(), seed=3)


@pytest.fixture
def hatch(painter: Painter) -> DrawnHatch:
    return DrawnHatch(painter)


@pytest.fixture
def now() -> list[float]:
    return [100.0]


@pytest.fixture
def camera(hatch: Any, lantern: Edition, now: list[float]) -> TableSight:
    clock: Callable[[], float] = lambda: now[0]  # noqa: E731 because its type is to be said
    return TableSight(hatch, lambda: lantern, lambda: DEFAULT_ZONES, NothingKept(), clock)


def test_two_that_ask_within_a_moment_get_the_same_picture(camera: TableSight, hatch: Any, now: list[float]) -> None:
    first = camera.view()
    assert (camera.view() is first, hatch.asked) == (True, 1)
    now[0] += 0.5
    assert (camera.view() is first, hatch.asked) == (False, 2)
    assert first.jpeg[:2] == b"\xff\xd8"
    assert first.area_mm == (-26.0, -26.0, 826.0, 526.0)


def test_a_camera_that_gives_no_picture_is_asked_again_only_after_a_while(
    camera: TableSight, hatch: Any, now: list[float]
) -> None:
    hatch.frame = None
    for _ in range(3):
        with pytest.raises(CameraError, match="No picture comes"):
            camera.view()
    assert hatch.asked == 1
    now[0] += 4
    with pytest.raises(CameraError):
        camera.view()
    assert hatch.asked == 2


def test_cards_laid_to_be_tried_are_named_and_those_that_lay_there_are_not(camera: TableSight, hatch: Any) -> None:
    lay_there = LyingCard("R1", 120, 100, 2)
    hatch.lay(lay_there)
    camera.begin_trying()
    assert camera.tell_cards().startswith("I see no card")
    hatch.lay(lay_there, LyingCard("G4", 300, 350, 8))
    assert camera.tell_cards() == "I see green 4."
    hatch.lay(lay_there, LyingCard("G4", 300, 350, 8), LyingCard("B2", 450, 360, -5))
    assert camera.tell_cards() in ("I see green 4 and blue 2.", "I see blue 2 and green 4.")
    assert set(hatch.rests) == {REST_S}
    camera.end_trying()
    assert not camera.is_trying


def test_what_lies_there_is_told_as_piles_and_discards(camera: TableSight, hatch: Any) -> None:
    hatch.lay(LyingCard("R2", 120, 100, 2), LyingCard("B1", 260, 100), LyingCard("Y4", 200, 350, 20))
    seen = camera.lying(Setup(3))
    assert (dict(seen.tops), seen.discards) == ({"R": "2", "B": "1"}, ("Y4",))
    assert seen.say.startswith("The camera reads 3 cards, 2 piles among them")
    hatch.frame = np.zeros_like(hatch.frame)
    hatch._mat = None
    with pytest.raises(CameraError, match="The mat isn't found"):
        camera.lying(Setup(3))
