"""What an earlier command should have been."""

import pytest

from companion.errors import Refused
from companion.rules.cards import Card
from companion.rules.commands import As, Bonus, Correct, CountDeck, Discard, GiveClue, Play, Tile
from companion.rules.mending import laid_as, mended

R1, R2 = Card.parse("R1"), Card.parse("R2")


@pytest.mark.parametrize(
    ("command", "wish", "right"),
    [
        (Play(R1), Correct(1, card=R2), Play(R2)),
        (Play(None), Correct(1, card=R2), Play(R2)),
        (Play(None, misplay=True), Correct(1, card=R2), Play(R2, misplay=True)),
        (Discard(None), Correct(1, card=R2), Discard(R2)),
        (Bonus(Tile.RETURN, R1), Correct(1, card=R2), Bonus(Tile.RETURN, R2)),
        (Play(R1), Correct(1, as_=As.DISCARD), Discard(R1)),
        (Discard(R1), Correct(1, as_=As.PLAY), Play(R1)),
        (Discard(None), Correct(1, as_=As.MISPLAY), Play(None, misplay=True)),
        (GiveClue(), Correct(1, card=R1, as_=As.DISCARD), Discard(R1)),
        (Play(R1), Correct(1, card=R2, as_=As.MISPLAY), Play(R2, misplay=True)),
    ],
)
def test_only_what_a_correction_names_is_changed(command, wish, right):
    assert mended(command, wish) == (right,)


def test_a_clue_that_nobody_pressed_comes_before():
    assert mended(Discard(R1), Correct(1, after_clue=True)) == (GiveClue(), Discard(R1))
    assert mended(Discard(R1), Correct(1, card=R2, after_clue=True)) == (GiveClue(), Discard(R2))


@pytest.mark.parametrize(
    ("command", "wish", "sentence"),
    [
        (Play(R1), Correct(1), "says which card"),
        (GiveClue(), Correct(1, card=R1), "say also what it was"),
        (CountDeck(3), Correct(1, card=R1), "say also what it was"),
        (GiveClue(), Correct(1, as_=As.PLAY), "say also which card"),
    ],
)
def test_a_correction_that_mends_nothing_is_refused(command, wish, sentence):
    with pytest.raises(Refused, match=sentence):
        mended(command, wish)


def test_each_way_of_laying_has_its_command():
    assert [laid_as(as_, R1) for as_ in As] == [Play(R1), Play(R1, misplay=True), Discard(R1)]
