"""FUSE pressed while the misplayed card is still in the hand: which card it means."""

from __future__ import annotations

from companion.rules.cards import Card
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.sight.reading import Reading
from companion.snapshot import state_line
from companion.table.placements import Button, Laid, Pressed, Waited, Zone
from companion.table.rulings import Do
from companion.table.umpire import Umpire


def _clear(code: str) -> Reading:
    return Reading(((Card.parse(code), 0.99),), is_clear=True)


def _after(*messages: Laid | Pressed | Waited) -> dict[str, object]:
    game, umpire = Game.new(Setup(3)), Umpire()
    for message in messages:
        umpire.hear(message)
        while (ruling := umpire.rule(game)) is not None:
            game = game.handle(ruling.command) if isinstance(ruling, Do) else game
    return state_line(game)


def _lies(card_id: int, code: str, left_at: float) -> Laid:
    return Laid(card_id, _clear(code), Zone.DISCARDS, left_at)


def test_a_fuse_pressed_just_before_the_hand_leaves_means_the_card_in_the_hand() -> None:
    state = _after(
        Pressed(Button.CLUE, 1.0),
        Waited(1.5),
        _lies(1, "R3", 5.0),
        Waited(6.0),
        Pressed(Button.FUSE, 20.0),
        Waited(20.2, unsettled_since=19.5),
        _lies(2, "Y2", 20.6),
        Waited(21.5),
    )
    assert (state["fuses"], state["clues"], state["discards"]) == (1, 8, {"R3": 1, "Y2": 1})


def test_a_fuse_pressed_right_after_a_discard_means_that_discard_though_another_card_is_on_its_way() -> None:
    state = _after(
        Pressed(Button.CLUE, 1.0),
        Waited(1.5),
        _lies(1, "R3", 5.0),
        Waited(5.5),
        Pressed(Button.FUSE, 6.0),
        Waited(6.1, unsettled_since=5.9),
        _lies(2, "Y2", 7.0),
        Waited(8.0),
    )
    assert (state["fuses"], state["clues"], state["discards"]) == (1, 8, {"R3": 1, "Y2": 1})
