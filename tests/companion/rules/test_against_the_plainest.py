"""The product's rules beside the plainest ones, action by action, however badly it is played, over all variants."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from companion.errors import Refused
from companion.rules.agreement import read_setup
from companion.rules.check import contradictions
from companion.rules.game import Game
from companion.rules.lines import read_position, write_position
from companion.rules.notation import read_command
from companion.rules.sheet import read_sheet, write_sheet
from companion.snapshot import state

RAINBOWS = [(), ("rainbow",), ("rainbow-short",), ("rainbow-wild",)]
ENDS = [(), ("no-final-round",), ("expert",)]
COMBINATIONS = [
    [*rainbow, *black, *end, *dazzling]
    for rainbow, black, end, dazzling in itertools.product(RAINBOWS, [(), ("black",)], ENDS, [(), ("dazzling",)])
]
OPTIONS = {
    "zero_clue": st.booleans(),
    "discard_at_full": st.sampled_from(["refuse", "no-token"]),
    "loss": st.sampled_from(["zero", "uncounted"]),
    "lose_on_lost_card": st.booleans(),
}
CARDS = [suit + rank for suit in "RYGBWMK" for rank in "12345"]
TILES = ["clue", "fuse", "colour", "rank", "return", "rescue", "other"]
NUMBERS = st.integers(0, 10_000)


class Beside(RuleBasedStateMachine):
    """Both games, told the same lines. `made_by`: the plainest game and its refusal."""

    made_by: tuple[type, type[Exception]]
    told = 0

    @initialize(
        setup=st.fixed_dictionaries(
            {
                "players": st.integers(2, 5),
                "edition": st.sampled_from(["storm", "rr2013", "giant", "ro", "aid"]),
                "variants": st.sampled_from(COMBINATIONS),
            },
            optional={"options": st.fixed_dictionaries({}, optional=OPTIONS)},
        ),
        starter=NUMBERS,
        late=st.booleans(),
        more=NUMBERS,
    )
    def begin(self, setup: dict, starter: int, late: bool, more: int) -> None:
        plain, self.no = self.made_by
        setup = setup | {"starter": starter % setup["players"]}
        self.plain, self.game = plain(setup), Game.new(read_setup(setup))
        if late:
            tops = (4, 4, 3, 5, 2, 0)  # a suit that is soon complete turns up a tile
            stacks = {suit: tops[(more >> n) % 6] for n, suit in enumerate(self.plain.suits)}
            lying = {"stacks": stacks, "discards": {"R1": more % 2, "W3": 1, "B4": 1}, "deck": more % 3}
            self.tell({"do": "adopt", **lying, "clues": more % 9, "fuses": more % 3})

    def tell(self, line: dict) -> None:
        """The line to both: both refuse it, or both come to the same state."""
        type(self).told += 1
        before = self.game
        try:
            self.game = self.game.handle(read_command(line))
        except Refused:
            self.game = before
            with pytest.raises(self.no):
                self.plain.do(line)
        else:
            self.plain.do(line)
        assert state(self.game.position) == self.plain.state(), (line, write_position(before.position))
        assert list(self.game.position.hands) == self.plain.hands, (line, write_position(before.position))
        assert read_position(write_position(self.game.position)) == self.game.position
        assert contradictions(self.game.position) == (), (line, write_position(before.position))

    def card(self, choice: int) -> str:
        """Any card, more often one that is there, and now and then one that nobody could read."""
        there = [card for card in self.plain.copies if self.plain.may_be_in_a_hand(card)]
        if choice % 23 == 0:
            return "?"
        cards = CARDS if choice % 7 == 0 or not there else there
        return cards[choice % len(cards)]

    @rule(choice=NUMBERS)
    def play_what_fits(self, choice: int) -> None:
        fitting = [card for card in self.plain.copies if self.plain.fits(card)] or CARDS
        self.tell({"do": "play", "card": fitting[choice % len(fitting)]})

    @rule(choice=NUMBERS)
    def play(self, choice: int) -> None:
        self.tell({"do": "play", "card": self.card(choice)})

    @rule(choice=NUMBERS)
    def say_it_was_a_misplay(self, choice: int) -> None:
        self.tell({"do": "play", "card": self.card(choice), "as": "misplay"})

    @rule(choice=NUMBERS)
    def discard(self, choice: int) -> None:
        self.tell({"do": "discard", "card": self.card(choice)})

    @rule()
    def clue(self) -> None:
        self.tell({"do": "clue"})

    @rule(
        line=st.fixed_dictionaries(
            {"do": st.just("clue")},
            optional={
                "to": st.integers(0, 5),
                "colour": st.sampled_from("RYGBWMK"),
                "rank": st.integers(0, 6),
                "touched": st.integers(0, 6),
            },
        )
    )
    def clue_with_details(self, line: dict) -> None:
        self.tell(line)

    @precondition(lambda self: self.plain.tiles)
    @rule(tile=st.sampled_from(TILES), choice=NUMBERS, with_card=st.booleans())
    def use_a_tile(self, tile: str, choice: int, with_card: bool) -> None:
        lying = self.plain.discards or CARDS
        self.tell({"do": "bonus", "tile": tile} | ({"card": lying[choice % len(lying)]} if with_card else {}))

    @precondition(lambda self: self.plain.owed)
    @rule(tile=st.sampled_from(TILES), choice=NUMBERS)
    def use_the_tile_owed(self, tile: str, choice: int) -> None:
        self.use_a_tile(tile, choice, tile in ("return", "rescue"))

    @precondition(lambda self: self.plain.tiles and any(n == 4 for n in self.plain.laid.values()))
    @rule(tile=st.sampled_from(["return", "rescue", *TILES]), choice=NUMBERS)
    def complete_a_suit_and_use_its_tile(self, tile: str, choice: int) -> None:
        last = [self.plain.pile(suit)[4] for suit, n in self.plain.laid.items() if n == 4]
        self.tell({"do": "play", "card": last[choice % len(last)]})
        self.use_a_tile(tile, choice, tile in ("return", "rescue"))

    @rule(count=st.integers(0, 75))
    def count_the_pile(self, count: int) -> None:
        self.tell({"do": "deck", "count": count if count > 40 else count % 5})

    @rule(seat=st.integers(0, 5))
    def pass_the_turn(self, seat: int) -> None:
        self.tell({"do": "turn", "player": seat})

    @rule()
    def undo(self) -> None:
        self.tell({"do": "undo"})

    @rule(back=st.integers(-1, 8), choice=NUMBERS, as_=st.sampled_from([None, "play", "misplay", "discard"]))
    def correct(self, back: int, choice: int, as_: str | None) -> None:
        line = {"do": "correct", "event": len(self.plain.done) - back}
        card = self.card(choice)
        self.tell(line | ({} if card == "?" else {"card": card}) | ({} if as_ is None else {"as": as_}))

    @rule()
    def write_it_down_and_read_it(self) -> None:
        game = Game.replay(*read_sheet(write_sheet(self.game)))
        assert (game.position, game.log) == (self.game.position, self.game.log)

    @rule(stop=st.integers(0, 9))
    def stop(self, stop: int) -> None:
        if stop == 0:
            self.tell({"do": "stop"})


def walked(made_by: tuple[type, type[Exception]], examples: int, steps: int) -> int:
    """How many lines were told to both."""
    machine = type("Walk", (Beside,), {"made_by": made_by, "told": 0})
    wanted = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    run_state_machine_as_test(machine, settings=wanted)
    return int(machine.told)


def test_the_product_goes_where_the_plainest_rules_go(plain_game, refusal):
    assert walked((plain_game, refusal), examples=40, steps=60) > 1_000


@pytest.mark.trials
def test_the_product_goes_where_the_plainest_rules_go_for_50_000_steps(plain_game, refusal):
    assert walked((plain_game, refusal), examples=700, steps=120) >= 50_000


@pytest.mark.parametrize("variants", COMBINATIONS, ids="+".join)
def test_every_combination_begins_and_scores_alike(variants, plain_game):
    for players in (2, 3, 4, 5):
        setup = {"players": players, "variants": variants}
        plain, game = plain_game(setup), Game.new(read_setup(setup))
        for card in ("R1", "Y1", "M1", "K5", "R2", "K4", "R4"):
            line = {"do": "play", "card": card}
            if card in plain.copies:
                plain.do(line)
                game = game.handle(read_command(line))
        assert state(game.position) == plain.state()
