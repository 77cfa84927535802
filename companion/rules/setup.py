"""What a table agreed on before the first turn, and everything that follows from it alone.

Law: a `Setup` that exists can be played: whatever can't be is refused on the way in with ImpossibleSetup.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.errors import ImpossibleSetup
from companion.rules.cards import Card, Suit
from companion.rules.deck import BASE_PILES, Pile
from companion.rules.editions import DEFAULT_EDITION, EDITIONS, Edition
from companion.rules.options import Options
from companion.rules.variants import VARIANTS, Variant, called
from companion.sentences import say

ALL_CLUES = 8
ALL_FUSES = 3
AS_PRINTED = Options()  # known by identity: stands for what the edition and the variants say
FEWEST_PLAYERS, MOST_PLAYERS = 2, 5


@dataclass(frozen=True, slots=True)
class Setup:
    """A game about to begin.

    `names` is empty where none were given; `options`, left out, are what the edition and the variants say.
    """

    players: int
    names: tuple[str, ...] = ()
    starter: int = 0
    edition: str = DEFAULT_EDITION
    variants: tuple[str, ...] = ()
    options: Options = AS_PRINTED

    def __post_init__(self) -> None:
        refuse_impossible(self)
        if self.options is AS_PRINTED:
            object.__setattr__(self, "options", default_options(self.edition, self.variants))

    @property
    def box(self) -> Edition:
        """The edition's data."""
        return EDITIONS[self.edition]

    @property
    def piles(self) -> tuple[Pile, ...]:
        """The suits of this game in the order of show."""
        return _piles(self.variants)

    @property
    def deck_size(self) -> int:
        """Cards in the whole deck."""
        return sum(pile.total for pile in self.piles)

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player: 5 for two or three players, else 4."""
        return 5 if self.players <= 3 else 4

    @property
    def cards_to_draw(self) -> int:
        """The draw pile after the deal."""
        return self.deck_size - self.players * self.hand_size

    @property
    def plays_on(self) -> bool:
        """No final round: the game goes on after the last card is drawn."""
        return any(variant.plays_on for variant in chosen(self.variants))

    @property
    def counts_points(self) -> bool:
        """False where a game is only won or not won."""
        return all(variant.counts_points for variant in chosen(self.variants))

    @property
    def has_tiles(self) -> bool:
        """A completed suit turns up a bonus tile instead of giving a token back."""
        return any(variant.tiles for variant in chosen(self.variants))

    def pile(self, suit: Suit) -> Pile | None:
        """This suit's pile, None where the game has no such suit."""
        return next((pile for pile in self.piles if pile.suit is suit), None)

    def has(self, card: Card) -> bool:
        """Whether the deck holds such a card at all."""
        return self.pile(card.suit) is not None

    def can_name(self, suit: Suit) -> bool:
        """Whether a clue may name this colour."""
        unnamed = self.box.unnamed.union(*(variant.unnamed for variant in chosen(self.variants)))
        return self.pile(suit) is not None and suit not in unnamed

    def name(self, seat: int) -> str:
        """A player's name, or the seat's number counted from 1."""
        numbered = say("Player {n}", n=seat + 1)
        return self.names[seat] if self.names and self.names[seat] != numbered else numbered


def default_options(edition: str, variants: tuple[str, ...] = ()) -> Options:
    """The options of a table that agreed on nothing: the edition's and the variants' values."""
    box = EDITIONS[edition]
    loses = any(variant.lose_on_lost_card for variant in chosen(variants))
    return Options(box.zero_clue, box.discard_at_full, box.loss, loses)


def chosen(variants: tuple[str, ...]) -> tuple[Variant, ...]:
    """The data of these variants."""
    return tuple(VARIANTS[variant] for variant in variants)


@lru_cache(maxsize=64)
def _piles(variants: tuple[str, ...]) -> tuple[Pile, ...]:
    added = [variant.pile for variant in chosen(variants) if variant.pile is not None]
    order = list(Suit)
    return tuple(sorted((*BASE_PILES, *added), key=lambda pile: order.index(pile.suit)))


def refuse_impossible(setup: Setup) -> None:
    """Raise ImpossibleSetup with the first reason why this can't be played."""
    if not FEWEST_PLAYERS <= setup.players <= MOST_PLAYERS:
        raise ImpossibleSetup(say("Hanabi is for 2 to 5 players, not {players}.", players=setup.players))
    if setup.names and len(setup.names) != setup.players:
        raise ImpossibleSetup(
            say("{players} players need {players} names, not {names}.", players=setup.players, names=len(setup.names))
        )
    if not 0 <= setup.starter < setup.players:
        raise ImpossibleSetup(
            say(
                "The starter must be a seat from 0 to {last}, not {starter}.",
                last=setup.players - 1,
                starter=setup.starter,
            )
        )
    if setup.edition not in EDITIONS:
        raise ImpossibleSetup(
            say(
                "There is no edition {edition!r}: choose one of {choices}.",
                edition=setup.edition,
                choices=", ".join(EDITIONS),
            )
        )
    refuse_clash(setup.variants)


def refuse_clash(variants: tuple[str, ...]) -> None:
    """Raise ImpossibleSetup where variants are unknown, named twice, or exclude each other."""
    for name in variants:
        if name not in VARIANTS:
            raise ImpossibleSetup(
                say("There is no variant {name!r}: choose from {choices}.", name=name, choices=", ".join(VARIANTS))
            )
        if variants.count(name) > 1:
            raise ImpossibleSetup(say("The variant {name} is named twice: name it once.", name=called(name)))
    for name in variants:
        rivals = [v for v in variants if v != name and VARIANTS[v].group == VARIANTS[name].group is not None]
        if rivals:
            raise ImpossibleSetup(
                say(
                    "The variants {name} and {other} exclude each other: choose one.",
                    name=called(name),
                    other=called(rivals[0]),
                )
            )
