"""A table to be set up as the pages know it: a camera, zones, a deck being taught, names; and phones with and without
the PIN."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import CameraError, Refused
from companion.rules.setup import Setup
from companion.showing import FaceLearned, Judged, Lying, Shows, TableView, TeachingState
from web import Joining, create_app
from web.gate import Gate

PIN = "246810"
USUAL = {"fireworks": (40, 15, 760, 205), "discards": (40, 225, 600, 485), "deck": (640, 250, 760, 460)}
ODD_NAMES = ("O'Neil", "👩‍🚀", "<b>Di</b>", "=1+1")
JPEG = cv2.imencode(".jpg", np.full((552, 852, 3), 90, np.uint8))[1].tobytes()


class DrawnCamera:
    """A camera as the pages know it."""

    def __init__(self) -> None:
        self.is_trying = False
        self.is_broken = False

    def view(self) -> TableView:
        if self.is_broken:
            raise CameraError("No picture comes from the camera.")
        return TableView(JPEG, (-26, -26, 826, 526), (Judged("light", False, "Too dark: bring more light."),))

    def begin_trying(self) -> None:
        self.is_trying = True

    def end_trying(self) -> None:
        self.is_trying = False

    def tell_cards(self) -> str:
        return "I see green 4."

    def lying(self, setup: Setup) -> Lying:
        return Lying({"R": "3", "B": "1"}, ("Y1", "Y1", "W4"), "The camera reads 7 cards.")


class DrawnZones:
    """Zones that are only remembered."""

    size_mm = (800.0, 500.0)

    def __init__(self) -> None:
        self.zones: Mapping[str, Any] = USUAL

    def move(self, zones: Mapping[str, Any], *, even_with_cards: bool) -> str:
        if not even_with_cards:
            raise Refused("Cards lie on the mat: move the zones all the same?")
        self.zones = zones
        return "The zones lie so from now on."


class DrawnTeaching:
    """A deck that is learned at once."""

    in_use = "lantern"

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.shown = TeachingState()

    def known(self) -> Sequence[str]:
        return ["mine", "lantern"]

    def state(self) -> TeachingState:
        return self.shown

    def take(self, rows: Sequence[str], *, again: bool = False) -> None:
        self.asked.append((tuple(rows), again))
        self.end()

    def begin(self) -> None:
        self.shown = TeachingState("ready")

    def learn(self) -> None:
        """It is being learned."""
        self.shown = TeachingState("learning", "Finding the cards.", version=1)

    def end(self) -> None:
        """It is learned."""
        faces = (FaceLearned("R1", "1", 1.0, False), FaceLearned("R2", "3", 0.5, True))
        doubts = ("R2 looks like a 3.",)
        self.shown = TeachingState(
            "learned", "2 faces learned. Weak: R2.", ("R",), faces, (("R1", "R2", 2.5),), doubts, version=2
        )

    def take_face(self, code: str) -> None:
        self.asked.append(code)

    def face(self, code: str) -> bytes | None:
        return JPEG if code in ("R1", "R2") else None

    def keep(self, name: str, *, instead: bool) -> str:
        if not instead:
            raise Refused(f"There is a deck {name} already.")
        return f"From now on the table reads with the deck {name}."

    def use(self, name: str) -> str:
        return f"From now on the table reads with the deck {name}."

    def drop(self) -> None:
        self.shown = TeachingState()


class KnownNames:
    def known(self) -> Sequence[str]:
        return ODD_NAMES


@pytest.fixture
def camera() -> DrawnCamera:
    return DrawnCamera()


@pytest.fixture
def zones() -> DrawnZones:
    return DrawnZones()


@pytest.fixture
def teaching() -> DrawnTeaching:
    return DrawnTeaching()


@pytest.fixture
def app(board: Any, table: Any, camera: Any, zones: Any, teaching: Any) -> Any:
    shows = Shows(KnownNames(), camera, zones, teaching)
    return create_app(board, table.post, Gate(PIN), joining=Joining(PIN, list), shows=shows)


@pytest.fixture
def visitor(app: Any) -> Any:
    """A phone that hasn't shown the PIN."""
    return app.test_client()


@pytest.fixture
def phone(visitor: Any) -> Any:
    """A phone that has."""
    assert visitor.post("/pin", data={"pin": PIN, "to": "/camera"}).headers["Location"] == "/camera"
    return visitor


@pytest.fixture
def words() -> Callable[[Any], str]:
    """What a page says, without its marks."""
    return lambda answer: unescape(re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True)))


@pytest.fixture
def sorry() -> Callable[[Any], str]:
    """The one sentence with which a page refuses."""

    def said(answer: Any) -> str:
        found = re.search(r'class="sorry"[^>]*>([^<]*)<', answer.get_data(as_text=True))
        assert found is not None
        return unescape(found[1])

    return said
