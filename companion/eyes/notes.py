"""What was seen, step by step, as pictures for people: `watch --debug DIR`.

Law: it only writes; nothing that is believed depends on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from companion.eyes.belief import Belief, table_area, upscaled
from companion.eyes.examine import Examined
from companion.eyes.stillness import Place
from companion.sight.pixels import Picture
from companion.sight.reader import Match
from companion.sight.rectify import rectified

_GREEN, _RED, _WHITE = (80, 220, 80), (60, 60, 230), (255, 255, 255)
_MARGIN_MM = 15.0


class Notes(Protocol):
    """Whoever wants to know what each look at a place found."""

    def looked(self, index: int, belief: Belief, table: Picture, place: Place, found: Examined) -> None:
        """One look at a settled place, in frame `index`."""
        ...


class PictureNotes:
    """A picture a look: believed table, table now, what changed, and the card found beside the taught one, with
    scores."""

    def __init__(self, folder: Path, plates: Mapping[str, Picture]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._plates = folder, plates
        self._count = 0

    def looked(self, index: int, belief: Belief, table: Picture, place: Place, found: Examined) -> None:
        """Writes one picture, named by its number and frame."""
        left, top, right, bottom = area = table_area(place.area_mm, _MARGIN_MM, table.shape)
        after = table[top:bottom, left:right].copy()
        mask = upscaled(place.mask, table.shape)[top:bottom, left:right]
        matches = [*found.new, *(match for _, match in found.moved), *([found.unsure] if found.unsure else [])]
        for match in matches:
            corners = np.round(match.quad - (left, top)).astype(np.int32)
            cv2.polylines(after, [corners], True, _GREEN if match.is_clear else _RED, 1)
        shown = [belief.within(area), after, np.asarray(cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR), np.uint8)]
        for match in matches:
            shown += [rectified(table, match.quad), self._taught(match)]
        page = _side_by_side(shown)
        for line, text in enumerate([_words(match) for match in matches] or [_nothing(found)]):
            cv2.putText(page, text, (4, 14 + 14 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.4, _WHITE, 1, cv2.LINE_AA)
        self._count += 1
        name = self._folder / f"{self._count:05d}-frame-{index:06d}.png"
        name.write_bytes(cv2.imencode(".png", page)[1].tobytes())

    def _taught(self, match: Match) -> Picture:
        plate = self._plates[match.code]
        return np.asarray(cv2.resize(plate, (plate.shape[1] // 2, plate.shape[0] // 2)), np.uint8)


def _words(match: Match) -> str:
    verdict = "clear" if match.is_clear else "unsure"
    near = f"distance {match.distance:.0f}, margin {match.margin:.2f} to {match.runner_up}"
    return f"{match.code} {verdict}: {near}, alike {match.alike:.2f}, lead {match.lead:.2f}"


def _nothing(found: Examined) -> str:
    why = "only the light" if found.only_light else f"residue {found.residue:.2f} of a card"
    return f"no card; gone: {', '.join(map(str, found.gone)) or 'none'}; {why}"


def _side_by_side(pictures: list[Picture]) -> Picture:
    """Pictures of any height in a row, under a band for words."""
    height = max(picture.shape[0] for picture in pictures) + 60
    columns = [cv2.copyMakeBorder(p, 60, height - 60 - p.shape[0], 0, 6, cv2.BORDER_CONSTANT) for p in pictures]
    row = cv2.hconcat(columns)
    least = 560
    return np.asarray(cv2.copyMakeBorder(row, 0, 0, 0, max(0, least - row.shape[1]), cv2.BORDER_CONSTANT), np.uint8)
