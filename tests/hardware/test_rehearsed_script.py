"""Scripts: what the camera is shown, what is pressed, and the truth about it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from hardware.rehearsal.manners import CALM, MANNERS
from hardware.rehearsal.places import DISCARDS, FIREWORKS
from hardware.rehearsal.player import deck_after_dealing, play_game
from hardware.rehearsal.script import Script
from hardware.rehearsal.seats import is_over, leaning, seats_at

PLAY = {"do": "play", "card": "R1", "misplay": False}
MISPLAY = {"do": "play", "card": "B4", "misplay": True}
DISCARD = {"do": "discard", "card": "G3"}
CLUE = {"do": "clue"}


def run(actions, manners=CALM, **options):
    script = Script(actions, 3, manners=manners, seed=options.pop("seed", 2), **options)
    return script, [scene for scene, _ in script.frames()]


def inside(card, zone) -> bool:
    left, top, right, bottom = zone
    return left < card.x_mm < right and top < card.y_mm < bottom


@pytest.mark.parametrize("manners", MANNERS)
def test_truth_comes_when_the_card_lies_and_the_hand_has_left_it(manners):
    actions = play_game(3, 7, most=25)
    quiet = replace(MANNERS[manners], rest_share=0, fan_share=0, take_back_share=0, push_share=0)
    script, scenes = run(actions, quiet, deck=deck_after_dealing(3))
    laid = [entry for entry in script.truth if entry["do"] != "clue"]
    assert len(laid) == sum(action["do"] != "clue" for action in actions)
    for entry in laid:
        before, then = scenes[entry["frame"] - 1], scenes[entry["frame"]]
        card = next(card for card in reversed(then.cards) if card.code == entry["card"])
        assert card in before.cards
        assert any(is_over(hand, card.x_mm, card.y_mm) for hand in before.hands)
        assert not any(is_over(hand, card.x_mm, card.y_mm) for hand in then.hands)


def test_truth_tells_the_actions_in_their_order():
    actions = play_game(4, 3, most=30)
    script = Script(actions, 4, seed=1, deck=deck_after_dealing(4))
    for _ in script.frames():
        pass
    told = [(entry["do"], entry.get("card"), entry.get("misplay")) for entry in script.truth]
    assert told == [(action["do"], action.get("card"), action.get("misplay")) for action in actions]
    assert [entry["frame"] for entry in script.truth] == sorted(entry["frame"] for entry in script.truth)


def test_a_play_lies_among_the_fireworks_and_a_discard_among_the_discards():
    _, scenes = run([PLAY, DISCARD])
    play, discard = scenes[-1].cards
    assert inside(play, FIREWORKS)
    assert inside(discard, DISCARDS)


def test_a_clue_is_pressed_and_no_hand_comes():
    script, scenes = run([CLUE])
    assert [press.button for press in script.presses] == ["clue"]
    assert script.truth == [{"frame": script.presses[0].frame, "do": "clue"}]
    assert not any(scene.hands for scene in scenes)


def test_a_forgotten_press_is_true_all_the_same():
    script, _ = run([CLUE], replace(CALM, forget_share=1.0))
    assert script.presses == []
    assert [entry["do"] for entry in script.truth] == ["clue"]


def test_a_late_press_may_come_after_the_next_players_card():
    manners = replace(CALM, think_s=(0.1, 0.2), late_share=1.0, late_s=(6.0, 6.0), wait_share=0.0)
    script, _ = run([CLUE, PLAY, CLUE], manners)
    assert [entry["do"] for entry in script.truth] == ["clue", "play", "clue"]
    assert [press.button for press in script.presses] == ["clue", "clue"]
    assert script.late == 2
    clue, play, _ = script.truth
    assert clue["frame"] < play["frame"] < script.presses[0].frame


def test_it_is_known_which_presses_were_forgotten():
    script, _ = run([PLAY, CLUE, CLUE], replace(CALM, forget_share=1.0))
    assert script.forgotten == [1, 2]
    assert script.presses == []


def test_a_neighbour_may_lay_the_card_for_the_player_in_turn():
    script, scenes = run([PLAY], replace(CALM, help_share=1.0))
    assert {hand.person for scene in scenes for hand in scene.hands} <= {1, 2}
    assert [entry["do"] for entry in script.truth] == ["play"]


def test_a_player_who_leans_reaches_from_elsewhere():
    [seat] = seats_at([0.0])
    assert leaning(seat, 100).shoulder == pytest.approx((seat.shoulder[0] - 100, seat.shoulder[1]))
    assert leaning(seat, -100).home == pytest.approx((seat.home[0] + 100, seat.home[1]))


def test_players_may_sit_on_one_side():
    script = Script([PLAY, PLAY | {"card": "G1"}], 2, seats=seats_at([350.0, 20.0]), seed=3)
    turns = [hand.from_deg for scene, _ in script.frames() for hand in scene.hands]
    assert all(min(turn % 360, -turn % 360) < 60 for turn in turns)


def test_a_misplayed_card_lies_among_the_fireworks_before_it_goes_to_the_discards():
    script, scenes = run([MISPLAY])
    zones = ["fireworks" if inside(s.cards[0], FIREWORKS) else "discards" for s in scenes if s.cards]
    assert zones[0] == "fireworks"
    assert zones[-1] == "discards"
    assert script.truth[0]["misplay"] is True
    assert [press.button for press in script.presses] == ["fuse"]


def test_a_misplay_may_go_straight_to_the_discards_with_fuse_pressed():
    script, scenes = run([MISPLAY], replace(CALM, misplay_at_fireworks=0.0))
    assert all(inside(scene.cards[0], DISCARDS) for scene in scenes if scene.cards)
    assert [press.button for press in script.presses] == ["fuse"]


def test_a_card_taken_back_is_undone_and_laid_again():
    script, scenes = run([PLAY], replace(CALM, take_back_share=1.0))
    assert [entry["do"] for entry in script.truth] == ["play", "undo", "play"]
    assert [press.button for press in script.presses] == ["undo"]
    counts = [len(scene.cards) for scene in scenes]
    assert [n for n, m in zip(counts, [-1, *counts], strict=False) if n != m] == [0, 1, 0, 1]


def test_each_play_and_discard_draws_a_card_until_the_pile_is_empty():
    _, scenes = run([PLAY, DISCARD, PLAY], deck=2)
    assert scenes[0].pile.count == 2
    assert scenes[-1].pile.count == 0


def test_no_hand_jumps():
    _, scenes = run([PLAY, DISCARD, MISPLAY])
    for before, after in pairwise(scenes):
        if before.hands and after.hands and before.hands[-1].person == after.hands[-1].person:
            a, b = before.hands[-1], after.hands[-1]
            assert np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) < 150


def test_a_card_does_not_jump_when_it_is_let_go():
    from hardware.rehearsal.limbs import held_centre

    _, scenes = run([PLAY])
    at = next(n for n, scene in enumerate(scenes) if scene.cards)
    hand, card = scenes[at - 1].hands[-1], scenes[at].cards[-1]
    assert hand.held == ("R1",)
    assert held_centre(hand) == pytest.approx((card.x_mm, card.y_mm), abs=1.0)
    assert hand.held_turn_deg == pytest.approx(card.turn_deg, abs=0.5)


def test_every_player_reaches_from_a_different_side():
    _, scenes = run([PLAY, DISCARD, PLAY])
    sides = {
        scene.hands[-1].person: scene.hands[-1].from_deg for scene in scenes if scene.hands and scene.hands[-1].held
    }
    assert len(sides) == 3
    first, second, third = (sides[n] for n in range(3))
    assert min(abs(first - second), abs(second - third)) > 40


def test_a_script_begins_in_the_middle_with_what_lies_there():
    whole = Script([PLAY, DISCARD, CLUE, PLAY], 3, seed=5)
    list(whole.frames())
    later = Script([PLAY, DISCARD, CLUE, PLAY], 3, seed=5)
    scenes = list(later.frames(start=2))
    assert scenes[0][1] == 0.0
    assert {card.code for card in scenes[0][0].cards} == {"R1", "G3"}
    assert [entry["do"] for entry in later.truth] == ["clue", "play"]
    assert [press.button for press in later.presses] == ["clue"]


@pytest.mark.parametrize("seed", range(6))
def test_cards_of_a_whole_clumsy_game_stay_in_their_zones(seed):
    script = Script(play_game(3, seed), 3, manners=MANNERS["clumsy"], seed=seed, deck=deck_after_dealing(3), fps=5)
    last = [scene for scene, _ in script.frames()][-1]
    assert all(inside(card, FIREWORKS) or inside(card, DISCARDS) for card in last.cards)


def test_the_same_seed_writes_the_same_script():
    actions = play_game(3, 1, most=12)
    first, second = (run(actions, MANNERS["clumsy"], seed=8)[1] for _ in range(2))
    assert first == second
