"""Every refusal, word for word: what players read when something isn't done."""

import pytest

from companion.errors import Refused
from companion.rules.cards import Suit
from companion.rules.commands import Adopt, Command, Correct, CountDeck, GiveClue, PassTurn
from companion.rules.script import played, read_script
from companion.rules.setup import Setup

ANN = Setup(3, ("Ann", "Bo", "Cy"))
STORM = Setup(3, edition="storm")
DAZZLING = Setup(3, variants=("dazzling",))
EXPERT = Setup(2, variants=("expert",))
LAST = "R4 / B3 / deck 9"
REFUSALS: list[tuple[Setup, str, str | None, str | Command, str]] = [
    (ANN, "stop", None, "R1", "The game is over: take the last thing back, or start a new game."),
    (ANN, "", "// clues 0", "clue", "No Clock is left: discard a card or play one."),
    (STORM, "", "// clues 0", "clue", "No Note is left: discard a card or play one."),
    (ANN, "", None, GiveClue(to=3), "There is no seat 3: seats run from 0 to 2."),
    (ANN, "", None, GiveClue(to=-1), "There is no seat -1: seats run from 0 to 2."),
    (ANN, "", None, GiveClue(to=0), "Nobody gives a clue to themselves: name another player."),
    (ANN, "", None, GiveClue(colour=Suit.RED, rank=1), "A clue names a colour or a rank, not both."),
    (ANN, "", None, GiveClue(colour=Suit.BLACK), "No clue can name black in this game."),
    (ANN, "", None, GiveClue(rank=6), "A clue names a rank from 1 to 5, not 6."),
    (ANN, "", None, GiveClue(rank=0), "A clue names a rank from 1 to 5, not 0."),
    (ANN, "", None, GiveClue(touched=6), "A clue can't point at 6 cards: a hand holds 5."),
    (STORM, "", None, GiveClue(touched=-1), "A clue can't point at -1 cards: a hand holds 5."),
    (
        ANN,
        "",
        None,
        GiveClue(touched=0),
        "A clue must point at a card at least: this table has no clues that touch nothing.",
    ),
    (ANN, "", None, CountDeck(51), "The pile can't hold 51 cards: 50 are unseen. Count once more."),
    (ANN, "", None, CountDeck(-1), "The pile can't hold -1 cards: 50 are unseen. Count once more."),
    (ANN, "", None, PassTurn(0), "It is Ann's turn already."),
    (ANN, "", None, PassTurn(3), "There is no seat 3: seats run from 0 to 2."),
    (ANN, "R2 clue", "R1 // deck 1", PassTurn(1), "Bo has no turn left in the final round."),
    (ANN, "", None, Adopt(clues=9), "The table can't lie like that: clue tokens run from 0 to 8, not 9."),
    (ANN, "", None, "!R1", "R1 fits on its pile, so it was no misplay: which card was it?"),
    (ANN, "", None, "-R1", "All 8 tokens (Clock) are available, so no discard: give a clue or play a card."),
    (ANN, "", None, "M1", "There is no M1 in this game: no rainbow suit is played."),
    (ANN, "R5", None, "R5", "There is no R5 left, every copy lies on the table: was it another card?"),
    (
        DAZZLING,
        "",
        None,
        "*clue",
        "No bonus tile is owed: completing a suit turns one up, and it lapses with the next action.",
    ),
    (DAZZLING, "R5", LAST, "*clue=B3", "The tile clue takes no card."),
    (DAZZLING, "R5", LAST, "*return", "The tile return needs a card: say which of the discards."),
    (DAZZLING, "R5", LAST, "*rescue=Y1", "Y1 is not among the discards."),
    (DAZZLING, "R5", LAST, "*rescue=B3", "B3 doesn't fit on its pile."),
    (ANN, "", None, "undo", "There is nothing left to take back."),
    (ANN, "R1", None, "@2=R1", "There is no event 2 to mend: the history has 1."),
    (ANN, "R1", None, "@0=R1", "There is no event 0 to mend: the history has 1."),
    (
        ANN,
        "R1",
        None,
        Correct(1),
        "A correction says which card it was, or whether it was a play, a misplay or a discard.",
    ),
    (ANN, "clue", None, "@1=R1", "Event 1 laid no card: say also what it was, a play, a misplay or a discard."),
    (ANN, "clue", None, "@1=!", "Event 1 laid no card: say also which card it was."),
]


@pytest.mark.parametrize(("setup", "script", "lying", "wish", "why"), REFUSALS)
def test_a_refusal_says_so_and_nothing_else(setup, script, lying, wish, why):
    game = played(setup, script, lying=lying)
    with pytest.raises(Refused) as refused:
        game.handle(read_script(wish)[0] if isinstance(wish, str) else wish)
    assert str(refused.value) == why


def test_a_player_without_a_card_is_told_what_is_left_to_do():
    """Two players hold one card together once the pile is empty: who has none may only give a clue."""
    every = "R1 R1 R2 R3 R4 Y1 Y1 Y2 Y3 Y4 G1 G1 G2 G3 G4 B1 B1 B2 B3 B4 W1 W1 W2 W3 W4"
    game = played(EXPERT, "clue", lying=f"R5 Y5 G5 B5 W4 / {every} / deck 0 clues 3 player 0")
    with pytest.raises(Refused) as refused:
        game.handle(read_script("W5")[0])
    assert str(refused.value) == "Player 2 holds no card: only a clue can be given."
