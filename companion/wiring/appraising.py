"""What is said of the table's picture while it is set up: mat, size, light, focus and glare, each with its mend."""

from __future__ import annotations

from companion.evening.alarms import PLACES
from companion.eyes.upkeep import TOO_SOFT_MM
from companion.sentences import Sentence, listed, say, say_number
from companion.showing import Judged
from companion.sight.viewing import Shown, blur, full_share, inside, mirrored, whiteness
from models.rows import LEAST_HEIGHT_PX

_CORNERS = (say("top left"), say("top right"), say("bottom right"), say("bottom left"))
_DARK, _DIM, _GLARING = 60.0, 110.0, 0.25
_SOFT_MM = 2.0
_ROOMY = 1.2
_ACROSS, _DOWN = ("left", "", "right"), ("top", "", "bottom")


def appraised(seen: Shown, card_mm: tuple[float, float]) -> tuple[Judged, ...]:
    """The picture judged; of one without a mat only that is said."""
    mat = _mat(seen)
    if seen.mat is None:
        return (mat,)
    return mat, _size(seen.px_per_mm * card_mm[1]), _light(seen), _focus(seen), _glare(seen)


def _mat(seen: Shown) -> Judged:
    if seen.mat is not None and not seen.mat.markers:
        return Judged("mat", True, say("The table lies where the settings say."))
    lost = [name for number, name in enumerate(_CORNERS) if number not in seen.markers]
    if not lost:
        return Judged("mat", True, say("All four markers are seen."))
    if len(lost) == len(_CORNERS):
        return Judged("mat", False, say("No marker is seen: lay the mat under the camera, in good light."))
    missing = say_number(
        "The marker at the {where} isn't seen", "The markers at the {where} aren't seen", len(lost), where=listed(lost)
    )
    if len(lost) == 1 and seen.mat is not None:
        return Judged("mat", True, say("{missing}; three are enough.", missing=missing))
    return Judged("mat", False, say("{missing}: three are needed. Clear them, or turn the camera.", missing=missing))


def _size(height_px: float) -> Judged:
    said = say("A card is {n} pixels high", n=round(height_px))
    if height_px < LEAST_HEIGHT_PX:
        return Judged(
            "size",
            False,
            say(
                "{said}, and {least} are needed: hang the camera lower.",
                said=said,
                least=LEAST_HEIGHT_PX,
            ),
        )
    if height_px < LEAST_HEIGHT_PX * _ROOMY:
        return Judged("size", True, say("{said}: just enough. Lower would be better.", said=said))
    return Judged("size", True, say("{said}: large enough.", said=said))


def _light(seen: Shown) -> Judged:
    white = whiteness(seen)
    if white < _DARK:
        return Judged("light", False, say("Too dark to read cards: bring more light."))
    if full_share(inside(seen)) > _GLARING:
        return Judged("light", False, say("Too bright to tell colours: dim the lamp, or lower the camera's exposure."))
    if white < _DIM:
        return Judged("light", True, say("A little dark: more light would be better."))
    return Judged("light", True, say("Bright enough."))


def _focus(seen: Shown) -> Judged:
    soft = blur(seen)
    if soft is None:
        return Judged("focus", True, say("Focus can't be judged without a marker in sight."))
    if soft >= TOO_SOFT_MM:
        return Judged("focus", False, say("Blurred: focus the camera."))
    if soft >= _SOFT_MM:
        return Judged("focus", True, say("A little soft: focus the camera if it can be."))
    return Judged("focus", True, say("In focus."))


def _glare(seen: Shown) -> Judged:
    assert seen.mat is not None
    spot = mirrored(inside(seen), float(seen.mat.to_pixels[0, 0]))
    if spot is None:
        return Judged("glare", True, say("No lamp is mirrored."))
    return Judged("glare", False, say("A lamp is mirrored {where}: move it, or turn the mat.", where=_where(*spot)))


def _where(x: float, y: float) -> Sentence:
    words = " ".join(word for word in (_DOWN[min(2, int(3 * y))], _ACROSS[min(2, int(3 * x))]) if word)
    return PLACES[f"at the {words}" if words else "in the middle"]
