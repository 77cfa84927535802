"""What the doctor sees of the libraries: their versions, and whether they fit together."""

import pytest

from companion import libraries


def verdict(check):
    return check.verdict.value


def test_the_versions_of_all_that_matters_are_listed():
    check = libraries.versions()
    assert verdict(check) == "ok"
    wanted = ("Python 3.", "OpenCV 4.", "NumPy ", "Flask 3.", "gpiozero 2.")
    assert [name for name in wanted if name not in check.seen] == []


@pytest.mark.parametrize(
    ("complaint", "mend"),
    [
        ("ValueError: numpy.dtype size changed, may indicate binary incompatibility. Expected 96", "uninstall numpy"),
        ("A module that was compiled using NumPy 1.x cannot be run in NumPy 2.1", "uninstall numpy"),
        ("ImportError: libGL.so.1: cannot open shared object file", "apt-get install libgl1"),
        ("ModuleNotFoundError: No module named 'libcamera'", "python3-libcamera"),
        ("ModuleNotFoundError: No module named 'picamera2'", "python3-picamera2"),
        ("it ended with status -11", "make setup"),
    ],
)
def test_libraries_that_don_t_fit_are_told_with_the_mend_for_that(complaint, mend):
    said = f"Traceback (most recent call last):\n  ...\n{complaint}\n"
    check = libraries.loads("cv2", "OpenCV, which sees", attempt=lambda name: said)
    assert verdict(check) == "fail"
    assert complaint in check.seen
    assert "Traceback" not in check.seen
    assert mend in check.mend


def test_one_that_loads_is_ok():
    assert libraries.loads("cv2", "OpenCV, which sees", attempt=lambda name: "") == libraries.ok(
        "cv2", "OpenCV, which sees: loads."
    )


def test_a_library_is_tried_in_a_python_of_its_own():
    assert libraries.tried("json") == ""
    assert "No module named 'no_such_library'" in libraries.tried("no_such_library")


def test_an_environment_that_hides_the_system_s_libraries_is_told_on_a_pi(tmp_path):
    config = tmp_path / "pyvenv.cfg"
    config.write_text("home = /usr/bin\ninclude-system-site-packages = false\n")
    check = libraries.camera_library(is_a_pi=True, attempt=lambda name: "", config=config)
    assert verdict(check) == "fail"
    assert "--system-site-packages" in check.mend


@pytest.mark.parametrize("said", ["include-system-site-packages = true\n", None])
def test_an_environment_that_sees_them_or_none_at_all_is_tried(tmp_path, said):
    config = tmp_path / "pyvenv.cfg"
    if said is not None:
        config.write_text(said)
    tried = []
    check = libraries.camera_library(is_a_pi=True, attempt=lambda name: tried.append(name) or "", config=config)
    assert (verdict(check), tried) == ("ok", ["picamera2"])


def test_a_camera_library_that_doesn_t_load_is_a_warning_since_a_usb_camera_will_do(tmp_path):
    check = libraries.camera_library(
        is_a_pi=True, attempt=lambda name: "ValueError: numpy.dtype size changed\n", config=tmp_path / "none"
    )
    assert verdict(check) == "warn"
    assert "usb:0" in check.mend


def test_off_a_pi_it_is_not_needed():
    assert verdict(libraries.camera_library(is_a_pi=False)) == "ok"
