"""What `--camera` may say."""

import pytest

from companion.errors import CameraError, Unreadable
from companion.ports import Frame
from companion.table.placements import Button
from hardware import cameras, picamera2_library
from hardware.cameras import source
from hardware.paced import Pace
from hardware.picamera import PiCamera
from hardware.usb import UsbCamera


class Drawn:
    """A camera of two frames; CLUE is pressed in the second."""

    def __init__(self):
        self.presses = []

    def frames(self):
        yield Frame(None, 0.0, 0)
        self.presses.append((0.001, "clue"))
        yield Frame(None, 0.001, 1)

    def pressed(self, since):
        return self.presses[since:]

    def close(self):
        pass


@pytest.mark.parametrize(
    ("spec", "name", "kind"),
    [
        ("picamera2", "picamera2:0", PiCamera),
        ("picamera2:1", "picamera2:1", PiCamera),
        ("usb", "usb:0", UsbCamera),
        ("usb:3", "usb:3", UsbCamera),
        ("usb:/dev/v4l/by-id/usb-Logitech-index0", "usb:/dev/v4l/by-id/usb-Logitech-index0", UsbCamera),
    ],
)
def test_real_cameras_are_named_with_their_number(spec, name, kind):
    found = source(spec, Drawn)
    assert (found.name, found.is_pretend, found.say, type(found.open())) == (name, False, "", kind)


def test_the_drawn_table_says_that_it_is_pretend_and_opens_as_often_as_it_is_asked():
    found = source("simulated", Drawn, pace=Pace(100))
    assert (found.is_pretend, found.say) == (True, "The camera is pretend: a drawn table plays by itself.")
    assert [len(list(found.open().frames())) for _ in range(2)] == [2, 2]


def test_a_recording_is_played(evening):
    pressed = []
    found = source(f"file:{evening}", Drawn, pace=Pace(1000), press=pressed.append)
    assert found.is_pretend
    came = [(frame.index, list(pressed)) for frame in found.open().frames()]
    assert len(came) == 24
    assert came[13:15] == [(13, []), (14, [Button.CLUE])]


def test_what_is_pressed_in_pretend_pictures_is_pressed():
    pressed = []
    camera = source("simulated", Drawn, press=pressed.append).open()
    assert [len(pressed) for _ in camera.frames()] == [0, 1]


def test_none_opens_nothing():
    assert source("none", Drawn).open is None


@pytest.mark.parametrize(
    ("there", "name"), [(["imx708"], "picamera2:0"), ([], "simulated"), (CameraError("broken"), "simulated")]
)
def test_auto_is_a_pi_camera_if_there_is_one(monkeypatch, there, name):
    def asked():
        if isinstance(there, CameraError):
            raise there
        return there

    monkeypatch.setattr(cameras, "is_a_pi", lambda: True)
    monkeypatch.setattr(cameras.importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(picamera2_library, "cameras_there", asked)
    assert source("auto", Drawn).name == name


def test_auto_is_simulated_where_there_is_no_pi():
    assert source("auto", Drawn).name == "simulated"


@pytest.mark.parametrize("spec", ["", "webcam", "file", "file:", "Usb:0", "none:1"])
def test_another_word_is_refused_with_the_words_there_are(spec):
    with pytest.raises(Unreadable, match=r"is no camera: say auto, picamera2\[:N\], usb\[:N\] or usb:/dev/PATH, file:"):
        source(spec, Drawn)


@pytest.mark.parametrize("spec", ["usb:", "usb:x", "usb:-1", "usb:64", "picamera2:1.5", "usb:٣"])
def test_a_number_that_is_none_is_named(spec):
    with pytest.raises(Unreadable, match=r"should be its number, such as (usb|picamera2):0"):
        source(spec, Drawn)


def test_a_folder_that_is_no_recording_is_refused(tmp_path):
    with pytest.raises(Unreadable, match=r"has no recording\.json"):
        source(f"file:{tmp_path}", Drawn)
