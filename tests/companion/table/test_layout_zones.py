"""Which zone a card lies in, and how much of another it covers."""

from __future__ import annotations

import pytest

from companion.table.layout import BESIDE_MM, Area, apart_mm, covered_share, middle, zone_of
from companion.table.placements import Zone


def card(x, y, width=63.0, height=88.0):
    """Corners of a card about (x, y)."""
    w, h = width / 2, height / 2
    return (x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)


@pytest.mark.parametrize(
    ("x", "y", "zone"),
    [
        (400, 100, Zone.FIREWORKS),
        (60, 30, Zone.FIREWORKS),
        (300, 350, Zone.DISCARDS),
        (700, 350, Zone.DECK),
        (400, 214, Zone.FIREWORKS),  # between the two, nearer to the fireworks
        (400, 217, Zone.DISCARDS),
        (10, 100, Zone.FIREWORKS),  # beside it by a thumb
        (300, 519, Zone.DISCARDS),
        (300, 521, Zone.ELSEWHERE),
        (400, -30, Zone.ELSEWHERE),
        (618, 350, Zone.DISCARDS),
        (622, 350, Zone.DECK),
    ],
)
def test_a_card_belongs_to_the_zone_of_its_middle_or_the_nearest_within_a_thumb(x, y, zone):
    assert zone_of(card(x, y)) is zone


def test_other_zones_may_be_given():
    zones = {Zone.DISCARDS: Area(0, 0, 100, 100)}
    assert zone_of(card(50, 50), zones) is Zone.DISCARDS
    assert zone_of(card(100 + BESIDE_MM + 1, 50), zones) is Zone.ELSEWHERE


def test_distance_to_an_area_is_nothing_inside_and_straight_outside():
    area = Area(0, 0, 10, 10)
    assert [area.distance(5, 5), area.distance(13, 5), area.distance(13, 14)] == [0, 3, 5]


@pytest.mark.parametrize(
    ("dx", "dy", "share"), [(0, 0, 1.0), (0, 44, 0.5), (31.5, 0, 0.5), (31.5, 44, 0.25), (63, 0, 0.0), (200, 0, 0.0)]
)
def test_the_share_covered_is_that_of_the_lower_cards_area(dx, dy, share):
    assert covered_share(card(100, 100), card(100 + dx, 100 + dy)) == pytest.approx(share, abs=0.07)


def test_a_card_turned_about_covers_the_same():
    upper = card(100, 144)
    assert covered_share(card(100, 100), upper[2:] + upper[:2]) == covered_share(card(100, 100), upper)
    assert covered_share(card(100, 100), upper[::-1]) == covered_share(card(100, 100), upper)


def test_middles_and_how_far_they_are_apart():
    assert middle(card(120, 80)) == (120, 80)
    assert apart_mm(card(100, 100), card(103, 104)) == 5
