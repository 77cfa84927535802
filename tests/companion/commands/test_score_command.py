"""`companion score` as it is called."""

import json

import pytest

from companion.cli import main


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["5", "3", "4", "1", "3"], "16 of 25 points: excellent.\n"),
        (["R5", "Y5", "G5", "B5", "W5"], "25 of 25 points: legendary.\n"),
        (["5", "3", "--lost"], "The game is lost and not counted.\n"),
        (["5", "3", "--lost", "--edition", "storm"], "0 of 25 points: booed.\n"),
        (["5", "3", "--variant", "expert"], "Such a game is won or not won: no points are counted.\n"),
    ],
)
def test_the_score_is_a_sentence(words, said, capsys):
    assert main(["score", *words]) == 0
    assert capsys.readouterr().out == said


def test_the_score_is_json_on_demand(capsys):
    assert main(["score", "5", "3", "4", "1", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"score": 16, "perfect": 25, "rating": "excellent"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["6"], "'6' is no top of a pile"),
        (["-1"], "'-1' is no top of a pile"),
        (["R5", "R4"], "The red pile is named twice"),
        (["5", "--edition", "none"], "There is no edition 'none'"),
        (["5", "--variant", "none"], "There is no variant 'none'"),
    ],
)
def test_what_can_t_lie_there_is_exit_status_2(words, said, capsys):
    assert main(["score", *words]) == 2
    assert capsys.readouterr().err.startswith(f"companion: {said}")
