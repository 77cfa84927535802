"""A played camera keeps its pace, and its clock never runs ahead."""

from companion.ports import Frame
from hardware.paced import Pace, PacedCamera


class World:
    """Real time that passes only by sleeping and working, and a camera of a frame every tenth of a second."""

    def __init__(self):
        self.time = 100.0
        self.closed = False

    def now(self):
        return self.time

    def sleep(self, seconds):
        self.time += seconds

    def frames(self):
        yield from (Frame(None, index / 10, index) for index in range(5))

    def close(self):
        self.closed = True


def paced(world, speed=1.0):
    return PacedCamera(world, pace_of(world, speed), sleep=world.sleep)


def pace_of(world, speed=1.0):
    return Pace(speed, began=1000.0, now=world.now)


def rounded(values):
    return [round(value, 6) for value in values]


def test_frames_come_at_their_own_times():
    world = World()
    came = [(world.time, frame.at, frame.index) for frame in paced(world).frames()]
    assert rounded(real for real, _, _ in came) == [100.0, 100.1, 100.2, 100.3, 100.4]
    assert rounded(at for _, at, _ in came) == [1000.0, 1000.1, 1000.2, 1000.3, 1000.4]
    assert [index for _, _, index in came] == [0, 1, 2, 3, 4]


def test_twenty_times_the_speed_takes_a_twentieth_of_the_time():
    world = World()
    assert len(list(paced(world, speed=20).frames())) == 5
    assert round(world.time, 6) == 100.02


def test_a_late_frame_makes_the_next_ones_later_and_nothing_piles_up():
    world = World()
    came = []
    for frame in paced(world).frames():
        came.append(world.time)
        if frame.index == 1:
            world.sleep(5)
    assert rounded(came) == [100.0, 100.1, 105.1, 105.2, 105.3]


def test_the_clock_is_the_frame_s_own_time_while_somebody_looks_at_it():
    world = World()
    pace = pace_of(world, speed=20)
    for frame in PacedCamera(world, pace, sleep=world.sleep).frames():
        world.sleep(3)
        assert pace.clock() == frame.at


def test_the_clock_goes_on_while_the_next_frame_is_waited_for():
    world = World()
    pace = Pace(2.0, began=1000.0, now=world.now)
    camera = PacedCamera(world, pace, sleep=lambda seconds: heard(seconds))
    times = []

    def heard(seconds):
        world.time += seconds / 2
        times.append(pace.clock())
        world.time += seconds / 2

    assert len(list(camera.frames())) == 5
    assert rounded(times) == [1000.05, 1000.15, 1000.25, 1000.35]


def test_after_the_last_frame_the_clock_runs_free():
    world = World()
    pace = pace_of(world, speed=2)
    last = [frame.at for frame in PacedCamera(world, pace, sleep=world.sleep).frames()][-1]
    world.sleep(100)
    assert round(pace.clock() - last, 6) == 200


def test_the_next_camera_goes_on_where_the_time_is():
    world = World()
    pace = pace_of(world)
    first = [frame.at for frame in PacedCamera(world, pace, sleep=world.sleep).frames()]
    world.sleep(7)
    second = [frame.at for frame in PacedCamera(world, pace, sleep=world.sleep).frames()]
    assert rounded([first[-1], second[0], second[-1]]) == [1000.4, 1007.4, 1007.8]


def test_closing_wakes_who_waits_and_no_frame_comes_after_it():
    world = World()
    camera = PacedCamera(world, Pace(0.0001))
    frames = camera.frames()
    next(frames)
    camera.close()
    assert list(frames) == []
    assert world.closed
