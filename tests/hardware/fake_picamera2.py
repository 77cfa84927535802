"""A picamera2 for tests: behaves, or fails as the real one was seen to fail (../shared/hardware.md).

    fake = FakePicamera2(monkeypatch)       stands in for the module from now on
    fake.busy = 3                           the next three openings fail as when another program holds the camera
    fake.captures = [OK, OK, HANG]          then pictures without end, unless the last one says how it ends
    fake.light = 0.5                        the lamp: exposure follows it while nobody has locked it
    fake.keeps = {"lens"}                   what is locked and kept; exposure and white balance are only said to be

A control shows five frames after it was set. A second camera raises while the first one is open. What a camera doesn't
have can't be set. A picture's edges are sharpest with the lens at `focus`.
"""

import sys
import threading
import types
import weakref

import numpy as np

OK, HANG, LOST, FROZEN = "ok", "hang", "lost", "frozen"

MODES = [
    {"size": (640, 480), "bit_depth": 10, "crop_limits": (1000, 752, 1280, 960)},
    {"size": (1640, 1232), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
    {"size": (1920, 1080), "bit_depth": 10, "crop_limits": (680, 692, 1920, 1080)},
    {"size": (3280, 2464), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
]
CONTROLS = ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits")
RED, GREEN, BLUE = 200, 90, 30
GREY = 115
IN_GOOD_LIGHT_US = 10_000
GAINS = (1.8, 1.4)
LATE_FRAMES = 5


class FakePicamera2:
    """The module, and what its cameras did. `unreleased`: cameras that were opened and not closed again; `held`:
    pictures that somebody still holds, `most_held`: at most so many at a time.
    """

    def __init__(self, monkeypatch):
        self.cameras = [{"Model": "imx219", "Num": 0}]
        self.busy = 0
        self.captures = [OK]
        self.stop_hangs = False
        self.gives_format = None
        self.sensor_modes = MODES
        self.modes_asked = 0
        self.array = (3280, 2464)
        self.crop = (0, 310, 3280, 1845)
        self.controls = dict.fromkeys(CONTROLS, (0, 1, 0))
        self.light, self.focus = 1.0, None
        self.keeps = {"exposure", "white balance", "focus"}
        self.drift = 1.0
        self.has_small_stream = True
        self.opened, self.unreleased, self.waits = 0, 0, []
        self.held = self.most_held = 0
        self.set = []
        self.configured = {}
        self.let_go = threading.Event()
        module = types.ModuleType("picamera2")
        module.Picamera2 = self._class()
        monkeypatch.setitem(sys.modules, "picamera2", module)

    def with_a_lens(self, focus, lowest=0.0, highest=10.0):
        """It can be focused, and is sharpest there."""
        self.cameras = [{"Model": "imx708", "Num": 0}]
        self.controls |= {"AfMode": (0, 2, 0), "LensPosition": (lowest, highest, 1.0)}
        self.focus, self.array, self.crop = focus, (4608, 2592), (0, 0, 4608, 2592)

    def _hands_out(self, picture):
        self.held += 1
        self.most_held = max(self.held, self.most_held)
        weakref.finalize(picture, self._has_back)
        return picture

    def _has_back(self):
        self.held -= 1

    def _class(fake):  # noqa: N805 - two selves
        class Picamera2:
            def __init__(self, number=0):
                fake.opened += 1
                if fake.busy or fake.unreleased:
                    fake.busy = max(0, fake.busy - 1)
                    raise RuntimeError("Camera __init__ sequence did not complete.")
                fake.unreleased += 1
                self._taken = 0
                self._noise = np.random.default_rng(1)
                self._last = None
                self._late = []
                self._held = {"AeEnable": True, "AwbEnable": True, "LensPosition": 1.0}
                self._exposure_us = IN_GOOD_LIGHT_US
                self.camera_properties = {"Model": fake.cameras[0]["Model"]}
                if fake.array is not None:
                    self.camera_properties["PixelArraySize"] = fake.array

            @staticmethod
            def global_camera_info():
                return fake.cameras

            @property
            def sensor_modes(self):
                fake.modes_asked += 1
                return fake.sensor_modes

            @property
            def camera_controls(self):
                return fake.controls

            def create_video_configuration(self, **wanted):
                return wanted

            def configure(self, wanted):
                if "lores" in wanted and not fake.has_small_stream:
                    raise RuntimeError("Invalid configuration")
                fake.configured = wanted
                if fake.gives_format:
                    wanted["main"]["format"] = fake.gives_format

            def camera_configuration(self):
                return fake.configured

            def start(self):
                pass

            def set_controls(self, controls):
                for name in controls:
                    if name not in fake.controls:
                        raise RuntimeError(f"Control {name} is not advertised by libcamera")
                fake.set.append(dict(controls))
                self._late.append((self._taken + LATE_FRAMES, dict(controls)))

            def capture_arrays(self, names, wait=None):
                while self._late and self._late[0][0] <= self._taken:
                    self._held |= self._late.pop(0)[1]
                self._expose()
                return [self._stream(name, wait) for name in names], self._metadata()

            def _expose(self):
                """Its own exposure goes half the way to what the light asks for; a held one stays, if it is kept."""
                if self._held["AeEnable"] or "exposure" not in fake.keeps:
                    wanted = IN_GOOD_LIGHT_US / fake.light
                    self._exposure_us += (wanted - self._exposure_us) / 2
                else:
                    self._exposure_us = self._held["ExposureTime"]
                self._exposure_us = round(self._exposure_us * fake.drift)

            def _metadata(self):
                if "AeEnable" not in fake.controls:
                    return {}
                held = self._held
                own = held["AwbEnable"] or "white balance" not in fake.keeps
                gains = GAINS if own else held["ColourGains"]
                if "white balance" not in fake.keeps:
                    gains = (gains[0] * (1 + self._taken / 100), gains[1])
                told = {"ExposureTime": self._exposure_us, "AnalogueGain": 1.0, "ColourGains": gains}
                if fake.crop is not None:
                    told["ScalerCrop"] = fake.crop
                if "LensPosition" in fake.controls:
                    told["LensPosition"] = held["LensPosition"] if "focus" in fake.keeps else 7.0
                return told

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
                self._last = fake._hands_out(self._picture())
                return self._last

            @property
            def _brightness(self):
                return fake.light * self._exposure_us / IN_GOOD_LIGHT_US

            def _picture(self):
                width, height = fake.configured["main"]["size"]
                form = fake.configured["main"]["format"]
                order = (BLUE, GREEN, RED) if form in ("RGB888", "XRGB8888") else (RED, GREEN, BLUE)
                colour = order if form.endswith("888") and not form.startswith("X") else (*order, 255)
                picture = np.empty((height, width, len(colour)), np.float32)
                picture[:] = colour
                picture[: height // 2] /= 2
                if fake.focus is not None:
                    soft = 1 + 4 * abs(self._held["LensPosition"] - fake.focus)
                    picture[: height // 2, ::4] += 80 / soft
                picture *= self._brightness
                picture[0, 0] = self._noise.integers(0, 255, len(colour))
                return np.clip(picture.round(), 0, 255).astype(np.uint8)

            def _planes(self):
                """Planar YUV: brightness, then two colours of half the size; rows are stored a little longer."""
                width, height = fake.configured["lores"]["size"]
                planes = np.full((height * 3 // 2, width + 64), 128, np.uint8)
                planes[:height, :width] = min(255, round(GREY * self._brightness))
                return planes

            def stop(self):
                if fake.stop_hangs:
                    fake.let_go.wait(5)

            def close(self):
                fake.unreleased -= 1

        return Picamera2
