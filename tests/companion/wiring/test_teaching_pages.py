"""A deck being taught for a page: what is wrong is told, what was found is kept, and nothing is kept unless wished."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import CameraError, Refused, Unreadable
from companion.eyes.hatch import Handed
from companion.settings import load_settings
from companion.sight.pixels import Picture, unit_quad
from companion.sight.viewing import Shown, shown
from companion.snapshot import Snapshot
from companion.wiring.decks import deck_folder, find_deck
from companion.wiring.gathering import Gathering
from companion.wiring.setting_up import KnownNames
from companion.wiring.settings_file import SettingsFile
from companion.wiring.teaching import Teaching
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import LyingCard, Scene
from models.edition import Edition
from models.rows import codes_of
from models.teaching import Shot, Unteachable

JOINED_S = 30.0


class Pictures:
    """Pictures of a table, one every tenth of a second, and whether it rests."""

    def __init__(self) -> None:
        self.resting = False
        self.gives: Callable[[int], Shown] | None = None
        self._count = 0

    def picture(self, scale: float) -> Handed:
        self._count += 1
        if self.gives is None:
            raise CameraError("No picture comes from the camera.")
        return Handed(self.gives(self._count), self._count / 10, self._count)

    def begin_resting(self) -> None:
        self.resting = True

    def end_resting(self) -> None:
        self.resting = False


@pytest.fixture
def pictures() -> Pictures:
    return Pictures()


@pytest.fixture
def used(lantern: Edition) -> list[Edition]:
    """The deck in use, and those that were before it."""
    return [lantern]


@pytest.fixture
def teaching(pictures: Pictures, used: list[Edition], tmp_path: Path) -> Teaching:
    file = SettingsFile(tmp_path / "settings.toml")
    return Teaching(pictures, file, lambda: used[-1], used.append, tmp_path)


def done(teaching: Teaching) -> str:
    """What is said once the work is done."""
    assert teaching.join(JOINED_S)
    return teaching.state().say


def test_why_no_picture_can_be_learned_from_is_told(teaching: Teaching, pictures: Pictures) -> None:
    teaching.begin()
    assert (teaching.state().step, pictures.resting) == ("ready", True)
    teaching.take(["R"], again=True)
    assert (done(teaching), teaching.state().step) == ("No picture comes from the camera.", "failed")
    pictures.gives = lambda count: Shown(np.zeros((36, 64, 3), np.uint8), None, frozenset())
    teaching.take(["R"], again=True)
    assert done(teaching).startswith("The mat isn't found")
    rng = np.random.default_rng(1)
    mat = shown(np.zeros((360, 640, 3), np.uint8), None, 1.0)
    pictures.gives = lambda count: mat if count < 0 else _restless(rng)
    teaching.take(["R"], again=True)
    assert done(teaching).startswith("The table didn't lie still")
    assert pictures.resting
    teaching.drop()
    assert (teaching.state().step, pictures.resting) == ("none", False)


def _restless(rng: np.random.Generator) -> Shown:
    from companion.sight.mat import mat_from_corners

    picture = rng.integers(0, 255, (120, 160, 3)).astype(np.uint8)
    return Shown(picture, mat_from_corners(unit_quad(159, 119) + np.float32(0.2), (160, 120)), frozenset())


def test_rows_that_can_t_be_are_refused_at_once(teaching: Teaching) -> None:
    with pytest.raises(Unreadable, match="twice"):
        teaching.take(["R", "R"])
    with pytest.raises(Refused, match="no such face"):
        teaching.take_face("R1")
    with pytest.raises(Refused, match="no deck to keep"):
        teaching.keep("mine", instead=False)
    assert teaching.state().step == "none"


def test_another_deck_is_put_in_use_at_once_and_kept_for_the_next_start(
    teaching: Teaching, used: list[Edition], tmp_path: Path
) -> None:
    assert teaching.use("lantern").startswith("From now on the table reads with the deck lantern")
    assert (len(used), load_settings(tmp_path / "settings.toml").deck) == (2, "lantern")
    with pytest.raises(Unreadable, match="no taught deck 'copper'"):
        teaching.use("copper")
    assert "lantern" in teaching.known()


def test_a_deck_is_kept_under_a_name_of_its_own_in_the_table_s_own_folder(
    teaching: Teaching, lantern: Edition, tmp_path: Path
) -> None:
    one_suit = {code: Shot(_photo(lantern, code), _whole(lantern)) for code in codes_of("R")}
    teaching._gathering = Gathering(("R",))
    teaching._learn(one_suit, ("R",), _photo(lantern, "R1"), ("R",))
    assert [face.code for face in teaching.state().faces] == codes_of("R")
    assert (teaching.face("R1") or b"")[:2] == b"\xff\xd8"
    for name, why in (("My Deck", "small letters"), ("lantern", "comes with the companion")):
        with pytest.raises((Refused, Unreadable), match=why):
            teaching.keep(name, instead=True)
    deck_folder("mine", tmp_path).mkdir(parents=True)
    (deck_folder("mine", tmp_path) / "deck.toml").write_text("an older one")
    with pytest.raises(Refused, match="There is a deck mine already"):
        teaching.keep("mine", instead=False)
    assert "deck mine" in teaching.keep("mine", instead=True)
    assert (teaching.in_use, teaching.state().step) == ("mine", "none")
    assert find_deck("mine", tmp_path).suits == "R"
    assert teaching.known() == ["mine", "lantern"]


def _photo(deck: Edition, code: str) -> Picture:
    return deck.plates[code]


def _whole(deck: Edition) -> Any:
    height, width = deck.plates["R1"].shape[:2]
    return unit_quad(width, height) - np.float32(0.5)


def test_a_card_that_isn_t_found_among_the_others_is_waited_for(lantern: Edition) -> None:
    gathering = Gathering(("R",))
    gathering.found = {code: Shot(_photo(lantern, code), _whole(lantern)) for code in codes_of("R") if code != "R4"}
    assert gathering.missing == ("R4",)
    with pytest.raises(Unteachable, match="R4 isn't seen"):
        gathering.add_alone("R4", np.full((500, 800, 3), 120, np.uint8))
    alone = Painter(lantern.plates, lantern.card_mm, Lens.over(), Conditions(), seed=4, markers=False)
    found = gathering.add_alone("R4", alone.frame(Scene((LyingCard("R4", 400, 250, 3),)), 0.0))
    assert set(found) == set(codes_of("R"))


def test_names_are_remembered_over_a_start_the_latest_first_and_seats_are_no_names(tmp_path: Path) -> None:
    def told(*names: str) -> Snapshot:
        return Snapshot(1, {"names": list(names)}, None)  # type: ignore[arg-type]  # because no lamp is lit here

    names = KnownNames(tmp_path / "names.json")
    names.hear(told("Ann", "Player 2"))
    names.hear(told("O'Neil", "<b>", "Ann"))
    assert names.known() == ("O'Neil", "<b>", "Ann")
    assert KnownNames(tmp_path / "names.json").known() == ("O'Neil", "<b>", "Ann")
    (tmp_path / "names.json").write_text('{"names": 3}')
    assert KnownNames(tmp_path / "names.json").known() == ()
