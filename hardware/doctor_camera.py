"""What is amiss with the camera and with how it sees the table: seen by taking pictures, as the table itself would.

Law: it is opened once, for all that is asked of it, and let go again; nothing is waited for longer than some seconds.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import cached_property

import cv2
import numpy as np

from companion.diagnosis import Check, fail, ok, warn
from companion.eyes.glare import GlareWatch
from companion.eyes.upkeep import TOO_SOFT_MM
from companion.settings import Settings, View
from companion.sight.contrast import looks_alike
from companion.sight.focus import blur_mm
from companion.sight.mat import Mat, markers, mat_from_corners, mat_from_markers
from companion.sight.pixels import Picture
from companion.sight.tilt import tilt_deg
from hardware.cameras import source
from hardware.doctor_pictures import Taken, take
from hardware.fingers import Pressing
from hardware.mounting import LEAST_CARD_PX
from hardware.paced import Pace

CAMERA_S = 12.0
MOST_TILT_DEG = 30.0
_LEAST_WIDTH, _LEAST_HEIGHT = 1280, 720
_DARK = 30.0
_PLUG = "Pull its plug and put it in again (a Pi's own with the Pi switched off); if it stays so try another cable."


class CameraDoctor:
    """Looks at the camera that `spec` names. Raises Unreadable for a spec that is none."""

    def __init__(
        self,
        spec: str,
        simulated: Callable[[], Pressing],
        *,
        patience_s: float = CAMERA_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._found = source(spec, simulated, pace=Pace(1e6))
        self._patience_s, self._clock = patience_s, clock

    def camera(self) -> Check:
        """Does it give pictures, new ones, fast enough, is anything seen in them, and are they large enough?"""
        name = self._found.name
        if self._found.open is None:
            mend = "Say --camera auto to look for one."
            return warn("camera", "None, as asked for: nothing is seen on the table.", mend)
        taken = self._taken
        if taken.picture is None:
            return fail("camera", f"{name}: no picture.", taken.why)
        height, width = taken.picture.shape[:2]
        said = " ".join(filter(None, (f"{name} gives pictures of {width} x {height}.", taken.about)))
        if self._found.is_pretend:
            mend = "For a real one say --camera picamera2, or --camera usb:0."
            return warn("camera", f"{said} {self._found.say}", mend)
        if taken.why:
            return fail("camera", f"{said} Then it failed: {taken.why}", _PLUG)
        if taken.blind:
            return fail("camera", said, taken.blind)
        if width < _LEAST_WIDTH or height < _LEAST_HEIGHT:
            mend = f"Cards are read surely from {_LEAST_WIDTH} x {_LEAST_HEIGHT} on: try another camera."
            return warn("camera", said, " ".join(filter(None, (mend, taken.remark))))
        return warn("camera", said, taken.remark) if taken.remark else ok("camera", said)

    def mat(
        self, settings: Settings, card_mm: tuple[float, float], faces: Callable[[], Sequence[Picture]] = tuple
    ) -> Check:
        """Is the mat seen, straight enough, near enough, sharp, in light, and another colour than the cards? `faces`:
        of the deck that is played."""
        view = settings.view
        if self._found.open is None or view.line is not None:
            return ok("mat", "None is looked for.")
        if self._taken.picture is None:
            return warn("mat", "Not looked for: there is no picture.", "Mend the camera first.")
        picture = _righted(self._taken.picture, view)
        seen = frozenset[int]() if view.corners is not None else frozenset(markers(picture))
        mat = _mat(picture, settings)
        if mat is None:
            return warn("mat", _seen(seen), _unseen(picture))
        facts, mends = zip(*_looked(picture, mat, card_mm, faces), strict=True)
        said = f"{_seen(seen) if view.corners is None else 'By its corners in the settings.'} {' '.join(facts)}"
        wrong = [mend for mend in mends if mend]
        return warn("mat", said, " ".join(wrong)) if wrong else ok("mat", said)

    @cached_property
    def _taken(self) -> Taken:
        """Off this thread, since opening may hang."""
        answers: list[Taken] = []
        found, patience_s = self._found, self._patience_s
        looking = threading.Thread(target=lambda: answers.append(take(found, self._clock)), daemon=True)
        looking.start()
        looking.join(patience_s)
        hangs = f"It hangs: nothing for {patience_s:g} seconds. Look at its cable, or start the Pi anew."
        return answers[0] if answers else Taken(why=hangs)


def _righted(picture: Picture, view: View) -> Picture:
    columns, channels = (slice(None, None, -1 if on else 1) for on in (view.mirrored, view.swap_red_blue))
    return np.ascontiguousarray(picture[:, columns, channels])


def _mat(picture: Picture, settings: Settings) -> Mat | None:
    corners, size_mm = settings.view.corners, settings.zones.mat
    if corners is not None:
        return mat_from_corners(np.array(corners, np.float32), size_mm)
    return mat_from_markers(markers(picture), size_mm)


def _seen(numbers: frozenset[int]) -> str:
    """Which of the markers."""
    names = ("top left", "top right", "bottom right", "bottom left")
    missing = [name for number, name in enumerate(names) if number not in numbers]
    if not missing:
        return "All four markers are seen."
    if len(missing) == len(names):
        return "No marker of the mat is seen."
    return f"The {'marker' if len(missing) == 1 else 'markers'} at the {' and '.join(missing)} can't be seen."


def _unseen(picture: Picture) -> str:
    if _brightness(picture) < _DARK:
        return "It is too dark: bring more light, or take the cap off."
    if len(markers(np.asarray(cv2.flip(picture, 1), np.uint8))) >= 3:
        return "The picture is mirrored: turn that off in the camera, or set mirrored = true in [view]."
    return "Lay the mat (companion mat prints it) so that the camera sees all four corners, in light and in focus."


def _looked(
    picture: Picture, mat: Mat, card_mm: tuple[float, float], faces: Callable[[], Sequence[Picture]]
) -> list[tuple[str, str]]:
    """What was seen, each with its mend, empty where all is well."""
    height, width = picture.shape[:2]
    tilt = tilt_deg(mat, (width, height))
    px_per_mm = float((cv2.contourArea(mat.corners_px) / (mat.size_mm[0] * mat.size_mm[1])) ** 0.5)
    across, down = card_mm[0] * px_per_mm, card_mm[1] * px_per_mm
    blur = blur_mm(picture, mat) if mat.markers else None
    table = mat.table(picture, 0.4, (0.0, 0.0, *mat.size_mm))
    light = _brightness(table)
    found = [
        (
            f"The camera is tilted by {tilt:.0f} degrees.",
            f"Hang it more nearly over the mat's middle: at most {MOST_TILT_DEG:.0f} degrees."
            if tilt > MOST_TILT_DEG
            else "",
        ),
        (
            f"A card is {across:.0f} x {down:.0f} pixels.",
            f"Hang it nearer, or take larger pictures: {LEAST_CARD_PX:.0f} high at least."
            if down < LEAST_CARD_PX
            else "",
        ),
        (
            f"The table's brightness is {light:.0f} of 255.",
            _mend_light(light, table),
        ),
    ]
    if blur is not None:
        mend = "Focus the camera: turn its lens, or lay cards there and start again." if blur >= TOO_SOFT_MM else ""
        found.append(
            (f"The markers' edges are {blur:.1f} mm wide: {'too soft to read by' if mend else 'sharp'}.", mend)
        )
    if looks_alike(picture, mat, table, faces()):
        found.append(("The cards' border and this table look alike.", "Put a cloth of another colour under them."))
    return found


def _mend_light(light: float, table: Picture) -> str:
    """What to do about the light; empty where it is right."""
    glare = GlareWatch()
    glare.watch(table)
    if "glare:everywhere" in glare.alarms():
        return "It is too bright to read cards: dim the lamp, or lower the camera's exposure."
    return "Bring more light." if light < _DARK else ""


def _brightness(picture: Picture) -> float:
    return float(np.median(picture[::4, ::4].max(axis=2)))
