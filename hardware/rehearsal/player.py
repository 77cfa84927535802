"""A player that sees every card, for games worth watching: mostly good plays, some discards, clues, a misplay at times.

It keeps its own few numbers and knows no rules room; the referee is welcome to check its games.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

_COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}


@dataclass(slots=True)
class _Table:
    hands: list[list[str]]
    deck: list[str]
    tops: dict[str, int]
    gone: Counter[str] = field(default_factory=Counter)
    clues: int = 8
    fuses: int = 0
    left: int | None = None

    def next_rank(self, suit: str) -> int:
        """The rank that fits next, 0 for none; black runs down from 5."""
        top = self.tops[suit]
        if suit == "K":
            return 5 if top == 0 else top - 1
        return top + 1 if top < 5 else 0

    def fits(self, card: str) -> bool:
        return int(card[1]) == self.next_rank(card[0])

    def is_dead(self, card: str) -> bool:
        top, rank = self.tops[card[0]], int(card[1])
        return top != 0 and rank >= top if card[0] == "K" else rank <= top

    def is_last(self, card: str) -> bool:
        return not self.is_dead(card) and self.gone[card] + 1 >= copies(card)

    @property
    def is_over(self) -> bool:
        full = all(self.next_rank(suit) == 0 for suit in self.tops)
        return self.fuses >= 3 or full or self.left == 0


def copies(card: str) -> int:
    """How many of this card the deck holds; black's counts run the other way."""
    rank = int(card[1])
    return _COPIES[6 - rank if card[0] == "K" else rank]


def play_game(
    players: int, seed: int, suits: str = "RYGBW", blunder: float = 0.03, most: int | None = None
) -> list[dict[str, object]]:
    """A whole game as a list of actions, each with its `player`.

    `blunder` is the chance of a misplay a turn, `most` cuts the game short.
    """
    rng = np.random.default_rng([seed, 31])
    deck = [f"{suit}{rank}" for suit in suits for rank in range(1, 6) for _ in range(copies(f"{suit}{rank}"))]
    rng.shuffle(deck)
    size = 5 if players <= 3 else 4
    hands = [[deck.pop() for _ in range(size)] for _ in range(players)]
    table = _Table(hands, deck, dict.fromkeys(suits, 0))
    actions: list[dict[str, object]] = []
    seat = 0
    while not table.is_over and (most is None or len(actions) < most):
        was_last_round = table.left is not None
        action = _choose(table, seat, rng, blunder)
        _apply(table, seat, action)
        actions.append({**action, "player": seat})
        if was_last_round and table.left is not None:
            table.left -= 1
        elif not table.deck and action["do"] != "clue":
            table.left = players
        seat = (seat + 1) % players
    return actions


def deck_after_dealing(players: int, suits: str = "RYGBW") -> int:
    """How many cards the draw pile holds when a game begins."""
    return 10 * len(suits) - players * (5 if players <= 3 else 4)


def _choose(table: _Table, seat: int, rng: np.random.Generator, blunder: float) -> dict[str, object]:
    hand = table.hands[seat]
    wrong = [card for card in hand if not table.fits(card) and not table.is_last(card)]
    if wrong and table.fuses < 2 and rng.random() < blunder:
        return {"do": "play", "card": str(rng.choice(wrong)), "misplay": True}
    good = sorted((card for card in hand if table.fits(card)), key=lambda card: (not table.is_last(card), card[1]))
    if good and (table.clues == 0 or rng.random() < 0.85):
        return {"do": "play", "card": good[0], "misplay": False}
    spare = [card for card in hand if table.is_dead(card) or hand.count(card) > 1] or [
        c for c in hand if not table.is_last(c)
    ]
    wants_clue = table.clues > 4 or not spare or rng.random() < 0.35
    if table.clues and (wants_clue or table.clues == 8):
        return {"do": "clue"}
    return {"do": "discard", "card": str(rng.choice(spare or hand))}


def _apply(table: _Table, seat: int, action: dict[str, object]) -> None:
    if action["do"] == "clue":
        table.clues -= 1
        return
    card = str(action["card"])
    table.hands[seat].remove(card)
    if action["do"] == "discard":
        table.gone[card] += 1
        table.clues = min(8, table.clues + 1)
    elif action.get("misplay"):
        table.gone[card] += 1
        table.fuses += 1
    else:
        table.tops[card[0]] = int(card[1])
        if table.next_rank(card[0]) == 0:
            table.clues = min(8, table.clues + 1)
    if table.deck:
        table.hands[seat].append(table.deck.pop())
