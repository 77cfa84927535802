"""The wiring."""

from pathlib import Path

import pytest

import hardware
from companion.settings import read_settings
from companion.table.placements import Button
from hardware.pins import BUZZER_PLACES, DEFAULT, PLACES, TAKEN, ImpossibleWiring, Pins, wiring_table


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


@pytest.mark.parametrize(
    ("said", "why"),
    [({"clues": tuple(range(5, 14))}, "9 clue lamps: there are 8"), ({"fuses": (20, 21, 22, 23)}, "4 fuse")],
)
def test_more_lamps_than_a_row_holds_are_refused(said, why):
    with pytest.raises(ImpossibleWiring, match=why):
        Pins.of(said)


def test_what_isn_t_wired_is_left_out():
    few = Pins.of({"clues": (5, 6, 12), "fuses": (), "undo": None, "fuse": None})
    assert few.wires() == [
        ("clue lamp 1", 5),
        ("clue lamp 2", 6),
        ("clue lamp 3", 12),
        ("the final-round lamp", 23),
        ("button CLUE", 24),
        ("button OK", 27),
    ]
    assert few.lamps == (5, 6, 12, 23)
    assert list(few.buttons) == [Button.CLUE, Button.OK]
    assert Pins(final=None).lamps == DEFAULT.lamps[:-1]


def test_its_pins_may_serve_for_something_else_then():
    assert Pins.of({"final": None, "buzzer": 23}).buzzer == 23
    with pytest.raises(ImpossibleWiring, match="for the final-round lamp and for the buzzer"):
        Pins(buzzer=23)


@pytest.mark.parametrize("pin", BUZZER_PLACES)
def test_a_buzzer_beside_the_full_set_has_a_pin_of_spi_and_nothing_else_has(pin):
    assert Pins(buzzer=pin).wires()[-1] == ("the buzzer", pin)
    with pytest.raises(ImpossibleWiring, match=f"Pin {pin} can't be button OK: it is kept free for SPI"):
        Pins(ok=pin)


@pytest.mark.parametrize("pin", [7, 8, 14])
def test_a_buzzer_has_no_pin_that_is_high_while_the_pi_starts_or_serves_something_else(pin):
    with pytest.raises(ImpossibleWiring, match=f"Pin {pin} can't be the buzzer"):
        Pins(buzzer=pin)


def test_two_buttons_may_change_places():
    assert Pins(clue=25, fuse=24).button(Button.FUSE) == 24


def test_settings_name_what_differs():
    assert Pins.of({"ok": 26, "undo": 27, "fuses": (20, 21, 22)}) == Pins(ok=26, undo=27)
    assert Pins.of({}) == DEFAULT


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"okay": 27}, "There is no wire 'okay': say one of clues, fuses, final, clue, fuse, undo, ok, buzzer"),
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


def test_the_readme_s_own_settings_are_read():
    readme = Path(hardware.__file__).with_name("README.md").read_text(encoding="utf-8")
    example = readme[readme.index("[pins]\n") :].partition("```")[0]
    few = Pins.of(read_settings(example, check_pins=Pins.of).pins)
    assert few.wires() == [
        ("clue lamp 1", 5),
        ("clue lamp 2", 6),
        ("clue lamp 3", 12),
        ("fuse lamp 1", 20),
        ("button CLUE", 24),
        ("button FUSE", 25),
        ("button OK", 27),
        ("the buzzer", 9),
    ]
