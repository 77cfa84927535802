"""The drawings of one game's course and of many games' scores."""

from __future__ import annotations

from web.course import course
from web.scores import scores


def line(n: int, points: int, clues: int = 8, fuses: int = 0, final: int | None = None) -> dict[str, object]:
    told = {"n": n, "say": "", "points": points, "clues": clues, "fuses": fuses, "deck": 0, "final_turns": final}
    return dict[str, object](told)


def test_the_drawing_runs_from_the_deal_to_the_end_in_steps_and_keeps_to_its_frame() -> None:
    drawn = course([line(0, 0), line(1, 5, 7), line(2, 99, 6, 1)], 10)
    assert drawn.points.path == "M26.0 108.0H169.0V60.0H312.0V12.0H312.0"
    assert (drawn.points.last, drawn.clues.last, drawn.fuses.last, drawn.final_from) == (99, 6, 1, None)


def test_a_game_below_nothing_is_drawn_below_the_line_of_nothing() -> None:
    drawn = course([line(0, -5), line(1, -4)], 25)
    assert (drawn.lowest, drawn.zero < drawn.points.y, drawn.points.y < 108.0) == (-5, True, True)


def test_two_values_that_would_cover_each_other_are_written_apart() -> None:
    for clues, fuses in ((2, 2), (3, 2), (1, 2), (0, 0)):
        drawn = course([line(0, 0), line(1, 0, clues, fuses)], 25)
        assert abs(drawn.clues.at - drawn.fuses.at) >= 11.9, (clues, fuses)


def test_the_final_round_is_marked_from_where_it_began() -> None:
    drawn = course([line(0, 0), line(1, 0, final=2), line(2, 1, final=1)], 25)
    assert drawn.final_from == 169.0


def test_the_drawing_of_scores_keeps_to_the_newest_and_marks_the_perfect_ones() -> None:
    lines = [
        {"game": n, "score": n % 26, "status": "won" if n % 26 == 25 else "finished", "perfect": 25} for n in range(80)
    ]
    drawn = scores(
        [*lines, {"game": 80, "score": 3, "status": "playing"}, {"game": 81, "score": None, "status": "lost"}]
    )
    assert drawn is not None
    assert (len(drawn.dots), drawn.counted, drawn.best, drawn.perfect) == (60, 80, 25, 3)
    assert [dot.row.number for dot in drawn.dots if dot.is_perfect] == [25, 51, 77]
    assert all(12.0 <= dot.y <= 138.0 for dot in drawn.dots)
    assert scores(lines[:1]) is None
