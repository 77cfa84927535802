"""Cards found lying: what they mean to the game that the journal has, and when the mat is bare."""

from __future__ import annotations

import pytest

from companion.rules.cards import Card
from companion.rules.commands import Adopt
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.sight.reading import Reading
from companion.sight.sighting import Corners, PlaceSeen, Seen, Sighting
from companion.table.life import adoption, beneath, compare
from companion.table.placements import Zone
from companion.table.tracker import TableCard, Tracker


def corners(x: float, y: float = 60) -> Corners:
    """A card of 50 x 70 mm with its top left there."""
    return (x, y), (x + 50, y), (x + 50, y + 70), (x, y + 70)


def lying(text: str) -> list[TableCard]:
    """`R1 -B3 ?`: on the fireworks, among the discards, unread."""
    cards = []
    for number, word in enumerate(text.split(), 1):
        code = word.removeprefix("-")
        zone = Zone.DISCARDS if word.startswith("-") else Zone.FIREWORKS
        cards.append(TableCard(number, None if code == "?" else Card.parse(code), zone, corners(60 * number)))
    return cards


def say(script: str, on_table: str) -> str:
    """How game and table differ."""
    return compare(played(Setup(3), script).position, lying(on_table)).say


@pytest.mark.parametrize(
    ("script", "on_table"),
    [
        ("", ""),
        ("clue", ""),
        ("R1", "R1"),
        ("R1 R2 R3", "R3"),  # stacked
        ("R1 R2 R3", "R1 R2 R3"),  # fanned
        ("R1 clue clue -B3 -B3", "R1 -B3 -B3"),
        ("R1 clue clue -B3 -W4", "R1 -W4"),  # one lies under the other
        ("R1 W4", "R1 W4"),  # a misplay that nobody carried away
        ("R1 W4", "R1 -W4"),
        ("R1 R1", "R1 R1"),
        ("R1 ?", "R1 Y1"),  # the card that nobody could read
        ("R1 Y1 G1", "R1 G1 ?"),
        ("R1 Y1 G1", ""),  # nothing can be read at first
        ("R1 Y1 G1", "Y1"),  # little can
        ("R1 clue -B3", "R1"),
    ],
)
def test_table_and_game_agree(script, on_table):
    assert say(script, on_table) == ""


@pytest.mark.parametrize(
    ("script", "on_table", "told"),
    [
        ("R1", "R1 R2", "R2 on the table, not counted"),
        ("R1", "R1 R1", "R1 on the table, not counted"),
        ("R1", "R1 -B3 -W4", "B3 and W4 on the table, not counted"),
        ("R1 Y1 G1", "Y1 G1", "R1 counted, not among the fireworks"),
        ("R1 R2 Y1 G1", "R1 Y1 G1", "R2 counted, not among the fireworks"),
        ("R1 clue -B3", "R1 -B3 -B3 G1", "B3 and G1 on the table"),
    ],
)
def test_differences_are_told_by_name(script, on_table, told):
    assert told in say(script, on_table)


def test_what_lies_there_can_be_adopted():
    adopt = adoption(Setup(3), lying("R1 R3 Y1 ? -B3 -B3"))
    assert adopt == Adopt(
        stacks=tuple((suit, rank) for suit, rank in zip(_suits("RY"), (3, 1), strict=True)),
        discards=(Card.parse("B3"), Card.parse("B3")),
    )
    assert played(Setup(3)).handle(adopt).position.deck < Setup(3).cards_to_draw


def test_a_black_pile_is_adopted_by_its_own_order():
    setup = Setup(3, variants=("black",))
    adopt = adoption(setup, lying("K5 K4"))
    assert adopt.stacks == ((_suits("K")[0], 4),)


def test_cards_of_a_suit_that_is_not_in_the_game_are_left_out():
    assert adoption(Setup(3), lying("M1 R1")).stacks == ((_suits("R")[0], 1),)


def _suits(letters):
    return [Card.parse(f"{letter}1").suit for letter in letters]


def sighting(number: int, code: str, at: Corners) -> Sighting:
    """A card lying there."""
    return Sighting(number, Reading(((Card.parse(code), 0.99),), is_clear=True), at)


def test_what_cannot_be_seen_lies_beneath_the_top_of_its_pile():
    position = played(Setup(3), "R1 R2 R3 Y1").position
    found = beneath(position, [sighting(1, "R3", corners(60)), sighting(2, "R2", corners(60, 30))])
    assert found == [(Card.parse("R1"), corners(60))]


# the mat is bare


def test_a_mat_is_bare_before_and_after_its_cards():
    tracker = Tracker()
    assert tracker.is_bare
    tracker.see(Seen(1, 0, (PlaceSeen(1, appeared=(sighting(1, "R1", corners(60)),)),)))
    assert not tracker.is_bare
    tracker.see(Seen(5, 1, (PlaceSeen(5, vanished=(1,)),)))
    assert tracker.is_bare


def test_a_pile_lifted_whole_leaves_the_mat_bare():
    tracker = Tracker()
    for number, code in enumerate(("R1", "R2", "R3"), 1):
        tracker.see(Seen(number, 0, (PlaceSeen(number, appeared=(sighting(number, code, corners(60)),)),)))
    tracker.see(Seen(9, 0, (PlaceSeen(9, vanished=(3,)),)))  # those beneath were never seen to go
    assert tracker.is_bare


def test_a_card_seen_again_under_the_one_lifted_still_lies_there():
    tracker = Tracker()
    for number, code in enumerate(("R1", "R3"), 1):
        tracker.see(Seen(number, 0, (PlaceSeen(number, appeared=(sighting(number, code, corners(60)),)),)))
    again = sighting(1, "R1", corners(61))
    tracker.see(Seen(9, 0, (PlaceSeen(9, vanished=(2,), moved=(again,)),)))
    assert not tracker.is_bare


def test_adopted_cards_lie_there_and_are_no_arrivals():
    tracker = Tracker()
    tracker.adopt([sighting(1, "R2", corners(60))], [(Card.parse("R1"), corners(60))])
    assert not tracker.is_bare
    told = tracker.see(Seen(9, 0, (PlaceSeen(9, appeared=(sighting(2, "R1", corners(62)),)),)))
    assert told == ()
    assert {str(card.card) for card in tracker.cards} == {"R1", "R2"}
