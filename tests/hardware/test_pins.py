"""The wiring."""

from pathlib import Path

import pytest

import hardware
from companion.table.placements import Button
from hardware.pins import DEFAULT, PLACES, TAKEN, ImpossibleWiring, Pins, wiring_table


def test_the_wiring_is_the_contract_s():
    assert DEFAULT.lamps == (5, 6, 12, 13, 16, 17, 18, 19, 20, 21, 22, 23)
    assert {button: DEFAULT.button(button) for button in Button} == {
        Button.CLUE: 24,
        Button.FUSE: 25,
        Button.UNDO: 26,
        Button.OK: 27,
    }


def test_a_pin_named_twice_is_refused_with_both_its_names():
    with pytest.raises(ImpossibleWiring, match="Pin 17 is named twice, for clue lamp 6 and for button CLUE"):
        Pins(clue=17)


@pytest.mark.parametrize(
    ("pin", "serves"),
    [(0, "ID chip"), (1, "ID chip"), (2, "I2C"), (3, "I2C"), (4, "1-wire"), (7, "SPI"), (11, "SPI"), (14, "UART")],
)
def test_a_pin_that_serves_something_else_is_refused_by_its_name(pin, serves):
    with pytest.raises(ImpossibleWiring, match=rf"Pin {pin} can't be the final-round lamp: .*{serves}"):
        Pins(final=pin)


@pytest.mark.parametrize("pin", [-1, 28, 40])
def test_a_pin_that_no_header_has_is_refused(pin):
    with pytest.raises(ImpossibleWiring, match=rf"Pin {pin} can't be button OK: a Pi's header has"):
        Pins(ok=pin)


def test_eight_clue_lamps_and_three_fuse_lamps_are_wanted():
    with pytest.raises(ImpossibleWiring, match="7 clue lamps and 3 fuse lamps"):
        Pins(clues=(5, 6, 12, 13, 16, 17, 18))


def test_two_buttons_may_change_places():
    assert Pins(clue=25, fuse=24).button(Button.FUSE) == 24


def test_settings_name_what_differs():
    assert Pins.of({"ok": 26, "undo": 27, "fuses": (20, 21, 22)}) == Pins(ok=26, undo=27)
    assert Pins.of({}) == DEFAULT


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"okay": 27}, "There is no wire 'okay': say one of clues, fuses, final, clue, fuse, undo, ok"),
        ({"ok": (27,)}, "ok should be one pin"),
        ({"clues": 5}, "clues should be a list of pins"),
        ({"ok": 4}, "1-wire"),
    ],
)
def test_settings_that_can_t_be_wired_are_told(said, why):
    with pytest.raises(ImpossibleWiring, match=why):
        Pins.of(said)


def test_every_pin_of_the_header_is_either_taken_or_free():
    assert sorted([*TAKEN, *PLACES]) == list(range(28))


def test_the_readme_shows_the_wiring_as_it_is():
    readme = Path(hardware.__file__).with_name("README.md").read_text(encoding="utf-8")
    assert wiring_table(DEFAULT) in readme
