"""What was seen, step by step, as pictures for people: `watch --debug DIR`.

Law: it only writes; nothing that is believed depends on it. A look that tells what the one before it told has a line in
`log.txt` and no picture of its own.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from companion.eyes.belief import Belief, table_area, upscaled
from companion.eyes.diary import Looked, decision_line, look_line
from companion.eyes.sheet import GREEN, GREY, RED, YELLOW, Panel, page, scaled, with_mask, with_quads
from companion.eyes.tries import NotedReader, Score, Try, best_classes
from companion.sight.change import change_mask, gains
from companion.sight.motion import MM
from companion.sight.pixels import Floats, Picture
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Match, Taught
from companion.sight.rectify import rectified
from companion.sight.sighting import PlaceSeen

_MARGIN_MM = 25.0
_KINDS = {"card": GREEN, "sleeve": (230, 180, 60), "frame": (60, 160, 255), "inner frame": (220, 90, 220)}
_MOST_CARDS = 2
_OVERVIEW = 1.5
_RECENT_S = 3.0
_HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>What was seen</title>
<style>body{background:#1b1b1b;color:#ddd;font:15px/1.4 sans-serif;margin:1.5em}img{max-width:100%;display:block}
figure{margin:0 0 2em}figcaption{padding:.3em 0}.decided{color:#8f8}</style>
<h1>What was seen</h1><p>One picture a look; green: what was decided. Every look has its line in <a href="log.txt"
style="color:#9cf">log.txt</a>.</p>
"""


class PictureNotes:
    """A picture a look: the gate, the change, the outlines tried, the card found beside the taught one, the scores.

    `plates`: the taught faces by their code. The eyes must read with `reader`, which remembers what it was offered.
    """

    def __init__(self, folder: Path, taught: Taught, plates: Mapping[str, Picture]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.reader = NotedReader(taught)
        self._folder, self._plates = folder, plates
        self._count = 0
        self._told = ""
        (folder / "index.html").write_text(_HEAD, encoding="utf-8")
        (folder / "log.txt").write_text("", encoding="utf-8")

    def looked(self, look: Looked, belief: Belief, table: Picture, small: Picture, still_s: Floats) -> None:
        """Writes a picture, named by its number and frame, unless the look before told the same."""
        line, tries = look_line(look), self.reader.taken()
        self._write("log.txt", line + "\n")
        story = line.partition(": look ")[2].partition(": ")[2].partition(" (")[0]
        told = f"{look.place.centre_mm[0] // 20:.0f} {look.place.centre_mm[1] // 20:.0f} {story}"
        if told == self._told and look.verdict is None:
            return
        self._told = told
        self._count += 1
        name = f"{self._count:05d}-frame-{look.index:06d}.jpg"
        gate = Panel("gate: the redder, the later it moved", _overview(small, still_s, look))
        says = "another look is wanted" if look.verdict is None else "this is believed"
        picture = page(f"{line}: {says}", [gate, *_panels(look, belief, table, tries), *self._cards(look, table)])
        encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
        (self._folder / name).write_bytes(encoded.tobytes())
        self._write(
            "index.html",
            f'<figure><img loading="lazy" src="{name}" alt="{html.escape(line)}" width="{picture.shape[1]}" '
            f'height="{picture.shape[0]}"><figcaption>{html.escape(line)}</figcaption></figure>\n',
        )

    def decided(self, look: Looked, seen: PlaceSeen, names: Mapping[int, str]) -> None:
        """Adds the decision's line."""
        line = decision_line(look, seen, names)
        self._write("log.txt", f"{line}  <-- decided\n")
        self._write("index.html", f'<p class="decided">{html.escape(line)}</p>\n')

    def _cards(self, look: Looked, table: Picture) -> list[Panel]:
        panels: list[Panel] = []
        for match in _matches(look)[:_MOST_CARDS]:
            plate = self._plates.get(match.code)
            card = rectified(table, match.quad)
            panels.append(Panel("the card found" if match.is_clear else "perhaps a card", scaled(card, 2.0)))
            if plate is not None:
                size = (card.shape[1] * 2, card.shape[0] * 2)
                panels.append(Panel(f"{match.code} as taught", np.asarray(cv2.resize(plate, size), np.uint8)))
            panels.append(_scores(best_classes(self.reader.taught, table, match.quad), match))
        return panels

    def _write(self, name: str, text: str) -> None:
        with (self._folder / name).open("a", encoding="utf-8") as file:
            file.write(text)


def _matches(look: Looked) -> list[Match]:
    found = look.found
    return [*found.new, *(match for _, match in found.moved), *([found.unsure] if found.unsure else [])]


def _panels(look: Looked, belief: Belief, table: Picture, tries: list[Try]) -> list[Panel]:
    """The steps before a card is read."""
    left, top, right, bottom = area = table_area(look.place.area_mm, _MARGIN_MM, table.shape)
    before, now = belief.within(area), table[top:bottom, left:right]
    where = upscaled(look.place.mask, table.shape)[top:bottom, left:right]
    where = np.asarray(cv2.dilate(where, np.ones((9, 9), np.uint8)), np.uint8)
    elsewhere = np.asarray(cv2.bitwise_not(where)[::3, ::3], np.uint8)
    changed = change_mask(before, now, gains(before[::3, ::3], now[::3, ::3], elsewhere), PX_PER_MM) & where
    size = min(2.0, 300 / (bottom - top), 420 / (right - left))
    outlines = [(match.quad - (left, top), GREEN if match.is_clear else RED) for match in _matches(look)]
    return [
        Panel("before", scaled(before, size)),
        Panel("now, and what was found", with_quads(scaled(now, size), outlines, size, 2)),
        Panel(f"changed: {cv2.countNonZero(changed) / PX_PER_MM**2:.0f} mm2", with_mask(scaled(now, size), changed)),
        *_outlines(tries, 300),
    ]


def _overview(small: Picture, still_s: Floats, look: Looked) -> Picture:
    """The table, redder where something moved in the last seconds, and a box around this place."""
    heat = 0.6 * np.clip(1 - still_s / _RECENT_S, 0, 1)[:, :, None]
    shown = scaled(np.asarray(small * (1 - heat) + heat * np.array(RED), np.uint8), _OVERVIEW)
    scale = _OVERVIEW / MM
    left, top, right, bottom = (round(side * scale) for side in look.place.area_mm)
    return np.asarray(cv2.rectangle(shown, (left, top), (right, bottom), YELLOW, 2), np.uint8)


def _outlines(tries: list[Try], height: int) -> list[Panel]:
    """Every outline that was offered to the reader, by kind."""
    if not tries:
        return []
    picture = tries[0].picture
    size = min(2.0, height / picture.shape[0], 420 / picture.shape[1])
    kinds = {one.kind: _KINDS.get(one.kind, GREY) for one in tries}
    quads = [(one.quad, kinds[one.kind]) for one in reversed(tries) if one.picture.shape == picture.shape]
    shown = with_quads(scaled(picture, size), quads, size, 1)
    return [Panel(f"{len(tries)} outlines tried", shown, tuple(kinds.items()))]


def _scores(scores: list[Score], match: Match) -> Panel:
    lines = [f"{one.code:5s} distance {one.distance:6.0f}   alike {one.alike:5.2f}" for one in scores]
    colours = [GREEN if one.code == match.code and match.is_clear else GREY for one in scores]
    blank = np.zeros((24 * len(lines), 260, 3), np.uint8)
    return Panel("nearest classes", blank, tuple(zip(lines, colours, strict=True)))
