"""A picamera2 for tests: behaves, or fails as the real one was seen to fail (../shared/hardware.md).

    fake = FakePicamera2(monkeypatch)       stands in for the module from now on
    fake.busy = 3                           the next three openings fail as when another program holds the camera
    fake.captures = [OK, OK, HANG]          then pictures without end, unless the last one says how it ends
"""

import sys
import threading
import types

import numpy as np

OK, HANG, LOST, FROZEN = "ok", "hang", "lost", "frozen"

MODES = [
    {"size": (640, 480), "bit_depth": 10, "crop_limits": (1000, 752, 1280, 960)},
    {"size": (1640, 1232), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
    {"size": (1920, 1080), "bit_depth": 10, "crop_limits": (680, 692, 1920, 1080)},
    {"size": (3280, 2464), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
]
RED, GREEN, BLUE = 200, 90, 30
GREY = 115


class FakePicamera2:
    """The module, and what its cameras did. `unreleased`: cameras that were opened and not closed again."""

    def __init__(self, monkeypatch):
        self.cameras = [{"Model": "imx219", "Num": 0}]
        self.busy = 0
        self.captures = [OK]
        self.stop_hangs = False
        self.gives_format = None
        self.sensor_modes = MODES
        self.opened, self.unreleased, self.waits = 0, 0, []
        self.configured = {}
        self.let_go = threading.Event()
        module = types.ModuleType("picamera2")
        module.Picamera2 = self._class()
        monkeypatch.setitem(sys.modules, "picamera2", module)

    def _class(fake):  # noqa: N805 - two selves
        class Picamera2:
            def __init__(self, number=0):
                fake.opened += 1
                if fake.busy:
                    fake.busy -= 1
                    raise RuntimeError("Camera __init__ sequence did not complete.")
                fake.unreleased += 1
                self._taken = 0
                self._noise = np.random.default_rng(1)
                self._last = None

            @staticmethod
            def global_camera_info():
                return fake.cameras

            @property
            def sensor_modes(self):
                return fake.sensor_modes

            def create_video_configuration(self, **wanted):
                return wanted

            def configure(self, wanted):
                fake.configured = wanted
                if fake.gives_format:
                    wanted["main"]["format"] = fake.gives_format

            def camera_configuration(self):
                return fake.configured

            def start(self):
                pass

            def capture_arrays(self, names, wait=None):
                return [self._stream(name, wait) for name in names], {}

            def _stream(self, name, wait):
                if name == "lores":
                    return self._planes()
                fake.waits.append(wait)
                what = fake.captures[min(self._taken, len(fake.captures) - 1)]
                self._taken += 1
                if what == HANG:
                    fake.let_go.wait(5 if wait is None else wait)
                    raise TimeoutError
                if what == LOST:
                    raise RuntimeError("Failed to queue request: No such device")
                if what == FROZEN and self._last is not None:
                    return self._last
                self._last = self._picture()
                return self._last

            def _picture(self):
                width, height = fake.configured["main"]["size"]
                form = fake.configured["main"]["format"]
                order = (BLUE, GREEN, RED) if form in ("RGB888", "XRGB8888") else (RED, GREEN, BLUE)
                colour = order if form.endswith("888") and not form.startswith("X") else (*order, 255)
                picture = np.empty((height, width, len(colour)), np.uint8)
                picture[:] = colour
                picture[: height // 2] //= 2
                picture[0, 0] = self._noise.integers(0, 255, len(colour))
                return picture

            def _planes(self):
                """Planar YUV: brightness, then two colours of half the size; rows are stored a little longer."""
                width, height = fake.configured["lores"]["size"]
                planes = np.full((height * 3 // 2, width + 64), 128, np.uint8)
                planes[:height, :width] = GREY
                return planes

            def stop(self):
                if fake.stop_hangs:
                    fake.let_go.wait(5)

            def close(self):
                fake.unreleased -= 1

        return Picamera2
