"""Some faces of a taught deck photographed again: those are replaced, the others are kept, and all is trained anew.

Law: the deck's version grows by one; a face that the deck hasn't got is no face to be taught again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.sentences import say
from companion.sight.locate import located_like
from companion.sight.pixels import Picture
from companion.sight.teach import plate
from models.edition import Edition
from models.teaching import Shot, Unteachable, named_photos, teach_plates


def shots_again(deck: Edition, folder: Path) -> dict[str, Shot]:
    """The cards in a folder's photos. Raises Unteachable."""
    return shots_like(deck, named_photos(folder))


def shots_like(deck: Edition, photos: Mapping[str, Picture]) -> dict[str, Shot]:
    """The card in each of these photos, code to photo, known by what the deck's faces have in common. Raises
    Unteachable."""
    _refuse_new(deck, photos)
    quads = located_like(photos, list(deck.plates.values()))
    lost = ", ".join(code for code, quad in quads.items() if quad is None)
    if lost:
        raise Unteachable(
            say(
                "The pictures of {cards} show no card of the deck {name}: photograph it whole on a plain table.",
                cards=lost,
                name=deck.name,
            )
        )
    return {code: Shot(photos[code], quad) for code, quad in quads.items() if quad is not None}


def shot_like(faces: Sequence[Picture], code: str, photo: Picture) -> Shot:
    """The one card in a photo that has what these faces of its deck have in common. Raises Unteachable."""
    quad = located_like({code: photo}, faces)[code]
    if quad is None:
        raise Unteachable(say("{card} isn't seen: lay it alone and whole on the plain mat, and try again.", card=code))
    return Shot(photo, quad)


def taught_again(deck: Edition, shots: Mapping[str, Shot], *, photos: int) -> Edition:
    """The deck with these faces instead of its own. Raises Unteachable where two are then alike."""
    _refuse_new(deck, shots)
    fresh = {code: plate(shot.photo, shot.quad) for code, shot in shots.items()}
    plates = {code: fresh.get(code, face) for code, face in deck.plates.items()}
    return teach_plates(deck.name, plates, deck.card_mm, photos=photos, version=deck.version + 1)


def _refuse_new(deck: Edition, given: Mapping[str, object]) -> None:
    new = ", ".join(code for code in given if code not in deck.plates)
    if new:
        raise Unteachable(
            say("The deck {name} has no {cards}: leave --again out to teach it whole.", name=deck.name, cards=new)
        )
