"""How many legal actions and different positions there are after 1, 2, ... actions: golden counts.

`tests/games/perft.golden` holds them, a position a line, counted by the plainest rules (`conftest`).
A mismatch prints the count behind each first action.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import Refused
from companion.rules.commands import Bonus, Discard, GiveClue, Move, Play, Tile
from companion.rules.decide import decide
from companion.rules.evolve import evolve_all
from companion.rules.lines import read_position
from companion.rules.position import Position
from companion.rules.words import write_word

GOLDEN = Path(__file__).resolve().parents[2] / "games" / "perft.golden"
IN_THE_CHECK = 3_000
Layer = dict[tuple[object, ...], tuple[Position, int]]


def golden() -> list[tuple[str, list[tuple[int, int]]]]:
    """Each line's position, and its counts."""
    told = (line.split("  ->  ") for line in GOLDEN.read_text(encoding="utf-8").splitlines() if line[0] != "#")
    return [(position, [read_pair(pair) for pair in counts.split()]) for position, counts in told]


def read_pair(text: str) -> tuple[int, int]:
    actions, _, positions = text.partition("/")
    return int(actions), int(positions)


LINES = golden()
SMALL = [line for line in LINES if sum(actions for actions, _ in line[1]) <= IN_THE_CHECK]
LARGE = [line for line in LINES if line not in SMALL]


def moves(position: Position) -> Iterator[Move]:
    """Everything that might be legal: a clue, each card played or discarded, each tile that is owed."""
    yield GiveClue()
    for pile in position.setup.piles:
        for card in dict.fromkeys(pile.cards()):
            yield Play(card)
            yield Discard(card)
    if position.tiles_owed:
        for tile in Tile:
            if tile not in (Tile.RETURN, Tile.RESCUE):
                yield Bonus(tile)
                continue
            for card in dict.fromkeys(position.discards):
                yield Bonus(tile, card)


def key(position: Position) -> tuple[object, ...]:
    """What tells a position from another of the same game."""
    return (
        *(position.heights, position.discards, position.unknown, position.hands, position.deck, position.clues),
        *(position.fuses, position.player, position.turns_left, position.since_card, position.drew),
        *(position.turn, position.tiles_owed, position.status),
    )


def after_one(layer: Layer) -> tuple[int, Layer]:
    """The actions that are legal in these positions, and the positions that they lead to; each as often as reached."""
    actions, led = 0, Layer()
    for position, times in layer.values():
        for move in moves(position):
            try:
                after = evolve_all(position, decide(position, move))
            except Refused:
                continue
            actions += times
            there = key(after)
            led[there] = (after, times + led.get(there, (after, 0))[1])
    return actions, led


def counted(position: Position, depth: int) -> list[tuple[int, int]]:
    """Sequences of legal actions, and different positions, at each depth."""
    layer: Layer = {key(position): (position, 1)}
    counts = []
    for _ in range(depth):
        actions, layer = after_one(layer)
        counts.append((actions, len(layer)))
    return counts


def behind_each_first(position: Position, depth: int) -> str:
    """What is printed on a mismatch."""
    told = []
    for move in moves(position):
        try:
            after = evolve_all(position, decide(position, move))
        except Refused:
            continue
        told.append(f"{write_word(move)}: {counted(after, depth - 1)}")
    return "\n".join(told)


@pytest.mark.parametrize(("line", "counts"), SMALL, ids=[line for line, _ in SMALL])
def test_there_are_as_many_legal_actions_and_positions_as_counted_by_the_plainest_rules(line, counts):
    position = read_position(line)
    assert counted(position, len(counts)) == counts, behind_each_first(position, len(counts))


@pytest.mark.trials
@pytest.mark.parametrize(("line", "counts"), LARGE, ids=[line for line, _ in LARGE])
def test_there_are_as_many_in_the_larger_ones_too(line, counts):
    position = read_position(line)
    assert counted(position, len(counts)) == counts, behind_each_first(position, len(counts))


def test_every_edition_and_variant_has_its_counts():
    setups = [read_position(line).setup for line, _ in LINES]
    assert {setup.edition for setup in setups} == {"storm", "rr2013", "giant", "ro", "aid"}
    assert len({variant for setup in setups for variant in setup.variants}) == 7
    small = [read_position(line).setup for line, _ in SMALL]
    assert len({variant for setup in small for variant in setup.variants}) == 7
