"""The rules' cost a step doesn't grow with the game."""

import json

from companion.cli import main
from companion.measure.rules_speed import LENGTHS, MOST_GROWTH, Cost, growth, lines, sentences


def test_a_step_of_a_long_game_costs_what_one_of_a_short_game_does(capsys):
    assert main(["bench", "--rules", "--json"]) == 0
    *costs, last = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert [cost["actions"] for cost in costs] == list(LENGTHS)
    assert all(us > 0 for cost in costs for us in cost["us"].values())
    assert max(last["growth"].values()) <= MOST_GROWTH


def test_growth_is_the_longest_game_s_step_to_the_shortest_s():
    measured = [Cost(50, 1.0, 2.0, 3.0, 4.0, 5.0), Cost(400, 1.5, 2.0, 6.0, 4.0, 5.0)]
    assert growth(measured) == {"played": 1.5, "undone": 1.0, "corrected": 2.0, "first_mended": 1.0, "read_back": 1.0}
    assert list(lines(measured))[-1] == {"what": "rules", "growth": growth(measured), "most": MOST_GROWTH}
    assert "played 1.5" in sentences(measured)[-1]


def test_people_get_a_table(capsys):
    assert main(["bench", "--rules"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told[2:6]] == [str(length) for length in LENGTHS]
