"""Lamps, buttons and a buzzer, as many as are wired, on real pins or pretend ones.

Law: gpiozero's callbacks and the table's thread only put something into this panel's own queue; one thin thread takes
it out, sets the pins and posts what the contacts say. So nobody who calls ever waits for a pin.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.messages import ButtonPressed, DeviceState, Message
from companion.ports import Lamps
from companion.sentences import say
from companion.table.placements import Button
from hardware.address import counted
from hardware.beeps import beeps
from hardware.debounce import Contact, Down, Felt
from hardware.factory import Kind
from hardware.fingertips import Fingertips, Sign
from hardware.lamps import Display, LampSet
from hardware.pins import Pins
from hardware.steps import Steps
from hardware.wires import Wires

Post = Callable[[Message], None]
Clock = Callable[[], float]

LATE_S = 0.02
_LONGEST_LATE_S = 5.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Edge:
    """A button's level changed, at this time by the monotonic clock and by the table's."""

    button: Button
    is_down: bool
    at: float
    table_at: float


class _Refuse: ...


class _Close: ...


_Told = _Edge | Lamps | _Refuse | _Close | threading.Event


class PinPanel:
    """The panel on a factory's pins. A context manager: whatever happens inside, the lamps go out; and so they do when
    the program ends by an error that nobody caught. `address`: the page's, counted out while UNDO is held.
    """

    def __init__(
        self,
        kind: Kind,
        factory: Any,
        pins: Pins,
        post: Post,
        clock: Clock = time.monotonic,
        address: Callable[[], str] = lambda: "",
    ) -> None:
        self.kind, self.pins = kind, pins
        self.factory = factory
        self._post, self._clock, self._address = post, clock, address
        self._queue: queue.SimpleQueue[_Told] = queue.SimpleQueue()
        self._display = Display(wired=LampSet.of(pins))
        self._shown: Lamps | None = None
        self._beeps: Steps[bool] = Steps()
        self._lit = self._display.wired.dark
        self._is_closed = False
        self._resting: list[threading.Event] = []
        self._wires = Wires(factory, pins, self._felt, is_own=kind == "gpio")
        now = time.monotonic()
        self._contacts = {button: Contact(is_down, now) for button, is_down in self._wires.down().items()}
        self._fingertips = Fingertips(kind == "mock")
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def show(self, lamps: Lamps) -> None:
        """Sets the lamps; never waits for a pin."""
        self._queue.put(lamps)

    def refuse(self) -> None:
        """Blinks twice; never waits for a pin."""
        self._queue.put(_Refuse())

    def state(self) -> DeviceState:
        """How the panel is, to be posted once by whoever made it; what changes later it posts by itself."""
        state, told = self._fingertips.state()
        return DeviceState("panel", state, told, self._clock())

    def levels(self) -> dict[int, bool]:
        """Which lamps are lit just now, by pin."""
        return dict(zip(self.pins.lamps, self._lit, strict=True))

    def rest(self, timeout_s: float = 1.0) -> bool:
        """Waits until no button is down and all that was pressed is posted; whether it came to that."""
        resting = threading.Event()
        self._queue.put(resting)
        return resting.wait(timeout_s)

    def close(self) -> None:
        """All lamps off, pins let go. May be called again."""
        if self._is_closed:
            return
        self._is_closed = True
        atexit.unregister(self.close)
        self._queue.put(_Close())
        if threading.current_thread() is not self._thread:
            self._thread.join(1.0)
        self._lit = self._display.wired.dark
        self._wires.close()

    def __enter__(self) -> PinPanel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _felt(self, button: Button, is_down: bool, ticks: float) -> None:
        """gpiozero's thread: an edge. `ticks` are the kernel's own, if they are of the monotonic clock."""
        now = time.monotonic()
        at = ticks if 0 <= now - ticks < _LONGEST_LATE_S else now
        self._queue.put(_Edge(button, is_down, at, self._clock() - (now - at)))

    def _run(self) -> None:
        try:
            while not isinstance(told := self._next(), _Close):
                self._hear(told)
                self._light()
                self._rest()
        except Exception as why:  # noqa: BLE001 - the chip may vanish; lgpio.error is nothing but an Exception
            _log.exception("the panel's thread ended")
            lost = say(
                "The pins can't be reached any more ({why}): the page has the buttons; or start the companion anew.",
                why=why,
            )
            self._post(DeviceState("panel", "down", lost, self._clock()))

    def _next(self) -> _Told | None:
        """What comes next in the queue, None when it is time to look at the clock."""
        now = time.monotonic()
        wakes = [contact.wakes for contact in self._contacts.values()]
        changes = (self._display.changes(now), self._beeps.changes(now))
        soonest = min((at for at in (*wakes, *changes) if at is not None), default=None)
        with contextlib.suppress(queue.Empty):
            return self._queue.get(timeout=None if soonest is None else max(0.0, soonest - now))
        if soonest is not None and time.monotonic() - soonest > LATE_S:
            time.sleep(LATE_S)  # this machine is busy: what was felt may be late as well, and goes before the time
            with contextlib.suppress(queue.Empty):
                return self._queue.get_nowait()
        return None

    def _hear(self, told: _Told | None) -> None:
        now = time.monotonic()
        match told:
            case _Edge():
                if told.is_down:
                    self._fingertips.touched(told.button, told.table_at)
                self._tell(told.button, self._contacts[told.button].edge(told.is_down, told.at))
            case Lamps():
                self._display = replace(self._display, lamps=told)
                if said := beeps(self._shown, told):
                    self._beeps = Steps(said, now)
                self._shown = told
            case _Refuse():
                self._display = replace(self._display, refused=now)
            case threading.Event():
                self._resting.append(told)
            case _:
                for button, contact in self._contacts.items():
                    self._tell(button, contact.wait(now))

    def _tell(self, button: Button, felt: list[Felt]) -> None:
        for one in felt:
            if isinstance(one, Down) and self._display.counts.changes(time.monotonic()) is not None:
                self._count_no_more(button)
            match self._fingertips.says(button, one, self._clock()):
                case ButtonPressed(held=held) as pressed:
                    _log.info("button %s%s", button.name, ", held" if held else "")
                    self._post(pressed)
                case Sign.STATE:
                    self._tell_state()
                case Sign.ADDRESS:
                    self._count()

    def _count(self) -> None:
        """Counts the address out on the lamps; where there is none to count, they say no."""
        now, address = time.monotonic(), ""
        with contextlib.suppress(OSError, IndexError, AttributeError):  # network and page come and go
            address = self._address()
        if steps := counted(address, self._display.wired):
            _log.info("the lamps count out %s", address)
            self._display = replace(self._display, counts=Steps(steps, now))
        else:
            self._display = replace(self._display, refused=now)

    def _count_no_more(self, button: Button) -> None:
        """Any button ends it. UNDO does nothing else then: who asked for the address didn't mean to take back."""
        self._display = replace(self._display, counts=Steps())
        if button is Button.UNDO:
            self._fingertips.keep_silent(button)

    def _tell_state(self) -> None:
        told = self.state()
        if told.state == "down":
            _log.warning(told.say)
        self._post(told)

    def _rest(self) -> None:
        if self._resting and all(contact.is_up for contact in self._contacts.values()):
            for resting in self._resting:
                resting.set()
            self._resting.clear()

    def _light(self) -> None:
        now = time.monotonic()
        lit = self._display.lit(now)
        self._wires.light(lit, self._lit)
        self._lit = lit
        self._wires.sound(bool(self._beeps.at(now)))
