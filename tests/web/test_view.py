"""What the scoreboard shows of a state, and in which words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.page import Around, page
from companion.rules.game import Game
from companion.rules.script import played
from companion.rules.setup import Setup
from web.questions import questions
from web.view import NO_GAME, View, view
from web.words import card_words, event_words

NAMES = ["Ann", "Bo", "Cy"]


def seen(script: str, lying: str | None = None, setup: Setup | None = None) -> View:
    """The scoreboard after these moves."""
    wanted = setup or Setup(3, names=("Ann", "Bo", "Cy"))
    game: Game = played(wanted, script, lying=lying) if lying else played(wanted, script)
    return view(page(3, 1, game, Around()))


def test_without_a_game_there_is_nothing_to_show() -> None:
    empty = view(NO_GAME)
    assert (empty.has_game, empty.is_on, empty.piles, empty.seats, empty.ending) == (False, False, (), (), None)


def test_piles_tell_their_number_their_height_and_what_they_want() -> None:
    shown = seen("R1 R2")
    piles = [(pile.letter, pile.top, pile.height, pile.wants) for pile in shown.piles]
    assert piles[:2] == [("R", 2, 2, 3), ("Y", 0, 0, 1)]
    assert (shown.score, shown.perfect) == (2, 25)


def test_black_is_built_downwards() -> None:
    shown = seen("K5 K4", setup=Setup(3, variants=("black",)))
    black = shown.piles[-1]
    assert (black.letter, black.top, black.height, black.wants) == ("K", 4, 2, 3)
    assert seen("", setup=Setup(3, variants=("black",))).piles[-1].wants == 5


def test_a_complete_pile_wants_nothing() -> None:
    assert seen("R5", "R4 / / clues 3 deck 20").piles[0].wants == 0


def test_tokens_go_by_the_editions_words() -> None:
    shown = seen("clue", setup=Setup(2, edition="storm"))
    assert (shown.clues, shown.clue_token, shown.fuse_token) == (7, "Notes", "Storms")


def test_the_seat_in_turn_is_one_and_nobody_after_the_end() -> None:
    assert [seat.in_turn for seat in seen("clue").seats] == [False, True, False]
    assert [seat.in_turn for seat in seen("clue stop").seats] == [False] * 3


def test_the_last_three_events_are_sentences_newest_first() -> None:
    shown = seen("clue R1 -B3 clue")
    assert [event.say for event in shown.last] == ["Ann gave a clue.", "Cy discarded blue 3.", "Bo played red 1."]
    assert [(event.n, event.say) for event in shown.earlier] == [(1, "Ann gave a clue.")]


def test_the_final_round_names_who_still_plays_in_order() -> None:
    shown = seen("B4 clue", "R5 Y4 G5 B3 W4 / / clues 3 deck 1")
    assert (shown.final_turns, shown.final_names) == (2, ("Cy", "Ann"))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({"do": "clue", "player": 0}, "Ann gave a clue."),
        ({"do": "clue", "player": 0, "to": 1, "colour": "R"}, "Ann gave a clue to Bo: red."),
        ({"do": "clue", "player": 0, "to": 2, "rank": 3}, "Ann gave a clue to Cy: 3s."),
        ({"do": "play", "player": 1, "card": "K5"}, "Bo played black 5."),
        ({"do": "play", "player": 1, "card": "R3", "as": "misplay"}, "Bo misplayed red 3."),
        ({"do": "discard", "player": 2, "card": "?"}, "Cy discarded a card that nobody could read."),
        ({"do": "bonus", "player": 2, "tile": "rescue", "card": "M2"}, "Bonus tile: onto its pile goes rainbow 2."),
        ({"do": "deck", "player": 0, "count": 12}, "The pile was counted: 12."),
        ({"do": "stop", "player": 0}, "The game was stopped."),
        ({"do": "play", "player": 7, "card": "R1"}, "Player 8 played red 1."),
    ],
)
def test_each_line_of_the_history_is_a_sentence(line: dict[str, object], sentence: str) -> None:
    assert event_words(line, NAMES) == sentence


def test_words_for_cards_and_counts() -> None:
    assert [card_words("R3"), card_words("?"), card_words(None)] == ["red 3", *["a card that nobody could read"] * 2]


@pytest.mark.parametrize(
    ("script", "lying", "title", "score", "rating"),
    [
        ("W5", "R5 Y5 G5 B5 W4 / / clues 3 deck 2", "Won", 25, "legendary"),
        ("B4 clue clue clue", "R5 Y4 G5 B3 W4 / / clues 3 deck 1", "The end", 22, "amazing"),
        ("stop", "R5 / / clues 3 deck 20", "Stopped", None, None),
        ("!R1", "R3 / R1 / clues 3 fuses 2 deck 20", "Lost", None, None),
    ],
)
def test_the_end_is_told(script: str, lying: str, title: str, score: int | None, rating: str | None) -> None:
    ending = seen(script, lying).ending
    assert ending is not None
    assert (ending.title, ending.score, ending.rating) == (title, score, rating)


def asked(**question: object) -> Any:
    return questions([{"id": 3, "guesses": {}, "as": [], "picture": None, **question}])[0]


def test_a_guess_is_a_button_with_its_answer_behind_it() -> None:
    question = asked(say="Which?", guesses={"R2": 0.6, "R3": 0.3})
    first = question.choices[0]
    assert (first.label, first.letter, first.rank) == ("Red 2", "R", 2)
    assert first.action == '{"do": "answer", "question": 3, "card": "R2"}'
    assert question.asks_card


def test_a_meaning_is_a_button_too() -> None:
    say = "B3 lies among the discards with every clue available: a clue nobody pressed, or a misplay?"
    question = asked(say=say, guesses={"discard": 0.7, "misplay": 0.3}, **{"as": ["discard", "misplay", "none"]})
    assert [one.label for one in question.choices] == ["Discarded, after a clue nobody pressed", "It was a misplay"]
    assert [one.label for one in question.others] == ["It was nothing"]
    assert question.choices[1].action == '{"do": "answer", "question": 3, "as": "misplay"}'
    assert not question.asks_card


def test_a_question_of_the_tables_own_is_answered_by_yes_or_no() -> None:
    question = asked(say="Start a new game?", guesses={"yes": 1.0}, **{"as": ["none"]})
    assert [(one.label, one.action) for one in (*question.choices, *question.others)] == [
        ("Yes", '{"do": "answer", "question": 3, "as": "yes"}'),
        ("No", '{"do": "answer", "question": 3, "as": "none"}'),
    ]
    assert not question.asks_card


def test_a_question_without_a_sentence_asks_by_its_guesses() -> None:
    assert asked(guesses={"R2": 0.6, "R3": 0.3}).say == "Red 2 or red 3?"
    assert asked().say == "Which card was that?"


def test_devices_that_are_pretended_or_none_are_told_and_what_is_wrong_with_them_is_an_alarm() -> None:
    def told(camera: object, panel: object, alarms: object = ()) -> tuple[tuple[str, ...], list[str]]:
        shown = view({"game": None, "camera": camera, "panel": panel, "alarms": list(alarms)})
        return shown.devices, [alarm.say for alarm in shown.alarms]

    up = {"state": "up", "say": ""}
    assert told({"state": "pretend", "say": "A drawn table."}, up) == (("pretend camera",), [])
    assert told(up, {"state": "none"}) == (("no buttons",), [])
    gone, dark = {"state": "down", "say": "The camera is gone."}, {"what": "too-dark", "say": "Too dark."}
    assert told(gone, {"state": "down"}, [dark]) == ((), ["The camera is gone.", "buttons away", "Too dark."])
    assert told({"state": "up", "say": "The camera is slow."}, up) == ((), ["The camera is slow."])


@pytest.mark.parametrize("broken", [{}, {"game": 1}, {"game": 1, "stacks": 3, "history": {}, "questions": "x"}])
def test_a_key_that_is_missing_shows_nothing(broken: dict[str, object]) -> None:
    assert view(broken).piles == ()


def test_another_game_begins_with_the_same_names_as_they_were_given() -> None:
    assert seen("", setup=Setup(2, names=("שרה", "Bo"))).named == ("שרה", "Bo")
    assert seen("", setup=Setup(2)).named == ()


def test_names_from_right_to_left_keep_to_themselves(question: Callable[..., Any]) -> None:
    assert event_words({"do": "clue", "player": 0}, ["שרה"]) == "\u2068שרה\u2069 gave a clue."
