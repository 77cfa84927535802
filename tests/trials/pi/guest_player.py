"""Runs inside the emulated Pi: what the host sends frame by frame is played into /dev/video0, as a camera would.

guest_player.py URL WIDTH HEIGHT        frames of YUYV, as the v4l2loopback driver hands them on
"""

import fcntl
import struct
import sys
import urllib.request

VIDIOC_S_FMT = 0xC0D05605
VIDEO_OUTPUT, FIELD_NONE, SRGB = 2, 1, 8
YUYV = struct.unpack("<I", b"YUYV")[0]

url, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
size = width * height * 2
shape = struct.pack(
    "<I4xIIIIIIIIIIII", VIDEO_OUTPUT, width, height, YUYV, FIELD_NONE, width * 2, size, SRGB, 0, 0, 0, 0, 0
)
with open("/dev/video0", "r+b", buffering=0) as device, urllib.request.urlopen(url) as frames:
    fcntl.ioctl(device, VIDIOC_S_FMT, shape.ljust(208, b"\0"))
    while len(frame := frames.read(size)) == size:
        device.write(frame)
