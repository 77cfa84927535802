"""The panel on gpiozero's mock pins: what is pressed is posted, what is shown is lit, and nobody waits."""

import sys
import threading
import time

import pytest
from gpiozero.pins.mock import MockFactory

from companion.errors import NoPins, Unreadable
from companion.messages import ButtonPressed, DeviceState
from companion.ports import Lamps
from companion.table.placements import Button
from hardware import factory as factories
from hardware import panel as panels
from hardware.fingers import FingeredCamera, Fingers
from hardware.fingertips import PRETEND
from hardware.panel import NoPanel
from hardware.pinpanel import PinPanel
from hardware.pins import DEFAULT

SOON_S = 2.0


def presses(posted):
    told = [posted.get_nowait() for _ in range(posted.qsize())]
    return [(one.button, one.held) for one in told if isinstance(one, ButtonPressed)]


def lit(pins):
    return [pin for pin in DEFAULT.lamps if pins.pin(pin).state]


@pytest.mark.parametrize("button", list(Button))
def test_a_press_is_one_message_with_its_time(panel, posted, button):
    began = time.monotonic()
    Fingers(panel).press(button)
    pressed = posted.get(timeout=SOON_S)
    assert (pressed.button, pressed.held) == (button, False)
    assert began <= pressed.at <= time.monotonic()
    assert posted.empty()


def test_edges_without_rest_are_one_press(panel, pins, posted):
    pin = pins.pin(24)
    for _ in range(10):
        pin.drive_low()
        pin.drive_high()
    pin.drive_low()
    pressed = posted.get(timeout=SOON_S)
    pin.drive_high()
    assert panel.rest()
    assert (pressed.button, posted.empty()) == (Button.CLUE, True)


def test_two_buttons_at_once_are_two_presses(panel, pins, posted):
    for pin in (24, 25):
        pins.pin(pin).drive_low()
    assert {posted.get(timeout=SOON_S).button for _ in range(2)} == {Button.CLUE, Button.FUSE}
    for pin in (24, 25):
        pins.pin(pin).drive_high()
    assert panel.rest()
    assert posted.empty()


def test_the_lamps_follow_what_is_shown(panel, pins, soon):
    panel.show(Lamps(3, 1, "on"))
    soon(lambda: lit(pins), [5, 6, 12, 20, 23])
    assert [pin for pin, is_lit in panel.levels().items() if is_lit] == [5, 6, 12, 20, 23]
    panel.show(Lamps(2, 1))
    soon(lambda: lit(pins), [5, 6, 20])


def test_a_refusal_blinks_twice_and_the_lamps_are_as_before(panel, pins, soon):
    panel.show(Lamps(1))
    soon(lambda: lit(pins), [5])
    pins.pin(5).clear_states()
    panel.refuse()
    soon(lambda: [state.state for state in pins.pin(5).states], [True, False, True, False, True])


def test_nobody_who_shows_or_refuses_waits(panel):
    began = time.monotonic()
    for count in range(1000):
        panel.show(Lamps(count % 9))
        panel.refuse()
    assert time.monotonic() - began < 1


def test_closing_puts_out_all_lamps_and_lets_the_pins_go_even_with_a_button_down(pins, posted, soon):
    panel = panels.make("mock", DEFAULT, posted.put)
    panel.show(Lamps(8, 3, "on"))
    soon(lambda: len(lit(pins)), 12)
    pins.pin(27).drive_low()
    began = time.monotonic()
    panel.close()
    panel.close()
    assert (lit(pins), time.monotonic() - began < 0.9) == ([], True)
    panels.make("mock", DEFAULT, posted.put).close()


def test_an_exception_puts_out_all_lamps(pins, posted, soon):
    def evening():
        with panels.make("mock", DEFAULT, posted.put) as panel:
            panel.show(Lamps(8))
            soon(lambda: len(lit(pins)), 8)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        evening()
    assert lit(pins) == []


def test_a_closed_panel_leaves_no_thread(pins, posted):
    panels.make("mock", DEFAULT, posted.put).close()
    assert [thread.name for thread in threading.enumerate() if thread.name == "panel"] == []


def test_a_pin_in_use_is_named_and_the_others_are_let_go(pins, posted):
    with panels.make("mock", DEFAULT, posted.put), pytest.raises(NoPins, match=r"Pin 5 can't be had .*--panel none"):
        panels.make("mock", DEFAULT, posted.put)
    panels.make("mock", DEFAULT, posted.put).close()


def test_a_panel_whose_pins_fail_says_so_and_blocks_nobody(panel, pins, posted):
    def gone(value):
        raise OSError("No such device")

    pins.pin(5)._set_state = gone
    panel.show(Lamps(8))
    down = posted.get(timeout=SOON_S)
    assert (down.which, down.state) == ("panel", "down")
    assert "No such device" in down.say
    del pins.pin(5)._set_state
    panel.show(Lamps(7))


def test_messages_carry_the_table_s_time(pins, posted):
    with panels.make("mock", DEFAULT, posted.put, clock=lambda: 5000.0) as panel:
        assert panel.state().at == 5000.0
        Fingers(panel).press(Button.CLUE)
        assert 4999 < posted.get(timeout=SOON_S).at <= 5000.0


def test_pretend_fingers_press_before_the_frame_of_their_moment_is_handed_out(panel, posted):
    class Film:
        def frames(self):
            yield from range(3)

        def close(self):
            pass

    made = [[], [(0.1, "clue")], [(0.1, "clue"), (0.2, "fuse"), (0.2, "undo")]]
    seen = iter(made)
    heard = []
    camera = FingeredCamera(Film(), lambda since: next(seen)[since:], Fingers(panel).press)
    for frame in camera.frames():
        heard.append((frame, [button for button, _ in presses(posted)]))
    camera.close()
    assert heard == [(0, []), (1, [Button.CLUE]), (2, [Button.FUSE, Button.UNDO])]


@pytest.mark.parametrize(("kind", "closed"), [("gpio", True), ("mock", False)])
def test_real_pins_are_closed_with_their_chip(posted, kind, closed):
    class Chip(MockFactory):
        is_closed = False

        def close(self):
            super().close()
            self.is_closed = True

    chip = Chip()
    PinPanel(kind, chip, DEFAULT, posted.put).close()
    assert chip.is_closed is closed


def test_no_panel_does_nothing(posted):
    panel = panels.make("none", DEFAULT, posted.put)
    panel.show(Lamps(3))
    panel.refuse()
    panel.close()
    assert (isinstance(panel, NoPanel), panel.kind, panel.levels(), posted.empty()) == (True, "none", {}, True)
    assert panel.state().state == "none"


def test_auto_is_pretend_where_there_is_no_pi_and_says_so(pins, posted):
    with panels.make("auto", DEFAULT, posted.put) as panel:
        assert panel.kind == "mock"
        told = panel.state()
        assert told == DeviceState("panel", "pretend", PRETEND, told.at)


def test_real_pins_are_never_replaced_in_silence(posted):
    with pytest.raises(NoPins, match="it is no Raspberry Pi"):
        panels.make("gpio", DEFAULT, posted.put)


def test_a_pi_without_lgpio_names_the_package(monkeypatch, posted, tmp_path):
    monkeypatch.setattr(factories, "is_a_pi", lambda: True)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.setenv("LG_WD", str(tmp_path))
    with pytest.raises(NoPins, match="python3-lgpio"):
        panels.make("auto", DEFAULT, posted.put)


def test_another_word_is_refused(posted):
    with pytest.raises(Unreadable, match="'gpios' is no panel: say one of auto, gpio, mock, none"):
        panels.make("gpios", DEFAULT, posted.put)


@pytest.mark.parametrize(
    ("model", "is_one"), [(b"Raspberry Pi 4 Model B Rev 1.5\0", True), (b"QEMU virt\0", False), (None, False)]
)
def test_a_pi_is_known_by_its_device_tree(tmp_path, model, is_one):
    if model is not None:
        (tmp_path / "model").write_bytes(model)
    assert factories.is_a_pi(tmp_path / "model") is is_one


def test_a_button_down_at_the_start_is_no_press(pins, posted):
    pins.pin(24).drive_low()
    panel = PinPanel("mock", pins, DEFAULT, posted.put)
    pins.pin(24).drive_high()
    assert panel.rest()
    panel.close()
    assert presses(posted) == []
