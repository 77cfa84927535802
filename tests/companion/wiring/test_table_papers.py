"""What a table prints of itself: its own size, zones and pins, one paper at a time."""

import threading

import pytest

from companion.errors import Refused
from companion.table.layout import DEFAULT_ZONES, Area
from companion.table.placements import Zone
from companion.wiring.papers import DeckInUse, TablePapers
from hardware.mat.sheets import NoSuchMat
from hardware.pins import DEFAULT, Pins
from hardware.wiring import drawn


def table_papers(lantern, *, size_mm=(800.0, 500.0), zones=DEFAULT_ZONES, pins=DEFAULT):
    return TablePapers(size_mm, lambda: zones, pins, lambda: lantern)


def test_markers_and_mat_are_of_this_tables_size_and_zones(lantern):
    usual = table_papers(lantern)
    assert usual.size_mm == (800.0, 500.0)
    assert usual.markers("a4") != table_papers(lantern, size_mm=(900.0, 600.0)).markers("a4")
    moved = {**DEFAULT_ZONES, Zone.DECK: Area(20.0, 250.0, 140.0, 460.0)}
    assert usual.mat("a3") != table_papers(lantern, zones=moved).mat("a3")


def test_a_mat_that_holds_no_zones_says_so(lantern):
    with pytest.raises(NoSuchMat, match="The zones need a mat"):
        table_papers(lantern, size_mm=(300.0, 300.0)).mat("a4")


def test_the_wiring_shows_the_pins_that_are_set(lantern):
    pins = Pins.of({"fuses": (20, 21)})
    assert table_papers(lantern, pins=pins).wiring("sheet") == drawn(pins, ".pdf") != drawn(DEFAULT, ".pdf")


def test_one_paper_is_made_at_a_time(lantern):
    is_made, may_end = threading.Event(), threading.Event()

    def slowly():
        is_made.set()
        may_end.wait(5)
        return DEFAULT_ZONES

    table = TablePapers((800.0, 500.0), slowly, DEFAULT, lambda: lantern, patience_s=0.01)
    slow = threading.Thread(target=table.mat, args=("a3",))
    slow.start()
    assert is_made.wait(5)
    with pytest.raises(Refused, match="Another paper"):
        table.wiring("sheet")
    may_end.set()
    slow.join(5)
    assert table.wiring("sheet").startswith(b"%PDF-")


def test_the_deck_in_use_shows_its_faces_small(lantern):
    deck = DeckInUse(lambda: lantern)
    assert deck.name == "lantern"
    face = deck.face("R1")
    assert face.startswith(b"\xff\xd8")
    assert len(face) < 12_000
    assert deck.face("Q9") is None
