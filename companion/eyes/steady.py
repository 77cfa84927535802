"""What moves on the table though the light changes: lamps turned, a camera that adjusts, bands of a lamp's flicker."""

from __future__ import annotations

from companion.sight.light import light_between
from companion.sight.motion import moving
from companion.sight.pixels import Grey, Picture


def moving_in_any_light(now: Picture, earlier: Picture, unrest: Grey | None = None) -> Grey:
    """255 where something moved between two small table pictures. The light is asked for only where anything did."""
    mask = moving(now, earlier, unrest)
    if not mask.any():
        return mask
    light = light_between(earlier, now)
    return mask if light.is_same else moving(light.undone(now, earlier), earlier, unrest)
