"""gpiozero's mock pins, what a panel posts, and waiting for what comes in a moment."""

import queue
import time

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from hardware import panel as panels
from hardware.pins import DEFAULT

SOON_S = 2.0


@pytest.fixture
def pins():
    """gpiozero's mock pins, all up again at the end: closing a button that is down can take its time."""
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = None


@pytest.fixture
def posted():
    return queue.Queue()


@pytest.fixture
def panel(pins, posted):
    with panels.make("mock", DEFAULT, posted.put) as panel:
        yield panel


@pytest.fixture
def soon():
    """What is asked becomes what is wanted, in a moment."""

    def comes(asked, wanted):
        until = time.monotonic() + SOON_S
        while (found := asked()) != wanted and time.monotonic() < until:
            time.sleep(0.002)
        assert found == wanted

    return comes
