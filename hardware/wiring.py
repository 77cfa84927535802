"""The wiring as a drawing: the Pi's header, and what hangs on each pin, drawn from `hardware.pins`.

    python -m hardware.wiring OUT.svg [--config FILE]     (or OUT.pdf, to be printed at true size)

Law: nothing is drawn that the pins don't say; the picture in hardware/README.md is this one, and a test holds it to it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.errors import CompanionError, Unreadable
from companion.files import replace_file
from companion.settings import load_settings
from hardware.mat.pdf import pdf
from hardware.mat.shapes import BLACK, GREY, PALE, WHITE, Line, Rect, Shape, Words, frame
from hardware.mat.sheets import Sheet
from hardware.mat.svg import svg
from hardware.pins import DEFAULT, Pins, place_of

TITLE = "Wiring of the table companion's lamps and buttons"

OHM = 470
PIN_VOLTS, LED_VOLTS = 3.3, 2.0
MOST_MA = 50
"""What all of a header's pins may give together, by the makers' word."""

_REST: Mapping[int, str] = {
    3: "SDA",
    5: "SCL",
    7: "1-wire",
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "ground"),
    **dict.fromkeys((1, 17), "3.3 V"),
    **dict.fromkeys((2, 4), "5 V"),
    **dict.fromkeys((8, 10), "serial"),
    **dict.fromkeys((19, 21, 23, 24, 26), "SPI"),
    **dict.fromkeys((27, 28), "ID"),
}
_GROUND_OF_SIDE = {-1: 9, 1: 14}

_SIZE = (210.0, 196.0)
_MIDDLE, _TOP, _PITCH, _PAD = 105.0, 30.0, 8.0, 4.4
_RAIL = 92.0
"""How far from the middle the two ground rails stand."""


def lamps_ma(lamps: int) -> float:
    """What so many lit lamps take together, in mA: red, yellow or green ones, each behind its resistor."""
    return lamps * (PIN_VOLTS - LED_VOLTS) / OHM * 1000


def wiring_sheet(pins: Pins) -> Sheet:
    """The drawing of this wiring."""
    wires = {place_of(pin): (what, pin) for what, pin in pins.wires()}
    shapes: list[Shape] = [*_heading(len(pins.lamps))]
    for place in range(1, 41):
        shapes += _pad(place, *wires.get(place, (_REST.get(place, "free"), None)))
    for side in (-1, 1):
        shapes += _rail(side, [place for place in wires if _side(place) == side])
    return Sheet(_SIZE, tuple(shapes), (0.0, 0.0, *_SIZE))


def _heading(lamps: int) -> Iterator[Shape]:
    sentences = (
        "The header seen from above, pin 1 at the board's corner. In black: BCM numbers; beside them: places.",
        f"Each lamp: pin, {OHM} ohm, the LED's long leg; its short leg to ground. About {lamps_ma(1):.1f} mA each,"
        f" {lamps_ma(lamps):.0f} mA with all {lamps} lit; the pins together may give {MOST_MA}.",
        "Each button: pin to one side, ground to the other. All eight grounds are one: any of them will do.",
    )
    for number, sentence in enumerate(sentences):
        yield Words(8.0, 8.0 + 5.5 * number, sentence, 3.2, BLACK)


def _side(place: int) -> int:
    """-1 for the odd places on the left, 1 for the even ones on the right."""
    return 1 if place % 2 == 0 else -1


def _y(place: int) -> float:
    return _TOP + _PITCH * ((place - 1) // 2) + 4.0


def _pad(place: int, what: str, pin: int | None) -> Iterator[Shape]:
    """A pin of the header with its place, and what is wired to it."""
    side, y = _side(place), _y(place)
    x = _MIDDLE + side * _PITCH / 2
    yield Rect(x - _PAD / 2, y - _PAD / 2, _PAD, _PAD, _shade(place, pin))
    if pin is None:
        yield _word(_MIDDLE + side * 8, y + 1, what, side, 2.8, GREY)
        return
    yield _word(x - side * 1.5, y + 0.9, str(pin), side, 2.6, WHITE)
    yield _word(_MIDDLE + side * 8, y - 0.8, str(place), side, 2.2, GREY)
    yield from _wired(what, side, y)


def _shade(place: int, pin: int | None) -> float:
    """Of a pad: black with a wire of ours, grey where a rail is grounded, pale where nothing hangs."""
    if pin is not None:
        return BLACK
    return GREY if place in _GROUND_OF_SIDE.values() else PALE


def _wired(what: str, side: int, y: float) -> Iterator[Shape]:
    """From the pin outwards to the rail: resistor and LED, or a button; its name above the wire."""

    def at(x: float) -> float:
        return _MIDDLE + side * x

    def line(x1: float, x2: float, dy1: float = 0.0, dy2: float = 0.0) -> Line:
        return Line(at(x1), y + dy1, at(x2), y + dy2, BLACK)

    yield _word(at(56), y - 1.2, what, side, 3.2, BLACK)
    yield line(54, _RAIL)
    if "lamp" in what:
        yield line(4 + _PAD / 2, 20)
        yield from frame(min(at(20), at(34)), y - 2, 14, 4, BLACK)
        yield _word(at(22.5), y + 1, f"{OHM} ohm", side, 2.6, BLACK)
        yield line(34, 46)
        for x1, x2, dy1, dy2 in ((46, 46, -2.2, 2.2), (46, 51, -2.2, 0), (46, 51, 2.2, 0), (51, 51, -2.2, 2.2)):
            yield line(x1, x2, dy1, dy2)
        yield line(51, 54)
    elif "button" in what:
        yield line(4 + _PAD / 2, 44)
        yield line(44, 53, 0, -2.6)
        yield line(53, 54)
    else:
        yield line(4 + _PAD / 2, 42)
        yield from frame(min(at(42), at(54)), y - 2.2, 12, 4.4, BLACK)


def _rail(side: int, places: list[int]) -> Iterator[Shape]:
    """The line that joins all short legs and all buttons of a side, and the pin that grounds it."""
    if not places:
        return
    ground = _GROUND_OF_SIDE[side]
    ends = [_y(place) for place in (*places, ground)]
    x = _MIDDLE + side * _RAIL
    yield Line(x, min(ends), x, max(ends), BLACK)
    yield Line(_MIDDLE + side * 21, _y(ground), x, _y(ground), BLACK)


def _word(x: float, y: float, text: str, side: int, size: float, shade: float) -> Words:
    """Text that grows away from the middle: on the left it ends at x."""
    return Words(x, y, text, size, shade, ends=side < 0)


def main(arguments: list[str] | None = None) -> int:
    """Writes the drawing."""
    parser = argparse.ArgumentParser(prog="python -m hardware.wiring", description=TITLE)
    parser.add_argument("out", type=Path, metavar="OUT.svg", help="or OUT.pdf")
    parser.add_argument("--config", type=Path, metavar="FILE", help="a settings file: its pins are drawn")
    asked = parser.parse_args(arguments)
    try:
        said = load_settings(asked.config).pins if asked.config else {}
        replace_file(asked.out, drawn(Pins.of(said) if said else DEFAULT, asked.out.suffix.lower()))
    except (CompanionError, OSError) as why:
        parser.error(str(why))
    return 0


def drawn(pins: Pins, ending: str) -> bytes:
    """The drawing as a file with this ending, `.svg` or `.pdf`. Raises Unreadable."""
    if ending == ".svg":
        return svg(wiring_sheet(pins), TITLE).encode()
    if ending == ".pdf":
        return pdf([wiring_sheet(pins)], TITLE)
    raise Unreadable("The drawing is an SVG or a PDF: name a file that ends in .svg or .pdf.")


if __name__ == "__main__":
    raise SystemExit(main())
