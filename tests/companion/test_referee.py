"""Public actions in, the state after each out."""

import json

import pytest

from companion.errors import UnreadableLine
from companion.referee import referee, run_referee

SETUP = '{"setup": {"players": 3}}'


def answers(*lines, as_json=True):
    """The exit status and what was written."""
    written = []
    status = run_referee(lines, written.append, as_json=as_json)
    return status, [json.loads(line) for line in written] if as_json else written


def test_every_line_is_answered_the_setup_too():
    status, lines = answers(SETUP, '{"do": "play", "card": "R1"}', '{"do": "clue"}')
    assert status == 0
    assert [line["turn"] for line in lines] == [1, 2, 3]
    assert [line["events"] for line in lines] == [[], ["CardPlayed"], ["ClueGiven"]]


def test_a_refused_action_leaves_the_state_is_told_and_the_run_goes_on_to_status_1():
    status, lines = answers(SETUP, '{"do": "discard", "card": "R1"}', '{"do": "clue"}')
    assert status == 1
    assert "All 8 tokens" in lines[1]["refused"]
    assert {**lines[1], "refused": None} == {**lines[0], "refused": None}
    assert lines[2]["clues"] == 7


def test_another_setup_begins_another_game():
    _, lines = answers(SETUP, '{"do": "clue"}', '{"setup": {"players": 2, "starter": 1}}', '{"do": "undo"}')
    assert (lines[2]["deck"], lines[2]["player"]) == (40, 1)
    assert "nothing left to take back" in lines[3]["refused"]


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "{",
        "[]",
        "3",
        "null",
        '"clue"',
        "{}",
        '{"do": "clue", "do": "stop"}',
        '{"do": "clue", "touched": NaN}',
        '{"do": "clue", "touched": Infinity}',
        '{"do": "clue", "touched": 1e400}',
        '{"do": "clue", "why": 1}',
        '{"do": "play", "card": "R7"}',
        '{"setup": {"players": 6}}',
        '{"setup": {"players": 3}, "do": "clue"}',
        '{"setup": 3}',
        "[" * 100_000,
        '{"do": "deck", "count": ' + "9" * 5000 + "}",
    ],
)
def test_a_line_that_can_t_be_read_stops_the_run_with_its_number(line):
    written = []
    with pytest.raises(UnreadableLine, match=r"^Line 3: ") as error:
        run_referee([SETUP, '{"do": "clue"}', line, '{"do": "clue"}'], written.append, as_json=True)
    assert error.value.number == 3
    assert len(written) == 2


def test_a_setup_that_can_t_be_writes_no_line():
    written = []
    with pytest.raises(UnreadableLine, match="2 to 5 players, not 6"):
        run_referee(['{"setup": {"players": 6}}'], written.append, as_json=True)
    assert written == []


@pytest.mark.parametrize(("lines", "number"), [([], 1), (["", " "], 3), (['{"do": "clue"}'], 1)])
def test_without_a_setup_there_is_no_game(lines, number):
    with pytest.raises(UnreadableLine, match="begins with its setup") as error:
        list(referee(lines))
    assert error.value.number == number


def test_blank_lines_are_skipped_but_counted():
    with pytest.raises(UnreadableLine, match="Line 4"):
        list(referee([SETUP, "", "\n", "x"]))


def test_without_json_every_line_is_a_sentence():
    status, lines = answers(SETUP, '{"do": "play", "card": "R1"}', '{"do": "discard", "card": "R1"}', as_json=False)
    assert status == 1
    assert lines[1].startswith("Player 1 plays the red 1. Player 2 is in turn: 1 point,")
    assert lines[2].startswith("Refused: All 8 tokens")
    assert not any("\n" in line for line in lines)


PAGE = """# two games
game rr2013 3
  1. R1 clue -B3   # the pile: 33
game storm 2
  1. -R1 R1
"""


def test_a_page_of_text_is_read_as_its_lines_of_json_would_be():
    status, lines = answers(*PAGE.splitlines())
    _, same = answers(
        SETUP,
        '{"do": "play", "card": "R1"}',
        '{"do": "clue"}',
        '{"do": "discard", "card": "B3"}',
        '{"setup": {"players": 2, "edition": "storm"}}',
        '{"do": "discard", "card": "R1"}',
        '{"do": "play", "card": "R1"}',
    )
    assert (status, lines) == (1, same)
    assert "All 8 tokens" in lines[5]["refused"]


@pytest.mark.parametrize(
    ("page", "number"), [("# a\nR1\ngame rr2013 3", 2), ("\ngame rr2013 3\npass", 3), ("game rr2013 9", 1), ("# a", 1)]
)
def test_a_page_that_can_t_be_read_names_its_line(page, number):
    with pytest.raises(UnreadableLine) as error:
        list(referee(page.splitlines()))
    assert error.value.number == number
