"""Under which addresses phones find the page: numeric ones, since names ending in .local fail on many phones."""

from __future__ import annotations

import contextlib
import ipaddress
import socket

_ANYWHERE = ("10.255.255.255", 9)  # nothing is sent there: it only says which of our addresses would be used


def addresses(host: str, port: int) -> list[str]:
    """Addresses such as http://192.168.1.20:8080; this machine's own loopback where there is no network."""
    if host not in ("0.0.0.0", "::", ""):
        return [_url(host, port)]
    found = _own_address()
    return [_url(found, port)] if found is not None else [_url("127.0.0.1", port)]


def _own_address() -> str | None:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(_ANYWHERE)
        address = str(asking.getsockname()[0])
        return None if ipaddress.ip_address(address).is_unspecified else address
    return None


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
