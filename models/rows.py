"""One photo of a deck laid in rows, as the card in each place: what `--rows R,Y,G,B,W` names.

Law: a card is named by where it lies, and numerals may only say that the photo was held upside down. What can't be
found is named; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.errors import Unreadable
from companion.rules.cards import RANKS, Suit
from companion.sentences import joined, say
from companion.sight.grid import Grid, located_grid
from companion.sight.lattice import Cell
from companion.sight.pixels import Picture, Quad
from companion.sight.reader import BACK
from companion.sight.teach import plate
from models.ocr import ranks_read
from models.photographs import is_overexposed
from models.proportions import USUAL_MM, CardSize, are_usual
from models.teaching import Shot, Unteachable

LEAST_HEIGHT_PX = 80
"""A card this high in a photo can be taught; a 1280 x 720 camera over the whole mat sees one 100 pixels high."""

_SURELY_TURNED = 2
_ASKED = 12
"""So many numerals are read to learn which way up a photo is: more would only take longer."""


class OddProportions(Unteachable):
    """What was found is surely no card's outline, however clearly it is seen."""


@dataclass(frozen=True, slots=True)
class _Named:
    """The cells of these rows, and the code of each."""

    codes: Mapping[Cell, str]

    @property
    def backs(self) -> list[Cell]:
        return [cell for cell, code in self.codes.items() if code == BACK]

    def turned(self) -> _Named:
        """The same grid in a photo held upside down."""
        columns, rows = (max(cell[k] for cell in self.codes) for k in (0, 1))
        return _Named({(columns - i, rows - j): code for (i, j), code in self.codes.items()})


def rows_named(text: str) -> tuple[str, ...]:
    """`R,Y,back` as suit letters and `back`. Raises Unteachable."""
    rows: list[str] = []
    for word in text.split(","):
        try:
            row = BACK if word.strip().lower() == BACK else Suit.parse(word).letter
        except Unreadable as why:
            raise Unteachable(say("--rows can't be read: {why}", why=why)) from None
        if row in rows:
            raise Unteachable(
                say("--rows names {row} twice: a row of the grid is a suit, and there is one of each.", row=row)
            )
        rows.append(row)
    if set(rows) <= {BACK}:
        raise Unteachable(say("--rows names no suit: say the rows from the top, as in --rows R,Y,G,B,W."))
    return tuple(rows)


def shots_in(photo: Picture, rows: Sequence[str], name: str, sizes: Sequence[CardSize] = USUAL_MM) -> dict[str, Shot]:
    """The photo and the corners of each card in it, code to shot. `name`: what the photo is called in a sentence;
    `sizes`: one of these a card may have.

    Raises Unteachable, naming the cards that aren't found.
    """
    grid, named = _looked_for(photo, rows, name)
    _refuse_unfound(grid, named, len(rows), name)
    _refuse_odd(grid, name, sizes)
    return _shots(photo, grid, named, name)


def some_shots_in(photo: Picture, rows: Sequence[str], name: str) -> dict[str, Shot]:
    """The same for those of the cards that are found, where these tell in which row and place each lies: some in the
    first row and in the last, in the first place and in the last. Raises Unteachable where they don't."""
    grid, named = _looked_for(photo, rows, name)
    tells = all({cell[k] for cell in grid.quads} >= _ends([cell[k] for cell in named.codes]) for k in (0, 1))
    if not tells or grid.extra or grid.overlapping or grid.height_px < LEAST_HEIGHT_PX:
        _refuse_unfound(grid, named, len(rows), name)
    _refuse_odd(grid, name)
    return _shots(photo, grid, named, name)


def _ends(places: Sequence[int]) -> set[int]:
    return {min(places), max(places)}


def _looked_for(photo: Picture, rows: Sequence[str], name: str) -> tuple[Grid, _Named]:
    if min(photo.shape[:2]) < LEAST_HEIGHT_PX:
        raise Unteachable(
            say(
                "{name} is only {width} x {height} pixels large: each card must be {least} pixels high in it.",
                name=name,
                width=photo.shape[1],
                height=photo.shape[0],
                least=LEAST_HEIGHT_PX,
            )
        )
    named = _Named({(i, j): code for j, row in enumerate(rows) for i, code in enumerate(codes_of(row))})
    grid = located_grid(photo, list(named.codes), named.backs)
    if BACK in rows and len(grid.quads) < len(named.codes):
        other = located_grid(photo, list(named.turned().codes), named.turned().backs)
        if len(other.quads) > len(grid.quads):
            grid, named = other, named.turned()
    if len(grid.quads) < len(named.codes) and is_overexposed(photo):
        raise Unteachable(
            say(
                "{name} is overexposed, and cards can't be found in so much white: dim the lamp, or lower the camera's "
                "exposure, and take it again.",
                name=name,
            )
        )
    return grid, named


def _shots(photo: Picture, grid: Grid, named: _Named, name: str) -> dict[str, Shot]:
    """The cards found, given the other way round where the photo was held upside down."""
    shots = {code: Shot(photo, grid.quads[cell]) for cell, code in named.codes.items() if cell in grid.quads}
    return shots if named.backs else _upright(shots, named, name)


def codes_of(row: str) -> list[str]:
    """The codes of a row's cards, from the left."""
    return [BACK] if row == BACK else [f"{row}{rank}" for rank in RANKS]


def _refuse_unfound(grid: Grid, named: _Named, rows: int, name: str) -> None:
    """Raises Unteachable with the first thing that is wrong."""
    lost = [(code, cell) for cell, code in named.codes.items() if cell not in grid.quads]
    if len(lost) > len(named.codes) / 2:
        raise Unteachable(
            say(
                "No grid of {rows} rows is found in {name}: lay the cards apart and upright, a row a suit, "
                "on a plain table of another colour than their edges, and take the photo from above.",
                rows=rows,
                name=name,
            )
        )
    if grid.overlapping:
        one, other = (named.codes[cell] for cell in grid.overlapping[0])
        raise Unteachable(say("{one} and {other} overlap in {name}: lay them apart.", one=one, other=other, name=name))
    if lost:
        cards = joined(
            (
                say("{card} (row {row}, place {place})", card=code, row=cell[1] + 1, place=cell[0] + 1)
                for code, cell in lost[:6]
            ),
            ", ",
        )
        if len(lost) > 6:
            cards = say("{cards} and {n} more", cards=cards, n=len(lost) - 6)
        raise Unteachable(
            say(
                "I can't find {cards} in {name}: {n} cards are wanted, each whole, apart from the "
                "others and unlike the table at its edges; lay them so and take the photo again.",
                cards=cards,
                name=name,
                n=len(named.codes),
            )
        )
    if grid.extra:
        raise Unteachable(
            say(
                "There are more cards in {name} than the {n} of the rows named: take the others away, or "
                "name their rows too.",
                name=name,
                n=len(named.codes),
            )
        )
    if grid.height_px < LEAST_HEIGHT_PX:
        raise Unteachable(
            say(
                "A card is only {n} pixels high in {name}: go nearer, {least} are needed.",
                n=format(grid.height_px, ".0f"),
                name=name,
                least=LEAST_HEIGHT_PX,
            )
        )


def _refuse_odd(grid: Grid, name: str, sizes: Sequence[CardSize] = USUAL_MM) -> None:
    """Raises OddProportions where what was found has no such card's."""
    if are_usual(grid.aspect, grid.height_px, sizes):
        return
    if len(sizes) == 1:
        width, height = sizes[0]
        raise OddProportions(
            f"What looks like cards in {name} isn't {width:g} x {height:g}: it is {100 * grid.aspect:.0f} % as wide as "
            "high. Measure a card again; or, if a border has the table's colour, lay them on another table."
        )
    raise OddProportions(
        say(
            "What looks like cards in {name} has no usual card's proportions ({percent} % as wide as high): a "
            "border of the table's colour was overlooked, it seems. Lay them on a table of another colour; or, if "
            "they are of an unusual size, say it, as in --card 61x88.",
            name=name,
            percent=format(100 * grid.aspect, ".0f"),
        )
    )


def _upright(shots: Mapping[str, Shot], named: _Named, name: str) -> dict[str, Shot]:
    """The shots, given the other way round where the numerals say that the photo was held upside down."""
    on_side = sum(_lies_on_side(shot.quad) for shot in shots.values()) > len(shots) / 2
    telling = [code for code in shots if code[1] in "1245"][:_ASKED]
    plates = {code: plate(shots[code].photo, shots[code].quad) for code in telling}
    read = ranks_read(plates)
    unread = {code: face for code, face in plates.items() if not read.get(code)}
    read = {**read, **ranks_read({code: half_turned(face) for code, face in unread.items()})}
    as_named = sum(text == code[1] for code, text in read.items())
    turned = sum(text == str(6 - int(code[1])) for code, text in read.items())
    if turned > _SURELY_TURNED and turned > 2 * as_named:
        return {
            code: shots[named.codes[cell]] for cell, code in named.turned().codes.items() if named.codes[cell] in shots
        }
    if on_side and not (as_named > _SURELY_TURNED and as_named > 2 * turned):
        raise Unteachable(
            say("{name} lies on its side, and no numeral tells which: turn it so that the rows are level.", name=name)
        )
    return dict(shots)


def half_turned(face: Picture) -> Picture:
    """The same face the other way up: some decks have larger numerals at one end."""
    return np.ascontiguousarray(face[::-1, ::-1])


def _lies_on_side(quad: Quad) -> bool:
    down = quad[2:].sum(axis=0) - quad[:2].sum(axis=0)
    return bool(abs(down[0]) > abs(down[1]))
