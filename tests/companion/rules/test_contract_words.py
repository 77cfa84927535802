"""What commands, events and options are called outside: the contract's words."""

from typing import get_args

import pytest

from companion.rules import events
from companion.rules.commands import As, Correct, GiveClue, Play, Tile
from companion.rules.options import DiscardAtFull, Loss, Options, Talk


def test_tiles_and_what_a_card_was_have_the_contract_s_words():
    assert [tile.value for tile in Tile] == ["clue", "fuse", "colour", "rank", "return", "rescue", "other"]
    assert [as_.value for as_ in As] == ["play", "misplay", "discard"]


def test_options_have_the_contract_s_words_and_strict_defaults():
    assert [one.value for one in DiscardAtFull] == ["refuse", "no-token"]
    assert [one.value for one in Loss] == ["zero", "uncounted"]
    assert [one.value for one in Talk] == ["strict", "open", "reminder"]
    assert Options() == Options(False, DiscardAtFull.REFUSE, Loss.UNCOUNTED, False, Talk.STRICT)


def test_events_have_the_contract_s_names():
    named = {kind.__name__ for kind in get_args(events.Event)}
    assert named == {
        *("GameStarted", "ClueGiven", "CardPlayed", "CardMisplayed", "CardDiscarded", "SuitCompleted", "TokenReturned"),
        *("BonusApplied", "FinalRoundBegan", "TakenBack", "Corrected", "DeckCounted", "TurnPassed", "GameWon"),
        *("GameLost", "GameFinished", "GameExhausted", "GameStopped"),
    }


@pytest.mark.parametrize("kind", get_args(events.Event))
def test_an_event_is_a_fact_that_nobody_changes(kind):
    assert kind.__dataclass_params__.frozen
    assert kind.__doc__


def test_a_command_that_says_little_leaves_the_rest_open():
    assert GiveClue() == GiveClue(to=None, colour=None, rank=None, touched=None)
    assert Play(None) == Play(None, misplay=False)
    assert Correct(3) == Correct(3, card=None, as_=None, after_clue=False)
    assert events.CardPlayed(0, None) == events.CardPlayed(0, None, draws=False)
