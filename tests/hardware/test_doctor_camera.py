"""What the doctor sees of the camera, and of the table through it."""

import threading
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.errors import CameraError, Unreadable
from companion.ports import Frame
from companion.settings import Settings, View, Zones
from hardware import doctor_camera, usb
from hardware.doctor_camera import CameraDoctor
from hardware.freshness import Freshness
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import LyingCard, Scene

CARD_MM = (63.0, 88.0)
SCENE = Scene((LyingCard("R1", 120, 100, 4), LyingCard("G3", 320, 330, -20)))


class Camera:
    """A camera of one picture, black unless said, or one that fails, hangs or ends as it is told. `waits`: the seconds
    of its own `clock` between one picture and the next, for as long as it is watched; `closes_s`: what closing takes.
    """

    about = ""

    def __init__(
        self, size=(1280, 720), *, picture=None, remark="", fails=None, hangs=None, ends=False, waits=0.0, closes_s=0.0
    ):
        self.picture = np.zeros((size[1], size[0], 3), np.uint8) if picture is None else picture
        self.remark, self.fails, self.hangs, self.ends = remark, fails, hangs, ends
        self.waits, self.closes_s, self.now = waits, closes_s, 0.0
        self.opened, self.closed = 0, False

    def clock(self):
        return self.now

    def frames(self):
        self.opened += 1
        if self.fails:
            raise CameraError(self.fails)
        if self.hangs:
            self.hangs.wait(5)
        if not self.ends:
            yield Frame(self.picture, 0.0, 0, remark=self.remark)
        while self.waits:
            self.now += self.waits
            yield Frame(self.picture, self.now, 0, remark=self.remark)

    def pressed(self, since):
        return []

    def close(self):
        self.closed = True
        self.now += self.closes_s


class Freezing(Camera):
    """One whose pictures stay the same, as any real camera of the table's would tell."""

    def frames(self):
        fresh = Freshness()
        for frame in super().frames():
            fresh.see(frame.pixels, frame.at)
            yield frame


@pytest.fixture
def as_real(monkeypatch):
    """The doctor of `usb:0`, which is this camera."""

    def made(camera, **how):
        monkeypatch.setattr(usb, "UsbCamera", lambda device, **kept: camera)
        return CameraDoctor("usb:0", Camera, clock=camera.clock, **how)

    return made


def seen(check):
    return check.verdict.value, check.seen, check.mend


def test_a_real_camera_of_the_right_size_is_ok_opened_once_and_let_go(as_real):
    camera = Camera()
    doctor = as_real(camera)
    assert seen(doctor.camera()) == ("ok", "usb:0 gives pictures of 1280 x 720.", "")
    doctor.mat(Settings(), CARD_MM)
    assert (camera.opened, camera.closed) == (1, True)


def test_what_it_is_set_to_and_what_isn_t_as_it_should_be_are_told(as_real):
    camera = Camera(remark="Its focus drifts: tape it.")
    camera.about = "It is module 2 (imx219), in its mode of 1640 x 1232."
    said = "usb:0 gives pictures of 1280 x 720. It is module 2 (imx219), in its mode of 1640 x 1232."
    assert seen(as_real(camera).camera()) == ("warn", said, "Its focus drifts: tape it.")


def test_a_small_picture_is_a_warning(as_real):
    assert as_real(Camera((640, 480))).camera().verdict.value == "warn"


def test_a_camera_that_fails_tells_its_own_sentence_and_the_mat_isn_t_looked_for(as_real):
    doctor = as_real(Camera(fails="It is unplugged: plug it in."))
    assert seen(doctor.camera()) == ("fail", "usb:0: no picture.", "It is unplugged: plug it in.")
    assert seen(doctor.mat(Settings(), CARD_MM))[:2] == ("warn", "Not looked for: there is no picture.")


def test_a_camera_that_hangs_is_told_in_time(as_real):
    hangs = threading.Event()
    doctor = as_real(Camera(hangs=hangs), patience_s=0.05)
    assert doctor.camera().mend.startswith("It hangs: nothing for 0.05 seconds")
    hangs.set()


def test_a_camera_without_a_picture_fails(as_real):
    assert as_real(Camera(ends=True)).camera().mend == "It ended before its first picture."


GREY = np.full((720, 1280, 3), 120, np.uint8)


def test_a_camera_that_freezes_after_its_first_pictures_fails(as_real, straight):
    check = as_real(Freezing(picture=straight, waits=0.1)).camera()
    assert (check.verdict.value, check.mend[:13]) == ("fail", "Pull its plug")
    assert check.seen.startswith(
        "usb:0 gives pictures of 1280 x 720. Then it failed: The camera shows the same picture"
    )


@pytest.mark.parametrize(("grey", "said"), [(0, "picture is black"), (255, "picture is white all over"), (120, "")])
def test_pictures_in_which_nothing_can_be_seen_fail(as_real, grey, said):
    check = as_real(Camera(picture=np.full_like(GREY, grey), waits=0.1)).camera()
    assert check.verdict.value == ("fail" if said else "ok")
    assert said in check.mend


@pytest.mark.parametrize(("waits", "is_"), [(0.03, "ok"), (0.32, "ok"), (0.4, "warn"), (2.0, "warn"), (7.0, "warn")])
def test_fewer_than_three_pictures_a_second_are_told(as_real, waits, is_):
    check = as_real(Camera(picture=GREY, waits=waits)).camera()
    assert check.verdict.value == is_
    assert ("fewer than three pictures a second" in check.mend) is (is_ == "warn")


def test_a_camera_that_doesn_t_let_go_is_told_beside_its_other_remarks(as_real):
    check = as_real(Camera((640, 480), picture=GREY[:480, :640], remark="Tape its lens.", closes_s=2.0)).camera()
    assert check.verdict.value == "warn"
    for said in ("Cards are read surely from", "Tape its lens.", "It didn't let go"):
        assert said in check.mend


def test_a_pretend_camera_says_so():
    assert seen(CameraDoctor("simulated", Camera).camera())[:2] == (
        "warn",
        "simulated gives pictures of 1280 x 720. The camera is pretend: a drawn table plays by itself.",
    )


def test_without_a_camera_or_without_a_mat_none_is_looked_for(as_real):
    assert CameraDoctor("none", Camera).mat(Settings(), CARD_MM).verdict.value == "ok"
    assert as_real(Camera()).mat(Settings(view=View(line=0.4)), CARD_MM).verdict.value == "ok"


def test_a_word_that_is_no_camera_is_refused_at_once():
    with pytest.raises(Unreadable):
        CameraDoctor("webcam", Camera)


# how the table is seen


@pytest.fixture(scope="module")
def painted(lantern):
    """A picture of the table through a lens like this."""

    def paint(size=(1280, 720), **lens):
        return Painter(lantern.plates, CARD_MM, Lens.over(size, **lens), Conditions(), seed=2).frame(SCENE, 0.0)

    return paint


@pytest.fixture(scope="module")
def straight(painted):
    return painted()


def look(as_real, picture, settings=None, faces=tuple):
    return as_real(Camera(picture=picture)).mat(settings or Settings(), CARD_MM, faces)


def test_a_table_as_it_should_be_is_told_with_its_figures(as_real, straight):
    check = look(as_real, straight)
    assert check.verdict.value == "ok"
    assert check.seen.startswith("All four markers are seen. The camera is tilted by ")
    for words in ("A card is 77 x 107 pixels.", "brightness is ", "mm wide: sharp."):
        assert words in check.seen


@pytest.mark.parametrize(
    ("lens", "mend"),
    [
        ({"tilt_deg": 42.0}, "Hang it more nearly over the mat's middle: at most 30 degrees."),
        ({"size": (640, 360)}, "Hang it nearer, or take larger pictures: 75 high at least."),
        ({"tilt_deg": 20.0, "room_mm": 60.0}, ""),
    ],
)
def test_too_much_tilt_and_too_far_away_are_told_with_their_mends(as_real, painted, lens, mend):
    assert look(as_real, painted(**lens)).mend == mend


def test_a_blurred_and_a_dark_picture_are_told(as_real, straight):
    assert look(as_real, cv2.GaussianBlur(straight, (0, 0), 3.8)).mend.startswith("Focus the camera")
    assert look(as_real, (straight * 0.15).astype(np.uint8)).mend == "Bring more light."


def test_a_table_that_is_too_bright_to_read_by_is_told(as_real, straight):
    bright = straight.copy()
    bright[250:470, 250:1030] = 255
    half = as_real(Camera(picture=bright, waits=0.1))
    assert half.camera().verdict.value == "ok"
    assert half.mat(Settings(), CARD_MM).mend == ""
    bright[150:570, 180:1100] = 255
    assert look(as_real, bright).mend.startswith("It is too bright to read cards: dim the lamp")


def test_a_hidden_marker_is_named_and_three_are_enough(as_real, straight):
    hidden = straight.copy()
    hidden[360:, 640:] = 90
    check = look(as_real, hidden)
    assert (check.verdict.value, check.seen.split(". ")[0]) == ("ok", "The marker at the bottom right can't be seen")


@pytest.mark.parametrize(
    ("change", "mend"),
    [
        (lambda picture: cv2.flip(picture, 1), "The picture is mirrored: turn that off"),
        (lambda picture: np.full_like(picture, 120), "Lay the mat (companion mat prints it)"),
        (lambda picture: picture // 20, "It is too dark: bring more light"),
    ],
)
def test_a_mat_that_can_t_be_found_is_told_with_the_likely_reason(as_real, straight, change, mend):
    check = look(as_real, change(straight))
    assert (check.verdict.value, check.seen) == ("warn", "No marker of the mat is seen.")
    assert check.mend.startswith(mend)


def test_a_picture_that_is_set_right_by_the_settings_is_looked_at_so(as_real, straight):
    mirrored = Settings(view=View(mirrored=True))
    assert look(as_real, cv2.flip(straight, 1), mirrored).verdict.value == "ok"


def test_a_mat_by_corners_is_looked_at_without_its_markers(as_real, straight):
    by_hand = Settings(view=View(corners=((100, 80), (1180, 80), (1180, 640), (100, 640))))
    check = look(as_real, straight, by_hand)
    assert check.seen.startswith("By its corners in the settings.")
    assert "edges" not in check.seen


def test_cards_that_look_like_the_table_are_told(as_real, straight, monkeypatch):
    monkeypatch.setattr(doctor_camera, "looks_alike", lambda *told: True)
    assert look(as_real, straight).mend == "Put a cloth of another colour under them."


def test_a_mat_of_another_size_is_measured_by_it(as_real, straight):
    smaller = replace(Settings(), zones=Zones(mat=(400, 250)))
    assert "A card is 154 x 215" in look(as_real, straight, smaller).seen
