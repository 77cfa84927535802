"""A deck laid out under a camera: looked at each time that the table comes to rest, until it can be taught.

Law: whatever is wrong with the grid is told while it lies there, so that it can be mended; nothing is asked back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from companion.errors import CameraError
from companion.eyes.righted import righted
from companion.ports import Camera, Frame
from companion.settings import View
from companion.sight.pixels import Picture
from companion.sight.sitting import sittings
from hardware.recorded import RecordedCamera
from models.proportions import USUAL_MM, CardSize
from models.teaching import Shot, Unteachable

_LIVE = "picamera2[:N], usb[:N] or file:PATH"


@dataclass(frozen=True, slots=True)
class Sat:
    """The cards in a mean of frames, and a frame after them to try the deck on."""

    shots: dict[str, Shot]
    after: Picture


def grid_under(
    spec: str,
    rows: Sequence[str],
    tell: Callable[[str], None],
    view: View,
    sizes: Sequence[CardSize] = USUAL_MM,
) -> Sat:
    """Waits for a grid of these rows. `tell` hears what is wrong with one; `view`: which way round a live camera gives
    its pictures; `sizes`: one of these a card may have. Raises CameraError, and
    Unteachable where the pictures end without one."""
    from models.rows import shots_in

    why: Unteachable | None = None
    with closing(_camera(spec)) as camera:
        for mean, after in sittings(_frames(camera, view)):
            try:
                return Sat(shots_in(mean, rows, "the camera's picture", sizes), after)
            except Unteachable as error:
                why = error
                tell(str(error))
    raise why or Unteachable(f"The pictures of {spec} end before the table lay still: leave the cards for two seconds.")


def _frames(camera: Camera, view: View) -> Iterator[Frame]:
    """The steady ones, the right way round; what was recorded has been set right before."""
    is_right = isinstance(camera, RecordedCamera)
    for frame in camera.frames():
        if frame.is_steady:
            yield frame if is_right else righted(frame, swap_red_blue=view.swap_red_blue, mirrored=view.mirrored)


def _camera(spec: str) -> Camera:
    """The camera itself; what is recorded is read as fast as it can be."""
    from hardware.cameras import source
    from hardware.recording import read_recording

    kind, _, rest = spec.partition(":")
    if kind == "file" and rest:
        return RecordedCamera(read_recording(Path(rest)))

    def drawn() -> NoReturn:
        raise _no_camera(spec)

    found = source(spec, drawn)
    if found.open is None or found.is_pretend:
        raise _no_camera(spec)
    return found.open()


def _no_camera(spec: str) -> CameraError:
    return CameraError(f"There is no camera in {spec!r} that sees your cards: name {_LIVE}, or teach from photos.")
