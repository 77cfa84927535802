"""Every face of the shipped deck, turned by 15 degrees at a time: read as what it is, or not read; never as another."""

import random

import pytest

from companion.sight.look import look
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import LyingCard, Scene

PLACES = [(x, y) for y in (110, 370) for x in (90, 230, 370, 510, 650)]


def pictured(painter, codes, turn):
    return painter.frame(Scene(tuple(LyingCard(code, *at, turn) for code, at in zip(codes, PLACES, strict=False))))


@pytest.mark.trials
def test_every_face_is_read_at_every_angle(lantern, told):
    painter = Painter(lantern.plates, lantern.card_mm, Lens.over((1280, 720)), Conditions(), seed=1)
    reader, plates = lantern.reader(), list(lantern.plates.values())
    faces = [code for code in lantern.plates if code != "back"]
    right, wrong, unread = 0, [], 0
    for turn in range(0, 360, 15):
        random.Random(turn).shuffle(faces)
        for begin in range(0, len(faces), len(PLACES)):
            shown = faces[begin : begin + len(PLACES)]
            read = [match.code for match in look(reader, pictured(painter, shown, turn), lantern.card_mm, plates).clear]
            right += sum(code in shown for code in read)
            wrong += [(turn, code) for code in read if code not in shown]
            unread += len(shown) - len(read)
    told(f"{len(faces)} faces at 24 angles: {right} right, {len(wrong)} wrong, {unread} not clear enough to be named")
    assert wrong == []
    assert right > 0.98 * (right + unread)
