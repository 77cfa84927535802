"""Cards of another deck on the table: noticed after a few, not read; the right deck in bad light is never accused."""

from __future__ import annotations

import numpy as np
import pytest

from companion.eyes.eyes import Eyes
from companion.ports import Frame
from companion.wiring.decks import find_deck, styled_deck
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import LyingCard, Scene

pytestmark = pytest.mark.slow
ACCUSED = "unknown-object:other-deck:"


def laid_one_by_one(taught, lying, conditions, seed, seconds=3.4, count=6):
    """(named as, really) for each card, and the alarms by the number of cards then laid."""
    rng = np.random.default_rng(seed)
    codes = [str(code) for code in rng.permutation([code for code in lying.plates if code != "back"])[:count]]
    cards = [LyingCard(code, 90 + 100 * n, 110, float(rng.normal(0, 4))) for n, code in enumerate(codes)]
    draws = Painter(lying.plates, lying.card_mm, Lens.over(tilt_deg=4), conditions, seed=seed)
    eyes = Eyes(taught.reader(), taught.card_mm, name=taught.name)
    read: list[tuple[str, str]] = []
    alarms: dict[str, int] = {}
    index = 0
    for number in range(count + 1):
        for _ in range(round(10 * (seconds if number else 0.8))):
            seen = eyes.look(Frame(draws.frame(Scene(tuple(cards[:number])), index / 10), index / 10, index))
            index += 1
            read += [(str(s.reading.card or "?"), codes[number - 1]) for p in seen.places for s in p.appeared]
            for word in seen.alarms:
                alarms.setdefault(word, number)
    return read, alarms


@pytest.mark.parametrize("style", [pytest.param("noon", marks=pytest.mark.trials), "carved"])
def test_a_deck_drawn_otherwise_is_noticed_and_not_read(lantern, style):
    read, alarms = laid_one_by_one(lantern, styled_deck(style), Conditions(), seed=3)
    assert alarms[ACCUSED + "lantern"] <= 6
    assert all(named in ("?", was) for named, was in read)


@pytest.mark.trials
def test_a_printed_deck_and_the_shipped_one_are_told_apart_both_ways(lantern, tin):
    printed = find_deck(str(tin))
    for taught, lying in ((lantern, printed), (printed, lantern)):
        read, alarms = laid_one_by_one(taught, lying, Conditions(), seed=5)
        assert alarms[ACCUSED + taught.name] <= 5
        assert {named for named, _ in read} <= {"?"}


@pytest.mark.parametrize("seed", [1, 3, 5, 7])
def test_the_right_deck_is_not_accused_in_a_pub(lantern, seed):
    light = Conditions.random(np.random.default_rng(seed), 0.9)
    read, alarms = laid_one_by_one(lantern, lantern, light, seed=seed, seconds=1.5)
    assert not any(word.startswith("unknown-object") for word in alarms)
    assert all(named in ("?", was) for named, was in read)
