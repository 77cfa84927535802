"""What is said of the table's picture while it is set up: mat, size, light, focus and glare, each with its mend."""

from __future__ import annotations

from companion.eyes.upkeep import TOO_SOFT_MM
from companion.showing import Judged
from companion.sight.viewing import Shown, blur, full_share, inside, mirrored, whiteness
from models.rows import LEAST_HEIGHT_PX

_CORNERS = ("top left", "top right", "bottom right", "bottom left")
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
        return Judged("mat", True, "The table lies where the settings say.")
    lost = [name for number, name in enumerate(_CORNERS) if number not in seen.markers]
    if not lost:
        return Judged("mat", True, "All four markers are seen.")
    if len(lost) == len(_CORNERS):
        return Judged("mat", False, "No marker is seen: lay the mat under the camera, in good light.")
    missing = f"The marker at the {lost[0]} isn't seen"
    if len(lost) > 1:
        missing = f"The markers at the {_listed(lost)} aren't seen"
    if len(lost) == 1 and seen.mat is not None:
        return Judged("mat", True, f"{missing}; three are enough.")
    return Judged("mat", False, f"{missing}: three are needed. Clear them, or turn the camera.")


def _size(height_px: float) -> Judged:
    said = f"A card is {height_px:.0f} pixels high"
    if height_px < LEAST_HEIGHT_PX:
        return Judged("size", False, f"{said}, and {LEAST_HEIGHT_PX} are needed: hang the camera lower.")
    if height_px < LEAST_HEIGHT_PX * _ROOMY:
        return Judged("size", True, f"{said}: just enough. Lower would be better.")
    return Judged("size", True, f"{said}: large enough.")


def _light(seen: Shown) -> Judged:
    white = whiteness(seen)
    if white < _DARK:
        return Judged("light", False, "Too dark to read cards: bring more light.")
    if full_share(inside(seen)) > _GLARING:
        return Judged("light", False, "Too bright to tell colours: dim the lamp, or lower the camera's exposure.")
    if white < _DIM:
        return Judged("light", True, "A little dark: more light would be better.")
    return Judged("light", True, "Bright enough.")


def _focus(seen: Shown) -> Judged:
    soft = blur(seen)
    if soft is None:
        return Judged("focus", True, "Focus can't be judged without a marker in sight.")
    if soft >= TOO_SOFT_MM:
        return Judged("focus", False, "Blurred: focus the camera.")
    if soft >= _SOFT_MM:
        return Judged("focus", True, "A little soft: focus the camera if it can be.")
    return Judged("focus", True, "In focus.")


def _glare(seen: Shown) -> Judged:
    assert seen.mat is not None
    spot = mirrored(inside(seen), float(seen.mat.to_pixels[0, 0]))
    if spot is None:
        return Judged("glare", True, "No lamp is mirrored.")
    return Judged("glare", False, f"A lamp is mirrored {_where(*spot)}: move it, or turn the mat.")


def _where(x: float, y: float) -> str:
    words = " ".join(word for word in (_DOWN[min(2, int(3 * y))], _ACROSS[min(2, int(3 * x))]) if word)
    return f"at the {words}" if words else "in the middle"


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
