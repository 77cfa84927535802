"""Hanabi once more, written the plainest way, from the printed rules and without a line of the product.

It is what the product is compared with. Cards are texts (`R1`, `?`), an action is a line as `companion referee` reads
it.
"""

from __future__ import annotations

import copy

import pytest

PRINTED = ["horrible", "mediocre", "honourable attempt", "excellent", "amazing", "legendary"]
STORM = ["booed", "poor", "OK", "good", "very good", "legendary"]


class No(Exception):
    """The action is refused."""


class PlainGame:
    """One game. `do` takes an action line or raises No; `state` is the contract's state."""

    def __init__(self, setup: dict) -> None:
        self.players = setup["players"]
        self.edition = setup.get("edition", "rr2013")
        variants = setup.get("variants", [])
        options = setup.get("options", {})
        self.starter = setup.get("starter", 0)
        self.play_on = "no-final-round" in variants or "expert" in variants
        self.tiles = "dazzling" in variants
        self.expert = "expert" in variants
        self.zero_clue = options.get("zero_clue", self.edition == "storm")
        self.full_is_refused = options.get("discard_at_full", "refuse") == "refuse"
        self.loss = options.get("loss", "zero" if self.edition == "storm" else "uncounted")
        self.lose_on_lost = options.get("lose_on_lost_card", "no-final-round" in variants)
        self.copies = {
            suit + str(rank): n for suit in "RYGBW" for rank, n in zip("12345", [3, 2, 2, 2, 1], strict=True)
        }
        self.suits = list("RYGBW")
        if "rainbow" in variants or "rainbow-wild" in variants:
            self.copies |= {"M1": 3, "M2": 2, "M3": 2, "M4": 2, "M5": 1}
        if "rainbow-short" in variants:
            self.copies |= {"M1": 1, "M2": 1, "M3": 1, "M4": 1, "M5": 1}
        if "M1" in self.copies:
            self.suits.append("M")
        if "black" in variants:
            self.copies |= {"K5": 3, "K4": 2, "K3": 2, "K2": 2, "K1": 1}
            self.suits.append("K")
        self.nameable = [suit for suit in self.suits if suit != "K"]
        if "rainbow-wild" in variants or self.edition == "giant":
            self.nameable = [suit for suit in self.nameable if suit != "M"]
        self.hand = 5 if self.players <= 3 else 4
        self.begin()
        self.done: list[dict] = []
        self.undos: list[tuple] = []

    def begin(self) -> None:
        self.laid = dict.fromkeys(self.suits, 0)  # cards on each pile
        self.discards: list[str] = []
        self.unknown = 0
        self.hands = [self.hand] * self.players
        self.deck = sum(self.copies.values()) - sum(self.hands)
        self.clues, self.fuses = 8, 0
        self.seat, self.turn = self.starter, 1
        self.final, self.since, self.drew, self.owed = None, 0, False, 0
        self.status = "playing"

    # ---- what may be asked

    def unseen(self) -> int:
        return sum(self.copies.values()) - sum(self.laid.values()) - len(self.discards) - self.unknown

    def pile(self, suit: str) -> list[str]:
        return [suit + rank for rank in ("54321" if suit == "K" else "12345")]

    def is_laid(self, card: str) -> bool:
        return card in self.pile(card[0])[: self.laid[card[0]]]

    def fits(self, card: str) -> bool:
        return self.pile(card[0])[self.laid[card[0]] :][:1] == [card]

    def is_gone(self, card: str) -> bool:
        return not self.is_laid(card) and self.discards.count(card) >= self.copies[card]

    def may_be_in_a_hand(self, card: str) -> bool:
        return card in self.copies and self.discards.count(card) + self.is_laid(card) < self.copies[card]

    def points(self) -> int:
        return sum(n - 5 if suit == "K" else n for suit, n in self.laid.items())

    def best(self) -> int:
        best = 0
        for suit, n in self.laid.items():
            while n < 5 and not self.is_gone(self.pile(suit)[n]):
                n += 1
            best += n - 5 if suit == "K" else n
        return best

    def is_complete(self) -> bool:
        return all(n == 5 for n in self.laid.values())

    def rating(self) -> str | None:
        words = STORM if self.edition == "storm" else PRINTED
        if self.expert:
            return None
        if self.status == "lost":
            return words[0] if self.loss == "zero" else None
        if self.status not in ("won", "finished"):
            return None
        points, perfect = self.points(), 30 if "M" in self.suits else 25
        if points == perfect:
            return words[5]
        for least, word in ((21, words[4]), (16, words[3]), (11, words[2]), (6, words[1])):
            if points >= least:
                return word
        return words[0]

    def score(self) -> int | None:
        if self.expert or self.status == "stopped":
            return None
        if self.status == "lost":
            return 0 if self.loss == "zero" else None
        return self.points()

    def state(self) -> dict:
        tops = {suit: int(self.pile(suit)[n - 1][1]) if n else 0 for suit, n in self.laid.items()}
        return {
            "turn": self.turn,
            "player": self.seat if self.status == "playing" else None,
            "clues": self.clues,
            "fuses": self.fuses,
            "deck": self.deck,
            "stacks": tops,
            "discards": {card: self.discards.count(card) for card in self.discards},
            "unknown": self.unknown,
            "score": self.score(),
            "points": self.points(),
            "best": self.best(),
            "perfect": 30 if "M" in self.suits else 25,
            "final_turns": self.final,
            "status": self.status,
            "rating": self.rating(),
        }

    # ---- what may be done

    def do(self, line: dict) -> None:
        if line["do"] == "undo":
            if not self.undos:
                raise No
            undos = self.undos
            self.__dict__.update(undos.pop())
            self.undos = undos
            return
        before = self.everything()
        try:
            if line["do"] == "correct":
                self.correct(line)
            else:
                self.act(line)
                self.done.append(line)
        except No:
            self.__dict__.update(before)
            raise
        self.undos.append(before)

    def everything(self) -> dict:
        return copy.deepcopy({key: value for key, value in self.__dict__.items() if key != "undos"})

    def act(self, line: dict) -> None:
        do = line["do"]
        if self.status != "playing" and not (do == "bonus" and self.owed):
            raise No
        getattr(self, f"do_{do}")(line)

    def do_clue(self, line: dict) -> None:
        to, colour, rank, touched = (line.get(key) for key in ("to", "colour", "rank", "touched"))
        if (
            self.clues == 0
            or (to is not None and (to == self.seat or not 0 <= to < self.players))
            or (colour is not None and (rank is not None or colour not in self.nameable))
            or (rank is not None and not 1 <= rank <= 5)
            or (touched is not None and not (0 if self.zero_clue else 1) <= touched <= self.hand)
        ):
            raise No
        self.clues -= 1
        self.drew = False
        self.since += 1
        self.next_turn()
        self.end(lost=False)

    def do_play(self, line: dict) -> None:
        card, claimed = line["card"], line.get("as") == "misplay"
        self.refuse_card(card)
        if card == "?":
            self.unknown += 1
            if claimed:
                self.fuses = min(3, self.fuses + 1)
            self.finish_turn(lost=False)
        elif self.fits(card):
            if claimed:
                raise No
            self.laid[card[0]] += 1
            if self.laid[card[0]] == 5 and not self.tiles and self.clues < 8:
                self.clues += 1
            self.finish_turn(lost=False, completed=self.laid[card[0]] == 5)
        else:
            self.discards.append(card)
            self.fuses = min(3, self.fuses + 1)
            self.finish_turn(lost=self.fuses == 3 or (self.lose_on_lost and self.is_gone(card)))

    def do_discard(self, line: dict) -> None:
        card = line["card"]
        if self.clues == 8 and self.full_is_refused:
            raise No
        self.refuse_card(card)
        self.clues = min(8, self.clues + 1)
        if card == "?":
            self.unknown += 1
        else:
            self.discards.append(card)
        self.finish_turn(lost=card != "?" and self.lose_on_lost and self.is_gone(card))

    def do_bonus(self, line: dict) -> None:
        tile, card = line["tile"], line.get("card")
        if not self.owed or (card is not None) != (tile in ("return", "rescue")):
            raise No
        if card is not None and card not in self.discards:
            raise No
        self.owed -= 1
        self.status = "playing"
        if tile == "clue":
            self.clues = min(8, self.clues + 1)
        if tile == "fuse":
            self.fuses = max(0, self.fuses - 1)
        if tile == "rescue":
            if not self.fits(card):
                raise No
            self.discards.remove(card)
            self.laid[card[0]] += 1
            self.owed += self.laid[card[0]] == 5
        if tile == "return":
            self.discards.remove(card)
            if self.drew:  # the draw of this turn comes after the tile, so it wasn't the last card
                self.deck += 1
                self.final = None
            elif self.play_on:  # the draw that found no card finds this one
                self.hands[self.seat - 1] += 1
                self.drew = True
            else:
                self.deck += 1
        self.end(lost=False)

    def do_deck(self, line: dict) -> None:
        count = line["count"]
        if not 0 <= count <= self.unseen():
            raise No
        self.deck = count
        if self.unseen() - count != sum(self.hands):
            self.deal_evenly()
        if count:
            self.final = None
        elif self.final is None and not self.play_on:
            self.final = max(0, self.players - self.since)
        self.end(lost=False)

    def do_turn(self, line: dict) -> None:
        to = line["player"]
        if not 0 <= to < self.players or to == self.seat:
            raise No
        passed = (to - self.seat) % self.players
        if self.final is not None:
            if passed >= self.final:
                raise No
            self.final -= passed
        self.clues -= min(passed, self.clues)
        self.seat, self.drew, self.owed = to, False, 0
        self.since += passed
        self.end(lost=False)

    def do_stop(self, line: dict) -> None:
        self.status, self.final, self.owed = "stopped", None, 0

    def do_adopt(self, line: dict) -> None:
        turn = self.turn
        stacks, discards = line.get("stacks", {}), line.get("discards", {})
        self.begin()
        self.turn = turn
        for suit, top in stacks.items():
            if suit not in self.suits or not 0 <= top <= 5:
                raise No
            self.laid[suit] = 6 - top if suit == "K" and top else top
        self.discards = [card for card, n in discards.items() for _ in range(n)]
        self.clues, self.fuses = line.get("clues", 8), line.get("fuses", 0)
        self.seat = line.get("player", self.starter)
        unseen = self.unseen()
        self.deck = line.get("deck", max(0, unseen - self.players * self.hand))
        if any(card not in self.copies for card in self.discards):
            raise No
        if any(self.discards.count(card) + self.is_laid(card) > n for card, n in self.copies.items()):
            raise No
        if not (0 <= self.clues <= 8 and 0 <= self.fuses <= 3 and 0 <= self.deck <= unseen):
            raise No
        if not 0 <= self.seat < self.players:
            raise No
        self.deal_evenly()
        self.final = self.players if self.deck == 0 and not self.play_on else None
        self.end(lost=self.fuses == 3)

    def correct(self, line: dict) -> None:
        at = line["event"] - 1
        card, as_ = line.get("card"), line.get("as")
        if not 0 <= at < len(self.done) or (card is None and as_ is None):
            raise No
        old = dict(self.done[at])
        if as_ is not None:
            if card is None and old["do"] not in ("play", "discard"):
                raise No
            new = {"do": "discard" if as_ == "discard" else "play", "card": card or old["card"]}
            if as_ == "misplay":
                new["as"] = "misplay"
        elif old["do"] in ("play", "discard", "bonus"):
            new = old | {"card": card}
        else:
            raise No
        lines = [*self.done[:at], new, *self.done[at + 1 :]]
        self.begin()
        self.done = []
        for number, again in enumerate(lines):
            before = self.everything()
            try:
                self.act(again)
                self.done.append(again)
            except No:
                self.__dict__.update(before)
                if number == at:
                    raise

    # ---- what follows

    def refuse_card(self, card: str) -> None:
        if self.play_on and self.deck == 0 and self.hands[self.seat] == 0:
            raise No
        if card != "?" and not self.may_be_in_a_hand(card):
            raise No

    def finish_turn(self, lost: bool, completed: bool = False) -> None:
        seat, may_draw = self.seat, self.final is None
        self.since = 0
        self.next_turn()
        self.owed = int(completed and self.tiles)
        ends = lost or self.is_complete() or self.final == 0
        self.drew = may_draw and self.deck > 0 and not ends
        if self.drew:
            self.deck -= 1
            if self.deck == 0 and not self.play_on:
                self.final = self.players
        elif self.hands[seat]:
            self.hands[seat] -= 1
        else:  # the pile was counted too high
            self.deck = min(self.deck, self.unseen())
            self.deal_evenly(seat)
        self.end(lost)

    def next_turn(self) -> None:
        self.seat = (self.seat + 1) % self.players
        self.turn += 1
        self.owed = 0
        if self.final is not None:
            self.final -= 1

    def end(self, lost: bool) -> None:
        if lost or self.is_complete():
            self.status = "lost" if lost else "won"
            self.final, self.owed = None, 0
        elif self.final == 0:
            self.status = "finished"
        elif self.play_on and self.deck == 0 and self.nobody_can_act():
            self.status = "exhausted"

    def nobody_can_act(self) -> bool:
        return sum(self.hands) == 0 or (self.hands[self.seat] == 0 and self.clues == 0)

    def deal_evenly(self, first: int | None = None) -> None:
        """Nobody knows who holds what: all the same, one more for those who are soonest in turn."""
        held = self.unseen() - self.deck
        self.hands = [held // self.players] * self.players
        for n in range(held % self.players):
            self.hands[((self.seat if first is None else first) + n) % self.players] += 1


@pytest.fixture(scope="session")
def plain_game() -> type[PlainGame]:
    """The plainest Hanabi."""
    return PlainGame


@pytest.fixture(scope="session")
def refusal() -> type[No]:
    """What it raises for an action that it refuses."""
    return No
