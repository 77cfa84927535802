"""What the mind asks of the rooms: a camera, and whatever else it can't do itself, as Protocols.

Law: nothing here knows who keeps the promise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture from a camera: `pixels` of (height, width, 3) in blue, green, red; `at` in monotonic seconds (a recording's
    own time); `index` counts from 0."""

    pixels: npt.NDArray[np.uint8]
    at: float
    index: int


class Camera(Protocol):
    """Whatever yields frames in order. Iterating opens it, `close` lets it go; both may be called once."""

    def frames(self) -> Iterator[Frame]:
        """Frames until the camera ends or is closed. Raises CameraError with a sentence where it can't go on."""
        ...

    def close(self) -> None:
        """Lets the camera go; no frame comes after it."""
        ...
