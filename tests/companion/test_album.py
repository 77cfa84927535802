"""The album: small pictures of this game's cards, bounded, each under a name that never shows another."""

from __future__ import annotations

import pytest

from companion.album import LARGEST, MOST, Album


@pytest.fixture
def album():
    return Album()


def test_a_picture_is_found_by_its_card_and_by_its_name(album):
    album.keep(7, b"seven")
    assert album.picture(album.name_of(7)) == b"seven"
    assert (album.name_of(8), album.picture("7")) == (None, None)


def test_a_name_never_shows_another_picture(album):
    album.keep(7, b"before")
    before = album.name_of(7)
    album.keep(7, b"after")
    assert album.picture(before) is None
    assert album.name_of(7) != before


def test_two_cards_that_look_the_same_don_t_take_each_other_s_picture_away(album):
    album.keep(1, b"same")
    album.keep(2, b"same")
    album.keep_only([2])
    assert album.picture(album.name_of(2)) == b"same"


def test_the_oldest_goes_where_there_are_too_many(album):
    for card_id in range(MOST + 2):
        album.keep(card_id, str(card_id).encode())
    assert [album.name_of(card_id) is None for card_id in (0, 1, 2, MOST + 1)] == [True, True, False, False]


def test_what_is_too_large_is_left_out(album):
    album.keep(1, b"x" * (LARGEST + 1))
    assert album.is_empty


def test_all_is_forgotten_but_what_is_to_be_kept(album):
    for card_id in (1, 2, 3):
        album.keep(card_id, bytes([card_id]))
    name = album.name_of(1)
    album.keep_only([3])
    assert (album.picture(name), album.name_of(3) is None) == (None, False)
    album.keep_only()
    assert album.is_empty
