"""Under which addresses phones find the page: numeric ones first, since names ending in .local fail on many phones.

Law: nothing is sent, and nobody is asked who could keep the page waiting.
"""

from __future__ import annotations

import contextlib
import fcntl
import ipaddress
import re
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

_ANYWHERE = ("10.255.255.255", 9)  # nothing is sent there: it only says which of our addresses would be used
_PUBLISHED = Path("/run/hanabi-name/name")
_NAME = re.compile(r"hanabi(-[2-9])?\.local")
_SIOCGIFADDR = 0x8915


def addresses(host: str, port: int, published: Path = _PUBLISHED) -> list[str]:
    """Addresses such as http://192.168.1.20:8080, then the name that the service published, if it did
    (systemd/publish); this machine's own loopback where there is no network.
    """
    if host not in ("0.0.0.0", "::", ""):
        return [_url(host, port)]
    numeric = next(_own_addresses(), "127.0.0.1")
    return [_url(numeric, port), *(_url(name, port) for name in _names(published))]


def _own_addresses() -> Iterator[str]:
    """The address on the way out; without one, as on a hotspot of this machine's own, those of its networks."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        with contextlib.suppress(OSError):
            asking.connect(_ANYWHERE)
            yield from _reachable(str(asking.getsockname()[0]))
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(asking.fileno(), _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield from _reachable(socket.inet_ntoa(answer[20:24]))


def _reachable(address: str) -> Iterator[str]:
    found = ipaddress.ip_address(address)
    if not (found.is_unspecified or found.is_loopback):
        yield address


def _names(published: Path) -> Iterator[str]:
    with contextlib.suppress(OSError, ValueError):
        name = published.read_text(encoding="ascii").strip()
        if _NAME.fullmatch(name):
            yield name


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
