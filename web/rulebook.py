"""The rules of one table in our own words: its edition, its variants and what it agreed on.

Law: every sentence follows from the rules' own data (`companion.rules`), so that another table is told other rules;
nothing here knows an edition or a variant by its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.cards import Suit
from companion.rules.commands import Tile
from companion.rules.deck import UPWARDS, Pile
from companion.rules.options import DiscardAtFull, Loss, Talk
from companion.rules.score import perfect, word
from companion.rules.setup import ALL_CLUES, ALL_FUSES, Setup
from companion.sentences import Sentence, listed, say

_SINGLE_COPIES = (1, 1, 1, 1, 1)
_PRINTED_PERFECT = 25


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the rules."""

    title: Sentence
    says: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """The edition's word for a result."""

    points: Sentence
    word: str


def rulebook(setup: Setup) -> tuple[Chapter, ...]:
    """The rules as this setup has them, the number of players left open."""
    chapters = (
        Chapter(say("What is on the table"), tuple(_on_the_table(setup))),
        Chapter(say("A turn"), tuple(_turn())),
        Chapter(say("A clue"), tuple(_clue(setup))),
        Chapter(say("A discard"), tuple(_discard(setup))),
        Chapter(say("A card played"), tuple(_play(setup))),
        Chapter(say("Bonus tiles"), tuple(_tiles(setup))),
        Chapter(say("The end"), tuple(_end(setup))),
        Chapter(say("What is counted"), tuple(_score(setup))),
        Chapter(say("What the screen may say"), tuple(_talk(setup))),
    )
    return tuple(chapter for chapter in chapters if chapter.says)


def ratings(setup: Setup) -> tuple[Rating, ...]:
    """The words for every result, the lowest first; none where no points are counted."""
    if not setup.counts_points:
        return ()
    most, words = perfect(setup), setup.box.ratings
    rows: list[Rating] = []
    low = 0
    for points in range(most + 1):
        if points == most or word(words, points, most) != word(words, points + 1, most):
            told = say("{low} to {high} points", low=low, high=points) if low < points else say("{n} points", n=points)
            rows.append(Rating(told, word(words, points, most)))
            low = points + 1
    return tuple(rows)


def _on_the_table(setup: Setup) -> Iterator[Sentence]:
    box = setup.box
    yield say("Two to five play together, as one team; nobody sees the own cards, everybody sees all the others.")
    suits = listed([pile.suit.english for pile in setup.piles])
    yield say("The deck has {total} cards: {suits}, each from 1 to 5.", total=setup.deck_size, suits=suits)
    for copies, pile in _by_copies(setup):
        yield _copies(copies, pile)
    yield say("Two or three players hold five cards each, four or five players hold four.")
    yield say(
        "Clue tokens ({token}): {look}; {all} are available at the start, and never more.",
        token=box.clue_token,
        look=box.clues_look,
        all=ALL_CLUES,
    )
    yield say(
        "Fuse tokens ({token}): {look}; they count mistakes, and {all} are too many.",
        token=box.fuse_token,
        look=box.fuses_look,
        all=ALL_FUSES,
    )
    if box.starter is not None:
        yield say("Who begins: {who}. Then it goes on clockwise.", who=box.starter)
    else:
        yield say("Who begins isn't said: agree on it. Then it goes on clockwise.")


def _by_copies(setup: Setup) -> Iterator[tuple[tuple[int, ...], Pile]]:
    """One pile for each way in which copies are dealt out among the ranks."""
    seen = set()
    for pile in setup.piles:
        if (kind := (pile.copies, pile.order)) not in seen:
            seen.add(kind)
            yield pile.copies, pile


def _copies(copies: tuple[int, ...], pile: Pile) -> Sentence:
    first, last = pile.order[0], pile.order[-1]
    if copies == _SINGLE_COPIES:
        return say("Of {suit} there is one card of each number: who discards one has lost it.", suit=pile.suit.english)
    if pile.order == UPWARDS:
        return say("Of a colour there are three 1s, two each of 2, 3 and 4, and a single 5.")
    return say(
        "Of {suit} there are three {first}s, a single {last}, and two each of the others.",
        suit=pile.suit.english,
        first=first,
        last=last,
    )


def _turn() -> Iterator[Sentence]:
    yield say("Who is in turn does exactly one thing: gives a clue, discards a card, or plays one. Nobody may pass.")
    yield say("Who discarded or played then draws a card.")


def _clue(setup: Setup) -> Iterator[Sentence]:
    token = setup.box.clue_token
    yield say("It costs a clue token ({token}): with none available there is no clue.", token=token)
    yield say("It tells one other player one colour or one number, and points at all cards of it in that hand.")
    if setup.options.zero_clue:
        yield say("It may be about a colour or a number that the hand hasn't: “you have no reds” is a clue.")
    else:
        yield say("It must be about at least one card: “you have no reds” is no clue.")
    for pile in setup.piles:
        if not setup.can_name(pile.suit):
            yield _unnamed(pile)
        elif pile.suit is Suit.RAINBOW:
            yield say("{suit} is named like any other colour.", suit=pile.suit.english)


def _unnamed(pile: Pile) -> Sentence:
    if pile.adds:
        return say(
            "{suit} may not be named as a colour: its cards count as every colour, and are pointed at with each.",
            suit=pile.suit.english,
        )
    return say("{suit} may not be named as a colour: only a number points at its cards.", suit=pile.suit.english)


def _discard(setup: Setup) -> Iterator[Sentence]:
    token, names = setup.box.clue_token, {"all": ALL_CLUES}
    yield say("The card goes face up to the discards, and one clue token ({token}) comes back.", token=token)
    if setup.options.discard_at_full is DiscardAtFull.REFUSE:
        yield say("While all {all} are available nobody may discard.", **names)
    else:
        yield say("While all {all} are available one may discard all the same; no token comes back for it.", **names)
    yield say("Anybody may look through the discards at any time.")


def _play(setup: Setup) -> Iterator[Sentence]:
    yield say("A firework is built from 1 to 5, one card after the other, one firework a colour.")
    for pile in setup.piles:
        if pile.order != UPWARDS:
            yield say("{suit} is built the other way, from 5 down to 1.", suit=pile.suit.english)
    yield say("A card that fits stays. One that doesn't is a mistake: it goes to the discards, and costs a fuse token.")
    if setup.has_tiles:
        yield say("Who completes a firework turns up a bonus tile; no clue token comes back for it.")
    else:
        yield say("Who completes a firework gets a clue token back; with all available it is lost.")


_TILES = {
    Tile.CLUE: say("A clue token comes back."),
    Tile.FUSE: say("A mistake is forgiven."),
    Tile.COLOUR: say("A clue about a colour, free of token and turn."),
    Tile.RANK: say("A clue about a number, free of token and turn."),
    Tile.RETURN: say("A discard is shuffled back into the draw pile."),
    Tile.RESCUE: say("A discard is put onto its firework, if it fits."),
    Tile.OTHER: say("Any other tile does what is printed on it; the table only notes it."),
}


def _tiles(setup: Setup) -> Iterator[Sentence]:
    if setup.has_tiles:
        yield say("A tile works at once, before a card is drawn; one that is left unused lapses with the next turn.")
        yield from _TILES.values()


def _end(setup: Setup) -> Iterator[Sentence]:
    yield say("The third mistake ends the game at once: it is lost.")
    if setup.counts_points:
        if setup.options.loss is Loss.ZERO:
            yield say("A lost game scores 0 points.")
        else:
            yield say("A lost game isn't counted.")
    yield say("When every firework is complete the game is won at once.")
    if setup.plays_on:
        yield say("There is no final round: when the pile is empty play goes on with the cards in hand.")
        yield say("It is over, and not won, when nobody can act any more.")
    else:
        yield say("Who draws the last card ends that turn; then everybody has one more turn, who drew it the last one.")
        yield say("In this final round nobody draws.")
    if setup.options.lose_on_lost_card:
        yield say("It is also lost when the last copy of a card that is still needed is gone.")
    else:
        yield say("When the last copy of a card is gone the game goes on; that firework stays incomplete.")


def _score(setup: Setup) -> Iterator[Sentence]:
    if not setup.counts_points:
        yield say("No points are counted: a game is won or not won.")
        return
    most = perfect(setup)
    yield say("The highest number of each firework, added up: {most} at the most.", most=most)
    for pile in setup.piles:
        if not pile.adds:
            yield say("{suit} adds nothing: each of its cards missing at the end costs one.", suit=pile.suit.english)
    if most > _PRINTED_PERFECT:
        yield say("The best word is for {most} points alone.", most=most)


_SAYS = {
    Talk.STRICT: say("Only what lies on the table: no advice, and nothing of what the clues said."),
    Talk.OPEN: say("Also what follows from the cards that everybody sees: copies left, cards out of reach."),
    Talk.REMINDER: say("Also what the clues said, as this table agreed before it began."),
}


def _talk(setup: Setup) -> Iterator[Sentence]:
    yield _SAYS[setup.options.talk]
