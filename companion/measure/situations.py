"""What people do with cards at a table, each as a short play: how cards really come to lie, and what is no event.

Law: one arrival is one event, rearranging is none, and what can't be told is a question.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.eyes.looks import LooksPatience
from companion.measure.arrivals import Image
from companion.measure.staging import Situation, Staging
from hardware.rehearsal.scene import LyingCard, Thing


def _pile(s: Staging, count: int, step_mm: float = 19.0) -> list[LyingCard]:
    """Cards laid one after the other on a pile, fanned downwards by so much."""
    x = float(s.rng.choice((120.0, 260.0, 400.0, 540.0)))
    cards = [s.card(x + float(s.rng.normal(0, 2)), 68 + step_mm * n) for n in range(count)]
    for card in cards:
        s.lays(card)
    return cards


def _row(s: Staging, count: int, step_mm: float) -> list[LyingCard]:
    """Discards laid in a row, so far apart."""
    cards = [s.card(90 + step_mm * n, 330 + float(s.rng.normal(0, 5))) for n in range(count)]
    for card in cards:
        s.lays(card)
    return cards


def _moved(s: Staging, card: LyingCard, x_mm: float, y_mm: float, turn_deg: float = 0.0) -> LyingCard:
    """The same card a little further, with some unsteadiness."""
    x, y, turn = (float(v) for v in s.rng.normal((x_mm, y_mm, turn_deg), (1.0, 1.0, 1.5)))
    return replace(card, x_mm=card.x_mm + x, y_mm=card.y_mm + y, turn_deg=card.turn_deg + turn)


# ---- a card comes


def _squarely(s: Staging) -> None:
    [under] = _pile(s, 1)
    s.lays(_on(s, under))


def _on(s: Staging, under: LyingCard) -> LyingCard:
    x, y, turn = (float(v) for v in s.rng.normal((under.x_mm, under.y_mm, under.turn_deg), (1.2, 1.2, 0.8)))
    return s.card(x, y, turn)


def _fanned(s: Staging) -> None:
    _pile(s, 3)


def _any_angle(s: Staging) -> None:
    for x in (140.0, 320.0, 480.0):
        s.lays(s.card(x, float(s.rng.uniform(330, 380)), float(s.rng.uniform(0, 360))))


def _overlapping(s: Staging) -> None:
    _row(s, 4, float(s.rng.uniform(26, 40)))


def _heap(s: Staging) -> None:
    for _ in range(4):
        s.lays(s.card(float(s.rng.uniform(240, 380)), float(s.rng.uniform(320, 390)), float(s.rng.uniform(0, 360))))


def _two_at_once(s: Staging) -> None:
    s.lays(s.card(150, 80), s.card(float(s.rng.uniform(250, 500)), 350))


def _two_side_by_side(s: Staging) -> None:
    s.lays(s.card(200, 350, 3.0), s.card(float(s.rng.uniform(266, 275)), 352, -2.0), seat=0)


def _half_outside_a_zone(s: Staging) -> None:
    s.lays(s.card(300, float(s.rng.uniform(204, 212))))
    s.lays(s.card(45, float(s.rng.uniform(330, 400))))


def _over_the_mats_edge(s: Staging) -> None:
    s.lays(s.card(float(s.rng.uniform(12, 20)), 360.0))
    s.waits(LooksPatience().over_edge + 1.0)


def _three_of_a_kind(s: Staging) -> None:
    first = s.card(100, 350)
    for n in range(3):
        s.lays(replace(first, x_mm=100.0 + 85 * n))


def _hesitating(s: Staging) -> None:
    card = s.card(300, 340)
    near = replace(s.hand(310, 300), pose="pinch", held=(card.code,), height_mm=30.0)
    s.shows(2.0, hands=(near,))
    s.lays(card)


def _in_sleeves(s: Staging) -> None:
    _pile(s, 2)
    s.lays(s.card(300, 360, float(s.rng.uniform(0, 360))))


# ---- a card goes, or goes elsewhere


def _taken_back(s: Staging) -> None:
    [card] = _pile(s, 1)
    s.takes(card)


def _taken_back_and_laid_again(s: Staging) -> None:
    [card] = _pile(s, 1)
    s.takes(card)
    s.lays(_moved(s, card, 0, 0))


def _top_taken_back(s: Staging) -> None:
    s.takes(_pile(s, 2)[-1])


def _to_the_discards(s: Staging) -> None:
    [card] = _pile(s, 1)
    s.carries(card, replace(card, x_mm=float(s.rng.uniform(150, 450)), y_mm=350.0))


def _from_a_pile_to_the_discards(s: Staging) -> None:
    under = _pile(s, 2)[-1]
    card = _on(s, under)
    s.lays(card)
    s.carries(card, replace(card, x_mm=float(s.rng.uniform(150, 450)), y_mm=350.0, turn_deg=8.0))


# ---- rearranging is no event


def _card_pushed(s: Staging) -> None:
    [card] = _pile(s, 1)
    s.rearranges({card: _moved(s, card, 8, 5, 4)})


def _pile_squared_up(s: Staging) -> None:
    cards = _pile(s, 3)
    s.rearranges({card: _moved(s, replace(cards[0], code=card.code), 0, 8) for card in cards})


def _pile_pushed(s: Staging) -> None:
    cards = _pile(s, 3)
    s.rearranges({card: replace(card, x_mm=card.x_mm + 14, y_mm=card.y_mm + 6) for card in cards})


def _discards_sorted(s: Staging) -> None:
    cards = _row(s, 4, 75)
    turned = cards[1:] + cards[:1]
    s.rearranges({card: _moved(s, replace(to, code=card.code), 0, 0) for card, to in zip(cards, turned, strict=True)})


def _discards_spread(s: Staging) -> None:
    cards = _row(s, 4, 34)
    s.rearranges({card: _moved(s, card, 40.0 * n, 4.0) for n, card in enumerate(cards)})


# ---- what is no card


def _face_down(s: Staging) -> None:
    s.lays(replace(s.card(300, 350), face_down=True))


def _thing(kind: str, x_mm: float = 320.0, y_mm: float = 350.0) -> Situation:
    def acts(s: Staging) -> None:
        _row(s, 1, 60)
        thing = Thing(kind, x_mm, y_mm, float(s.rng.uniform(0, 90)))
        s.puts(thing)
        s.clears(thing)

    words = {"mug": "a cup", "token": "a token", "paper": "paper"}
    return Situation(f"{words.get(kind, f'a {kind}')} put down and taken", acts)


def _the_deck_shrinks(s: Staging) -> None:
    for left in (30, 22, 12, 3):
        s.pile = left
        s.waits(1.2)


# ---- hands


def _hand_at_rest(s: Staging) -> None:
    card = _row(s, 1, 60)[0]
    s.rests(card.x_mm + 10, card.y_mm + 20)
    s.rests(card.x_mm + 75, card.y_mm + 10)


def _laid_beside_a_hand(s: Staging) -> None:
    hands = (s.hand(420, 380),)
    s.shows(1.5, hands=hands)
    card = s.card(float(s.rng.uniform(285, 300)), 350)
    s.cards.append(card)
    s.should.append(f"laid {card.code}")
    s.shows(2.5, hands=hands)
    s.waits()


def _fan_held_over_the_mat(s: Staging) -> None:
    _row(s, 1, 60)
    s.rests(float(s.rng.uniform(250, 450)), 330.0, 3.0, held=int(s.rng.integers(3, 6)))


# ---- light and camera


def _bumped(s: Staging) -> None:
    _pile(s, 2)

    def shaken(frame: Image) -> Image:
        x, y = (float(v) for v in s.rng.normal(0, 5, 2))
        return _shifted(frame, x, y)

    s.seen = shaken
    s.waits(1.0)
    s.seen = lambda frame: frame
    s.waits(2.0)
    s.lays(s.card(300, 350))


def _nudged(s: Staging) -> None:
    _pile(s, 2)
    way, far = float(s.rng.uniform(0, 2 * np.pi)), float(s.rng.uniform(1, 6))
    s.seen = lambda frame: _shifted(frame, far * float(np.cos(way)), far * float(np.sin(way)))
    s.waits(3.0)
    s.lays(s.card(300, 350))


def _shifted(frame: Image, x_px: float, y_px: float) -> Image:
    move = np.array([[1, 0, x_px], [0, 1, y_px]], np.float64)
    size = (frame.shape[1], frame.shape[0])
    return np.asarray(cv2.warpAffine(frame, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _lamp_lit(s: Staging) -> None:
    _pile(s, 2)
    s.seen = lambda frame: np.asarray(np.clip(frame * np.array([0.8, 1.0, 1.15]), 0, 255), np.uint8)
    s.waits(2.0)
    s.lays(s.card(300, 350))


SITUATIONS: tuple[Situation, ...] = (
    Situation("squarely on the card before", _squarely),
    Situation("fanned", _fanned),
    Situation("at any angle", _any_angle),
    Situation("overlapping discards", _overlapping),
    Situation("a heap", _heap),
    Situation("two laid at once", _two_at_once, any_order=True),
    Situation("two laid at once side by side", _two_side_by_side, any_order=True),
    Situation("half outside a zone", _half_outside_a_zone),
    Situation("over the mat's edge", _over_the_mats_edge, may_ask=True),
    Situation("three of a kind", _three_of_a_kind),
    Situation("held over its place, then laid", _hesitating),
    Situation("in sleeves", _in_sleeves, light={"sleeved": True}),
    Situation("taken back", _taken_back),
    Situation("taken back and laid again", _taken_back_and_laid_again),
    Situation("the top of a pile taken back", _top_taken_back),
    Situation("moved to the discards", _to_the_discards),
    Situation("moved from a pile to the discards", _from_a_pile_to_the_discards),
    Situation("a card pushed", _card_pushed),
    Situation("a pile squared up", _pile_squared_up),
    Situation("a pile pushed", _pile_pushed),
    Situation("discards sorted", _discards_sorted),
    Situation("discards spread", _discards_spread),
    Situation("a card face down", _face_down),
    *(_thing(kind) for kind in ("token", "coin", "mug", "phone", "paper")),
    Situation("the deck grows smaller", _the_deck_shrinks),
    Situation("a hand at rest", _hand_at_rest),
    Situation("laid beside a resting hand", _laid_beside_a_hand),
    Situation("a fan of cards held over the mat", _fan_held_over_the_mat),
    Situation("the table bumped", _bumped),
    Situation("the camera nudged", _nudged),
    Situation("a lamp lit", _lamp_lit),
)
"""In this order they are played on each drawn table."""
