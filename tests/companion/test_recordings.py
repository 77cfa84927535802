"""The recordings as a whole: what sight, tracker, umpire and rules make of them is what really happened."""

from __future__ import annotations

import json

import pytest

from companion.cli import main
from companion.rules.agreement import read_setup
from companion.rules.cards import Card
from companion.rules.commands import Discard, GiveClue, Play
from companion.rules.game import Game
from companion.snapshot import state_line

ACTIONS = ("play", "misplay", "discard", "clue")
LATE_S = 2.0
"""How far the moment in which a hand was seen to leave may be from when it did; a press names its own frame."""


def head_of(folder):
    return json.loads((folder / "recording.json").read_text(encoding="utf-8"))


def really(head):
    """What the truth says happened: (event, card) in order."""
    return [("misplay" if line.get("misplay") else line["do"], line.get("card")) for line in head["truth"]]


def ruled(head):
    """The final state by the rules alone."""
    game = Game.new(read_setup(head["setup"]))
    for event, code in really(head):
        if event == "clue":
            game = game.handle(GiveClue())
        else:
            card = Card.parse(code)
            game = game.handle(Discard(card) if event == "discard" else Play(card, misplay=event == "misplay"))
    return state_line(game)


def watched(folder, deck, capsys):
    """The lines that `companion watch` tells, and the final state."""
    capsys.readouterr()
    assert main(["watch", str(folder), "--deck", str(deck), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return lines[:-1], lines[-1]["final"]


@pytest.mark.parametrize("name", ["opening-calm", "opening-dark", "game-lively", "game-restless"])
def test_every_event_of_a_recording_is_told_as_it_happened(name, shared_data, tin, capsys):
    folder = shared_data / "recordings" / name
    head = head_of(folder)
    lines, final = watched(folder, tin, capsys)
    acted = [line for line in lines if line["event"] in ACTIONS]
    assert [(line["event"], line.get("card")) for line in acted] == really(head)
    late = [abs(line["frame"] - true["frame"]) / head["fps"] for line, true in zip(acted, head["truth"], strict=True)]
    assert max(late) < LATE_S
    assert final == ruled(head)


def test_a_hard_recording_has_nothing_wrong_and_the_third_misplay_is_asked_first(shared_data, tin, capsys):
    folder = shared_data / "recordings" / "loss-hard"
    head = head_of(folder)
    lines, final = watched(folder, tin, capsys)
    told = [(line["event"], line.get("card")) for line in lines if line["event"] in ACTIONS]
    true = really(head)
    assert len(told) == len(true)
    assert all(one in (other, (other[0], "?")) for one, other in zip(told, true, strict=True))
    assert sum(card not in (None, "?") for _, card in told) >= 4
    third = [number for number, line in enumerate(lines) if line["event"] == "misplay"][2]
    assert "question" in [line["event"] for line in lines[:third]]
    assert (final["fuses"], final["status"]) == (3, "lost")
