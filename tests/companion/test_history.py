"""Past games as they are told: a line a game, records, a game's course."""

from itertools import count

from companion.history import as_it_lay, game_line, record_lines, timeline
from companion.journal.past import PastGame, folded
from companion.ports import SavedGame
from companion.rules.options import Options, Talk
from companion.rules.script import read_script
from companion.rules.setup import Setup

NUMBERS = count(1)
EVERYTHING = "[R5 Y5 G5 B5 W4 / - / clues 3 deck 9] W5"
TWENTY_ONE = "[R5 Y5 G5 B5 W1 / - / clues 3 deck 0] clue clue"
ANN_BO = Setup(2, ("Ann", "Bo"))


def past(setup: Setup, script: str = "", *, is_latest: bool = False, begun: float | None = 1_780_000_000.0) -> PastGame:
    saved = SavedGame(next(NUMBERS), setup, read_script(script))
    return PastGame(saved, folded(saved), begun, None if begun is None else begun + 90.4, is_latest)


def test_a_game_is_a_line():
    game = past(Setup(2, ("Ann", "Bo"), edition="storm", variants=("black",)), "R1 clue K5")
    assert game_line(game) == {
        "game": game.number,
        "begun": 1_780_000_000.0,
        "seconds": 90,
        "players": ["Ann", "Bo"],
        "edition": "storm",
        "variants": ["black"],
        "status": "playing",
        "on": False,
        "brought": False,
        "score": -3,
        "points": -3,
        "perfect": 25,
        "rating": None,
        "actions": 3,
    }


def test_a_game_without_a_time_tells_none_and_the_latest_is_on():
    line = game_line(past(Setup(3), is_latest=True, begun=None))
    assert (line["begun"], line["seconds"], line["on"]) == (None, None, True)
    assert line["players"] == ["Player 1", "Player 2", "Player 3"]


def test_a_clock_set_back_tells_no_length():
    game = past(ANN_BO)
    assert PastGame(game.saved, game.game, 1_780_000_000.0, 1_770_000_000.0, False).seconds is None


def test_records_are_of_the_same_players_in_any_order_and_the_same_variants():
    games = [
        past(ANN_BO, EVERYTHING),
        past(Setup(2, ("Bo", "Ann")), TWENTY_ONE),
        past(ANN_BO, "R5 Y5 G5"),
        past(ANN_BO, "R1", is_latest=True),
        past(Setup(2, ("Ann", "Bo"), variants=("expert",)), EVERYTHING),
        past(Setup(2), TWENTY_ONE),
    ]
    assert record_lines(games) == [
        {"players": ["Ann", "Bo"], "variants": [], "games": 3, "counted": 2, "best": 25, "mean": 23.0, "perfect": 1},
        {
            "players": ["Ann", "Bo"],
            "variants": ["expert"],
            "games": 1,
            "counted": 0,
            "best": None,
            "mean": None,
            "perfect": 1,
        },
        {
            "players": ["Player 1", "Player 2"],
            "variants": [],
            "games": 1,
            "counted": 1,
            "best": 21,
            "mean": 21.0,
            "perfect": 0,
        },
    ]


def test_a_loss_that_scores_0_counts_as_0():
    (line,) = record_lines([past(Setup(2, edition="storm"), "R5 Y5 G5")])
    assert (line["counted"], line["best"], line["mean"]) == (1, 0, 0.0)


def test_a_course_begins_with_the_deal_and_tells_what_each_line_led_to():
    lines = timeline(past(Setup(3), "R1 clue -B3 undo -B4 @3=!B4 clue").game)
    assert [(line["n"], line["points"], line["clues"], line["fuses"], line["deck"]) for line in lines] == [
        (0, 0, 8, 0, 35),
        (1, 1, 8, 0, 34),
        (2, 1, 7, 0, 34),
        (3, 1, 7, 1, 33),
        (4, 1, 6, 1, 33),
    ]
    assert lines[1]["say"] == "Player 1 plays the red 1."


def test_what_clues_said_is_told_of_a_game_that_is_over_or_at_a_reminder_table():
    said = "clue:R>1=2"
    on = timeline(past(Setup(2), said).game)[1]
    assert "colour" not in on
    assert on["say"] == "Player 1 gives a clue."
    reminder = timeline(past(Setup(2, options=Options(talk=Talk.REMINDER)), said).game)[1]
    over = timeline(past(Setup(2), f"{said} stop").game)[1]
    assert reminder["colour"] == over["colour"] == "R"
    assert "about red" in str(over["say"])


def test_the_table_lies_again_as_it_lay_after_each_line_that_stands():
    game = past(Setup(2, ("Ann", "Bo"), edition="storm"), "R1 clue undo R4 @2=Y3 stop")
    lay = [as_it_lay(game, n) for n in range(len(game.game.history) + 1)]
    assert [(state["player"], state["stacks"]["R"], state["discards"], state["status"]) for state in lay] == [
        (0, 0, {}, "playing"),
        (1, 1, {}, "playing"),
        (0, 1, {"Y3": 1}, "playing"),
        (None, 1, {"Y3": 1}, "stopped"),
    ]
    assert {state["best"] for state in lay} == {None}
    assert lay[0]["words"] == {"clue": "Note", "fuse": "Storm"}


def test_in_the_final_round_the_table_tells_who_still_has_a_turn():
    game = past(ANN_BO, "[R5 Y5 G5 B5 W1 / - / clues 3 deck 1] -R1 clue")
    assert [as_it_lay(game, n)["final_names"] for n in (1, 2, 3)] == [[], ["Bo", "Ann"], ["Ann"]]
