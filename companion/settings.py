"""The settings file: one TOML file to frozen values, with what is left out as it is by default.

Law: strict. An unknown key or a wrong type is Unreadable, named with its file, key and line; an empty file is the
defaults.

    camera = "auto"                 # auto, picamera2[:N], usb[:N], file:PATH, simulated, none
    panel = "auto"                  # auto, gpio, mock, none
    deck = "lantern"
    host = "0.0.0.0"
    port = 8080
    data = "/var/lib/hanabi-companion"

    [table]                         # a game that begins by the first card on an empty mat
    players = ["Ann", "Bo", "Cy"]   # or a number
    starter = 0
    edition = "rr2013"
    variants = ["rainbow"]
    options = { talk = "open" }

    [zones]                         # millimetres from the top left marker's centre: left, top, right, bottom
    mat = [800, 500]
    fireworks = [40, 15, 760, 205]
    discards = [40, 225, 600, 485]
    deck = [640, 250, 760, 460]

    [view]                          # how the camera sees a table without markers, in pixels of its picture
    line = 0.42                     # no mat: fireworks above the line (a share of the height), discards below it;
                                    # or two points, [[0, 300], [1280, 310]]; or, for a mat without markers, its
                                    # corners = [[101, 80], [1180, 84], [1175, 640], [98, 652]], clockwise from top left
    fireworks = "above"             # on which side of the line: above, below, left, right
    px_per_mm = 1.4                 # with a line, the picture's scale; left out, the first card tells
    swap_red_blue = false           # the camera's colours are the wrong way round
    mirrored = false                # the camera's picture is

    [pins]                          # BCM numbers; fewer lamps than these, or false: not wired
    clues = [5, 6, 12, 13, 16, 17, 18, 19]
    fuses = [20, 21, 22]
    final = 23
    ok = 27                         # and clue, fuse, undo
    buzzer = 9                      # none unless said
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeGuard

from companion.errors import Unreadable
from companion.rules.agreement import read_setup
from companion.rules.setup import Setup
from companion.sentences import Sentence, say
from companion.tomltext import line_of, read_toml

Rectangle = tuple[float, float, float, float]
Point = tuple[float, float]
Side = Literal["above", "below", "left", "right"]
SIDES: tuple[Side, ...] = ("above", "below", "left", "right")
Wired = int | tuple[int, ...] | None
"""A pin, a row of them, or nothing wired there."""

_ROWS = {"clues": 8, "fuses": 3}
_SINGLE_PINS = ("final", "clue", "fuse", "undo", "ok", "buzzer")


@dataclass(frozen=True, slots=True)
class Zones:
    """Millimetres from the top left marker's centre: left, top, right, bottom. `mat`: width and height."""

    mat: tuple[float, float] = (800, 500)
    fireworks: Rectangle = (40, 15, 760, 205)
    discards: Rectangle = (40, 225, 600, 485)
    deck: Rectangle = (640, 250, 760, 460)


@dataclass(frozen=True, slots=True)
class View:
    """How the camera sees the table where no markers say it. `corners`: the mat's four, in pixels, clockwise; `line`:
    where there is no mat, a share of the picture or two points in pixels; `px_per_mm` None: the first card tells."""

    corners: tuple[Point, ...] | None = None
    line: float | tuple[Point, Point] | None = None
    fireworks: Side = "above"
    px_per_mm: float | None = None
    swap_red_blue: bool = False
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table is set to. `deck` None: the shipped one; `data` None: the usual folder.

    `table` None: each game is started by hand. `pins`: those that differ from the contract's, as the wiring names them.
    """

    camera: str = "auto"
    panel: str = "auto"
    deck: str | None = None
    host: str = "0.0.0.0"
    port: int = 8080
    data: Path | None = None
    table: Setup | None = None
    zones: Zones = field(default_factory=Zones)
    view: View = field(default_factory=View)
    pins: Mapping[str, Wired] = field(default_factory=dict)


CheckPins = Callable[[Mapping[str, Wired]], object]
"""Raises Unreadable where this wiring can't be, the wrong one's name as its `key`: asked of who knows the header."""


def load_settings(path: Path, check_pins: CheckPins = lambda said: None) -> Settings:
    """The settings of a file. Unreadable with file, key and line; OSError where the file itself can't be read."""
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError as why:
        raise Unreadable(say("{file} is no text: write the settings as TOML in UTF-8.", file=path)) from why
    return read_settings(text, str(path), check_pins)


def read_settings(text: str, name: str = "settings", check_pins: CheckPins = lambda said: None) -> Settings:
    """The settings of a text; `name` is what the text is called in sentences."""
    return _Reader(text, name, read_toml(text, name), check_pins).settings()


class _Reader:
    """One file being read; knows where its keys stand."""

    def __init__(self, text: str, name: str, values: Mapping[str, object], check_pins: CheckPins) -> None:
        self._toml = text
        self._name = name
        self._values = values
        self._check_pins = check_pins

    def settings(self) -> Settings:
        self._refuse_others(None, self._values, Settings.__slots__)
        return Settings(
            camera=self._text("camera") or Settings().camera,
            panel=self._text("panel") or Settings().panel,
            deck=self._text("deck"),
            host=self._text("host") or Settings().host,
            port=self._port(),
            data=self._path("data"),
            table=self._table(),
            zones=self._zones(),
            view=self._view(),
            pins=self._pins(),
        )

    def _text(self, key: str) -> str | None:
        value = self._values.get(key)
        if value is None or (isinstance(value, str) and value.strip()):
            return value
        raise self._wrong(None, key, say("must be a text"))

    def _path(self, key: str) -> Path | None:
        text = self._text(key)
        return None if text is None else Path(text).expanduser()

    def _port(self) -> int:
        port = self._values.get("port", Settings().port)
        if _is_number(port) and isinstance(port, int) and 1 <= port <= 65535:
            return port
        raise self._wrong(None, "port", say("must be a number from 1 to 65535"))

    def _table(self) -> Setup | None:
        values = self._part("table")
        if values is None:
            return None
        try:
            return read_setup(values)
        except Unreadable as why:
            key = next((key for key in values if repr(key) in str(why)), None)
            at = line_of(self._toml, "table", key) if key else line_of(self._toml, None, "table")
            raise Unreadable(self._at(at, "table", str(why))) from why

    def _zones(self) -> Zones:
        values = self._part("zones") or {}
        self._refuse_others("zones", values, Zones.__slots__)
        given = {key: self._lengths(key, value, 2 if key == "mat" else 4) for key, value in values.items()}
        return Zones(**given)  # type: ignore[arg-type]  # because their lengths were checked one by one

    def _lengths(self, key: str, value: object, count: int) -> tuple[float, ...]:
        if not isinstance(value, list) or len(value) != count or not all(_is_number(one) for one in value):
            raise self._wrong("zones", key, say("must be {n} numbers in brackets, in millimetres", n=count))
        lengths = tuple(float(one) for one in value)
        is_sound = (
            all(one > 0 for one in lengths) if count == 2 else lengths[0] < lengths[2] and lengths[1] < lengths[3]
        )
        if not is_sound:
            raise self._wrong("zones", key, say("has no area: write left, top, right, bottom"))
        return lengths

    def _view(self) -> View:
        values = self._part("view") or {}
        self._refuse_others("view", values, View.__slots__)
        if "corners" in values and "line" in values:
            raise self._wrong("view", "line", say("can't stand beside corners: say one of them"))
        side = next((side for side in SIDES if side == values.get("fireworks", "above")), None)
        if side is None:
            raise self._wrong("view", "fireworks", say("must be one of {choices}", choices=", ".join(SIDES)))
        scale = values.get("px_per_mm")
        if scale is not None and not (_is_number(scale) and 0.2 <= float(scale) <= 50):
            raise self._wrong("view", "px_per_mm", say("must be a number from 0.2 to 50"))
        return View(
            corners=self._points(4) if "corners" in values else None,
            line=self._table_line(values.get("line")),
            fireworks=side,
            px_per_mm=None if scale is None else float(scale),
            swap_red_blue=self._flag("swap_red_blue", values),
            mirrored=self._flag("mirrored", values),
        )

    def _table_line(self, value: object) -> float | tuple[Point, Point] | None:
        if value is None:
            return None
        if _is_number(value):
            if 0.05 <= value <= 0.95:
                return float(value)
            raise self._wrong("view", "line", say("must be a share from 0.05 to 0.95 or two points in pixels"))
        start, end = self._points(2, "line")
        if abs(start[0] - end[0]) + abs(start[1] - end[1]) < 50:
            raise self._wrong("view", "line", say("must go through two points that lie apart, in pixels"))
        return start, end

    def _points(self, count: int, key: str = "corners") -> tuple[Point, ...]:
        value = (self._part("view") or {}).get(key)
        points = value if isinstance(value, list) else []
        pairs = [p for p in points if isinstance(p, list) and len(p) == 2 and all(_is_number(one) for one in p)]
        if len(pairs) != count or len(points) != count:
            raise self._wrong("view", key, say("must be {n} points [x, y] in pixels", n=count))
        return tuple((float(x), float(y)) for x, y in pairs)

    def _flag(self, key: str, values: Mapping[str, object]) -> bool:
        value = values.get(key, False)
        if isinstance(value, bool):
            return value
        raise self._wrong("view", key, say("must be true or false"))

    def _pins(self) -> dict[str, Wired]:
        values = self._part("pins") or {}
        self._refuse_others("pins", values, (*_ROWS, *_SINGLE_PINS))
        pins = {key: self._pin(key, value) for key, value in values.items()}
        try:
            self._check_pins(pins)
        except Unreadable as why:
            at = line_of(self._toml, "pins", getattr(why, "key", ""))
            raise Unreadable(self._at(at, "pins", str(why))) from why
        return pins

    def _pin(self, key: str, value: object) -> Wired:
        if (most := _ROWS.get(key)) is None:
            if value is False:
                return None
            if _is_pin(value):
                return value
            raise self._wrong("pins", key, say("must be a BCM number, or false where it isn't wired"))
        row = [] if value is False else value
        if isinstance(row, list) and len(row) <= most and all(_is_pin(one) for one in row):
            return tuple(row)
        raise self._wrong("pins", key, say("must be up to {n} BCM numbers in brackets", n=most))

    def _part(self, name: str) -> Mapping[str, object] | None:
        value = self._values.get(name)
        if value is None or isinstance(value, dict):
            return value
        raise self._wrong(None, name, say("must be a table: write [{part}]", part=name))

    def _refuse_others(self, part: str | None, values: Mapping[str, object], known: tuple[str, ...]) -> None:
        for key in values:
            if key not in known:
                raise self._wrong(part, key, say("is no setting: choose from {choices}", choices=", ".join(known)))

    def _wrong(self, part: str | None, key: str, what: str) -> Unreadable:
        line = line_of(self._toml, part, key)
        if part is None:
            return Unreadable(
                say("{file}, line {line}: {key!r} {what}.", file=self._name, line=line, key=key, what=what)
            )
        named = {"file": self._name, "line": line, "key": key, "part": part, "what": what}
        return Unreadable(say("{file}, line {line}: {key!r} in [{part}] {what}.", **named))

    def _at(self, line: int, part: str, why: str) -> Sentence:
        return say("{file}, line {line}: [{part}] {why}", file=self._name, line=line, part=part, why=why)


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6


def _is_pin(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 27
