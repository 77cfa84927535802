"""The bench at length: ten thousand arrivals, and each situation on many tables; `pytest -m trials -s` shows figures.

The arrivals take an hour and more on two processors that do nothing else. `COMPANION_TRIAL=FILE` keeps them, so that a
run goes on where another stopped; `companion bench --arrivals 10000 --seed 13 --results FILE` does it in parts of nine
minutes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from companion.measure.report import cards, single, strangers, voted
from companion.measure.situations import SITUATIONS
from companion.measure.staging import House, Told
from companion.measure.strangers import strange_cards
from companion.measure.tell import arrival_sentences, situation_sentences
from companion.measure.trial import Trial, continued, kept

ARRIVALS, SEED, TABLES = 10_000, 13, 10


@pytest.mark.trials
def test_ten_thousand_arrivals_have_none_wrong(lantern, tmp_path):
    path = Path(os.environ.get("COMPANION_TRIAL", tmp_path / "arrivals.jsonl"))
    trial = Trial(lantern, SEED, strange_cards(lantern.name))
    for _ in continued(trial, path, ARRIVALS, minutes=600, processes=os.cpu_count() or 1):
        pass
    found = kept(path, trial)[:ARRIVALS]
    sys.stdout.writelines(f"{line}\n" for line in arrival_sentences(lantern.name, SEED, found, {}))
    several = voted(cards(found))
    assert len(found) == ARRIVALS
    assert (single(found).wrong, several.wrong, single(strangers(found)).wrong) == (0, 0, 0)
    assert single(cards(found)).right >= 0.97 * len(cards(found))
    assert several.right >= 0.98 * len(cards(found))


@pytest.mark.trials
def test_situations_on_ten_tables_each_are_never_told_wrongly(lantern):
    house = House(lantern)
    found = [house.play(one, SEED + 2 * table) for table in range(TABLES) for one in SITUATIONS]
    sys.stdout.writelines(f"{line}\n" for line in situation_sentences(lantern.name, SEED, found))
    assert [one for one in found if one.outcome is Told.WRONG] == []
    assert sum(one.outcome is Told.RIGHT for one in found) >= 0.9 * len(found)
