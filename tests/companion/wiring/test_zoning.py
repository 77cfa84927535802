"""Zones and decks that a page changes: checked, told to the table, and kept in a settings file with its comments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.errors import Refused, Unreadable
from companion.settings import Settings, View, load_settings
from companion.table.placements import Zone
from companion.wiring.settings_file import SettingsFile
from companion.wiring.zoning import MatZones

MOVED = {
    "fireworks": (40.0, 15.0, 760.0, 205.0),
    "discards": (40.0, 225.0, 600.0, 485.0),
    "deck": (620.5, 250, 740, 460),
}
WRITTEN = """# our table
camera = "usb:0"  # the old one

[zones]
mat = [800, 500]  # A3
deck = [640, 250, 760, 460]  # glued

[view]
mirrored = true
"""


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    (tmp_path / "settings.toml").write_text(WRITTEN)
    return SettingsFile(tmp_path / "settings.toml")


def test_what_a_page_changes_is_kept_and_every_comment_stays(file: SettingsFile) -> None:
    assert file.keep_zones(MOVED) == ""
    assert file.keep_deck("tin") == ""
    text = file.path.read_text()
    assert [one for one in ("# our table", "# the old one", "# A3") if one not in text] == []
    kept = load_settings(file.path)
    assert (kept.zones.deck, kept.deck, kept.camera, kept.view.mirrored) == (
        (620.5, 250, 740, 460),
        "tin",
        "usb:0",
        True,
    )


def test_a_file_that_is_not_there_is_begun(tmp_path: Path) -> None:
    fresh = SettingsFile(tmp_path / "new" / "settings.toml")
    assert fresh.keep_deck("tin") == ""
    assert fresh.keep_zones(MOVED) == ""
    assert (load_settings(fresh.path).deck, load_settings(fresh.path).zones.deck) == ("tin", (620.5, 250, 740, 460))


@pytest.mark.parametrize("damaged", ["deck = [", "zones = 3\n", "odd = 1\n"])
def test_a_file_that_can_t_be_read_is_left_as_it_is_and_that_is_said(file: SettingsFile, damaged: str) -> None:
    file.path.write_text(damaged)
    assert "holds until the next start" in file.keep_zones(MOVED)
    assert file.path.read_text() == damaged


def test_a_file_that_can_t_be_written_is_said(file: SettingsFile) -> None:
    assert "can't be kept" in SettingsFile(file.path / "settings.toml").keep_deck("tin")


class Table:
    """Grants what is asked, or doesn't; counts how often eyes were made anew."""

    def __init__(self) -> None:
        self.refuses = False
        self.told: list[Any] = []
        self.renewed = 0

    def ask(self, wanted: Any) -> None:
        if self.refuses:
            raise Refused("Cards lie on the mat.")
        self.told.append(wanted)

    def renew(self) -> None:
        self.renewed += 1


def test_moved_zones_are_told_to_the_table_then_to_new_eyes_then_kept(file: SettingsFile) -> None:
    table = Table()
    zones = MatZones(Settings(), file, table.ask, table.renew)
    assert zones.move(MOVED, even_with_cards=True) == "The zones lie so from now on."
    assert (table.told[0].zones[Zone.DECK].left, table.told[0].even_with_cards, table.renewed) == (620.5, True, 1)
    assert zones.zones["deck"] == (620.5, 250, 740, 460)
    table.refuses = True
    with pytest.raises(Refused):
        zones.move({**MOVED, "deck": (640, 250, 760, 460)}, even_with_cards=False)
    assert (zones.areas[Zone.DECK].left, table.renewed) == (620.5, 1)


@pytest.mark.parametrize(
    ("zone", "where", "why"),
    [
        ("deck", (640, 250, 690, 460), "The deck must be at least 60 mm wide"),
        ("deck", (640, 250, 900, 460), "must lie on the mat, which is 800 x 500 mm"),
        ("discards", (40, 150, 600, 485), "The fireworks and the discards overlap"),
        ("deck", (760, 250, 640, 460), "make that zone larger"),
    ],
)
def test_zones_that_can_t_be_are_refused_in_a_sentence(
    file: SettingsFile, zone: str, where: tuple[float, float, float, float], why: str
) -> None:
    table = Table()
    with pytest.raises(Unreadable, match=why):
        MatZones(Settings(), file, table.ask, table.renew).move({**MOVED, zone: where}, even_with_cards=True)
    assert (table.told, table.renewed) == ([], 0)


def test_a_table_without_a_mat_has_no_zones_to_move(file: SettingsFile) -> None:
    table = Table()
    lined = MatZones(Settings(view=View(line=0.4)), file, table.ask, table.renew)
    with pytest.raises(Refused, match="a line splits it"):
        lined.move(MOVED, even_with_cards=True)
