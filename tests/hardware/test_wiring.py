"""The wiring's drawing says what the pins say, and nothing else."""

from pathlib import Path

import pytest

import hardware.wiring
from hardware.mat.shapes import BLACK, GREY, WHITE, Words
from hardware.pins import DEFAULT, PLACES, Pins
from hardware.wiring import MOST_MA, drawn, lamps_ma, main, wiring_sheet

PICTURE = Path(hardware.wiring.__file__).parent / "pictures" / "wiring.svg"


def height(pins: Pins, text: str, shade: float = BLACK) -> float:
    """Where these words stand, in this shade: names are black, BCM numbers white, places grey."""
    words = [shape for shape in wiring_sheet(pins).shapes if isinstance(shape, Words)]
    (found,) = [one.y for one in words if (one.text, one.shade) == (text, shade)]
    return found


@pytest.mark.parametrize(("what", "pin"), DEFAULT.wires())
def test_each_wire_is_drawn_at_its_place_of_the_header(what, pin):
    assert height(DEFAULT, what) == pytest.approx(height(DEFAULT, str(PLACES[pin]), GREY), abs=0.5)
    assert height(DEFAULT, what) == pytest.approx(height(DEFAULT, str(pin), WHITE), abs=2.2)


def test_a_wire_on_another_pin_is_drawn_there():
    moved = Pins(clue=25, fuse=24)
    assert height(moved, "button CLUE") == height(DEFAULT, "button FUSE")


def test_all_lamps_lit_take_less_than_the_pins_may_give():
    assert lamps_ma(len(DEFAULT.lamps)) < MOST_MA


@pytest.mark.skipif(not PICTURE.exists(), reason="the papers' pictures are not in the wheel")
def test_the_paper_shows_this_drawing():
    assert PICTURE.read_bytes() == drawn(DEFAULT, ".svg"), "draw it anew: make pictures"


def test_the_users_own_pins_are_drawn_into_a_pdf_to_print(tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text("[pins]\nclue = 25\nfuse = 24\n")
    assert main([str(tmp_path / "wiring.pdf"), "--config", str(settings)]) == 0
    assert (tmp_path / "wiring.pdf").read_bytes() == drawn(Pins(clue=25, fuse=24), ".pdf")
    assert drawn(DEFAULT, ".pdf").startswith(b"%PDF-")


def test_another_kind_of_file_is_refused_in_a_sentence(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path / "wiring.doc")])
    assert ended.value.code == 2
    assert "name a file that ends in .svg or .pdf" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
