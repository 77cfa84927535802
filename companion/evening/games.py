"""When games begin and end at this table, and what the cards mean that lay there before anybody watched.

Law: a game begins because somebody wished it, or by the first action after the mat was seen empty; never by what lies
there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.errors import Refused
from companion.evening.alarms import Alarms
from companion.evening.judging import Judging
from companion.evening.questions import NO, Own, Questions
from companion.rules.commands import Discard, Play
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.sentences import say
from companion.session import Session
from companion.sight.sighting import Seen, Sighting
from companion.table.bearings import refusal, wish
from companion.table.layout import DEFAULT_ZONES, Area
from companion.table.life import Differences, adoption, beneath, compare
from companion.table.patience import Patience
from companion.table.placements import Button, Laid, Pressed, Zone
from companion.table.rulings import YES, Meaning
from companion.table.tracker import TableCard, Told

COUNTED = (Zone.FIREWORKS, Zone.DISCARDS)
_MEANINGS: dict[str, Meaning] = {"play": "play", "misplay": "misplay", "discard": "discard"}


@dataclass(frozen=True, slots=True)
class TablePlan:
    """How this table is laid out. `setup`: of a game that begins without a wish, None where one must be wished;
    `is_unwatched`: it has no camera, and cards are told by hand.
    """

    setup: Setup | None = None
    zones: Mapping[Zone, Area] = field(default_factory=lambda: DEFAULT_ZONES)
    patience: Patience | None = None
    is_unwatched: bool = False


class Games:
    """Begins games. `has_camera`: frames are coming; `is_clearing`: a new game waits until the mat is empty."""

    def __init__(
        self,
        session: Session,
        questions: Questions,
        alarms: Alarms,
        judging: Judging,
        plan: TablePlan,
        wall: Callable[[], float],
    ) -> None:
        self._session = session
        self._questions = questions
        self._alarms = alarms
        self._judging = judging
        self._plan = plan
        self._wall = wall
        self._knows_table = False
        self._is_ready = False
        self._awaits_first = False
        self._differences = Differences()
        self.has_camera = False
        self.is_clearing = False

    @property
    def is_between(self) -> bool:
        """No game is on: none yet, or the last one is over."""
        return self._session.game is None or self._session.game.position.is_over

    # wishes

    def begin_as_wished(self, setup: Setup, *, even_if_playing: bool) -> None:
        """A page wants a new game; Refused while one is on, unless that is said to be meant."""
        game = self._session.game
        if game is not None and game.history and not self.is_between and not even_if_playing:
            raise Refused(say("A game is on: finish it, or say that the new one is to take its place."))
        may_adopt = game is None and any(c.zone in COUNTED for c in self._judging.tracker.cards)
        self._begin(setup, keep_table=may_adopt)
        if may_adopt:
            self._ask_to_adopt(setup)

    def forget(self, number: int) -> None:
        """A past game is told no more; Refused while it is on. Where it was the last one, nothing of it stays here."""
        was = self._session.number
        self._session.forget(number)
        if self._session.number != was:
            self._judging.start_afresh(keep_table=True)

    def ask_for_another(self) -> None:
        """OK was held: is a new game to begin? Asked back, for a hand may have rested on the button."""
        is_on = not self.is_between
        another = (
            say("Start a new game? The one that is on ends without a score.") if is_on else say("Start a new game?")
        )
        self._questions.raise_(Own.NEW_GAME, another, ((YES, 1.0),), (NO,), self._another)

    def _another(self, word: str) -> None:
        self._questions.drop(Own.NEW_GAME)
        setup = self._next_setup()
        if word == NO:
            self.is_clearing = False
            self._alarms.calm(("clearing",))
            return
        if setup is None:
            raise Refused(say("Nobody has said yet who plays: start the game on the page."))
        if self.has_camera and self._knows_table and not self._judging.tracker.is_bare:
            self.is_clearing = True
            self._alarms.raise_(
                ("clearing",), "clear-the-mat", say("Clear the mat: the new game begins then."), self._wall()
            )
        else:
            self._begin(setup)

    # what is seen and pressed

    def note_laid(self, told: Sequence[Told]) -> tuple[Told, ...]:
        """The first card on an empty mat begins the game that it belongs to; gives what is news to the umpire.

        A card that was missed on its pile is only put back there.
        """
        if any(isinstance(one, Laid) and one.zone in COUNTED for one in told):
            self._begin_by_action()
        back = self._differences.missing
        return tuple(one for one in told if not (isinstance(one, Laid) and one.reading.card in back))

    def note_press(self, pressed: Pressed) -> None:
        """The first clue on an empty mat begins a game too."""
        if pressed.button is Button.CLUE and (self._is_ready or self._session.game is None):
            self._begin_by_action()

    def note_table(self) -> None:
        """Learn from the mat as it lies now."""
        tracker = self._judging.tracker
        self._knows_table = self._knows_table or bool(tracker.cards)
        self._is_ready = self.is_between and (self._is_ready or (self._knows_table and tracker.is_bare))
        setup = self._next_setup()
        if self.is_clearing and tracker.is_bare and setup is not None:
            self._begin(setup)
        if self._differences:
            self._tell_differences()

    def rezone(self, zones: Mapping[Zone, Area], *, even_with_cards: bool) -> None:
        """The mat's zones lie elsewhere; until eyes made anew have seen the table, nothing is judged by the old ones.
        Refused while cards lie there, unless that is said to be meant."""
        if not (self._judging.tracker.is_bare or even_with_cards):
            raise Refused(
                say("Cards lie on the mat: move the zones all the same? What lies there is counted as it was.")
            )
        self._judging.rezone(zones)
        self._awaits_first = self.has_camera

    def hears(self, seen: Seen) -> bool:
        """Whether what is seen counts: not while eyes are awaited that know the zones."""
        self._awaits_first = self._awaits_first and not seen.first
        return not self._awaits_first

    def find_lying(self, lying: Sequence[Sighting]) -> None:
        """The table is seen for the first time since the start, or by eyes made anew, with these cards on it."""
        if self._knows_table:
            self._judging.start_afresh()
        self._knows_table = True
        game = self._session.game
        self._judging.tracker.adopt(lying, beneath(game.position, lying) if game is not None else ())
        cards = [c for c in self._judging.tracker.cards if c.zone in COUNTED and c.card is not None]
        if game is None:
            setup = self._next_setup()
            if cards and setup is not None:
                self._ask_to_adopt(setup)
        elif not self.is_between:
            self._compare(game, cards)

    # what lies there at the start

    def _compare(self, game: Game, cards: Sequence[TableCard]) -> None:
        self._differences = compare(game.position, cards)
        if len(self._differences.uncounted) == 1:
            self._ask_what_happened(game, self._differences.uncounted[0])
        self._tell_differences()

    def _tell_differences(self) -> None:
        """Tell what of the first look's differences is still true."""
        game = self._session.game
        if game is None or self.is_between:
            self._differences = Differences()
        else:
            self._differences = self._differences.still(compare(game.position, self._judging.tracker.cards))
        if self._differences:
            self._alarms.raise_(("life",), "count-mismatch", self._differences.say, self._wall())
        else:
            self._alarms.calm(("life",))
            self._questions.drop(Own.MEANWHILE)

    def _ask_what_happened(self, game: Game, lying: TableCard) -> None:
        """A single card more than was counted: perhaps it was laid while nobody watched."""
        meant: Play | Discard = Discard(lying.card) if lying.zone is Zone.DISCARDS else Play(lying.card)
        if refusal(game, meant) is not None:
            return
        guess = "discard" if isinstance(meant, Discard) else "play" if _fits(game, lying) else "misplay"
        asked = say("{card} lies there and isn't counted: was it laid while nobody watched?", card=lying.card)

        def answer(word: str) -> None:
            self._questions.drop(Own.MEANWHILE)
            if word != NO:
                self._session.handle(wish(_MEANINGS.get(word, _MEANINGS[guess]), lying.card))
                self._judging.rule()
                self._tell_differences()

        self._questions.raise_(Own.MEANWHILE, asked, ((guess, 0.9),), (*_MEANINGS, NO), answer)

    def _ask_to_adopt(self, setup: Setup) -> None:
        def answer(word: str) -> None:
            if word == NO:
                self._questions.drop(Own.ADOPT)
                return
            as_it_lies = adoption(setup, self._judging.tracker.cards)
            Game.new(setup).handle(as_it_lies)  # refused here, nothing has changed
            if self._session.game is None:
                self._begin(setup, keep_table=True)
            self._session.handle(as_it_lies)
            self._questions.drop(Own.ADOPT)

        asked = say("Cards lie there already: begin in the middle, as they lie?")
        self._questions.raise_(Own.ADOPT, asked, ((YES, 1.0),), (NO,), answer)

    # beginning

    def _next_setup(self) -> Setup | None:
        return self._plan.setup if self._session.game is None else self._session.game.setup

    def _begin_by_action(self) -> None:
        setup = self._next_setup()
        is_due = self._is_ready or (self._session.game is None and not self.has_camera)
        if self.is_between and is_due and setup is not None:
            self._begin(setup, keep_table=True)

    def _begin(self, setup: Setup, *, keep_table: bool = False) -> None:
        self._session.begin(setup)
        self._is_ready = self.is_clearing = False
        self._differences = Differences()
        self._alarms.calm(("life",))
        self._alarms.calm(("clearing",))
        self._alarms.calm_all("journal")
        self._questions.drop(*Own)
        self._judging.start_afresh(keep_table=keep_table)


def _fits(game: Game, lying: TableCard) -> bool:
    return lying.card is not None and game.position.fits(lying.card)
