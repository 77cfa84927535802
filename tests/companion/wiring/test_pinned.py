"""The settings' pins as panel, page and watchers want them."""

from companion.settings import Settings
from companion.wiring.pinned import drawn, lit_lamps, wiring_of
from hardware.pins import DEFAULT, Pins
from web.scoreboard import CONTRACTS_PINS

FEW = Pins.of({"clues": (5, 6), "fuses": (20,), "final": None, "undo": None})


def test_without_a_word_of_the_settings_the_wiring_and_the_page_s_drawing_are_the_contract_s():
    assert wiring_of(Settings()) is DEFAULT
    assert drawn(DEFAULT) == CONTRACTS_PINS


def test_what_isn_t_wired_isn_t_drawn():
    assert wiring_of(Settings(pins={"clues": (5, 6), "fuses": (20,), "final": None, "undo": None})) == FEW
    assert [(pin.kind, pin.bcm) for pin in drawn(FEW)] == [
        ("clue", 5),
        ("clue", 6),
        ("fuse", 20),
        ("button", 24),
        ("button", 25),
        ("button", 27),
    ]


def test_lit_lamps_are_counted_row_by_row_and_not_at_all_without_pins():
    levels = {5: True, 6: True, 20: False}
    assert lit_lamps(levels, FEW) == {"clue_lamps": 2, "fuse_lamps": 0, "final_lamps": 0}
    assert lit_lamps({}, FEW) == {}
