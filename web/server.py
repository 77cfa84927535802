"""The web, served: uvicorn in a thread with a loop of its own.

Law: the address is had before `start` returns, or one sentence says why not; `stop` ends open streams and is done
within two seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import threading

import uvicorn

from companion.errors import CannotListen
from web.protocol import ImpatientProtocol
from web.site import Site

_START_S, _STOP_S = 5.0, 2.0
_LONGEST_HEAD = 16 * 1024
_WAITING_CONNECTIONS = 512
_USER_TIMEOUT_MS = 8_000  # a phone that went without a word, or never reads
_SEND_BUFFER = 64 * 1024  # so that who never reads is noticed soon

_log = logging.getLogger(__name__)


class Server:
    """Serves one site at one address. `port` 0: any that is free; `protocol`: how it speaks."""

    def __init__(self, site: Site, host: str, port: int, protocol: type[ImpatientProtocol] = ImpatientProtocol) -> None:
        self.site = site
        self._host, self._port = host, port
        self._listening: socket.socket | None = None
        self._uvicorn = uvicorn.Server(_config(site, protocol))
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)

    @property
    def port(self) -> int:
        """The port as it was had."""
        return self._port

    def start(self) -> None:
        """Takes the address and serves. Raises CannotListen."""
        self._listening = _listen(self._host, self._port)
        self._port = self._listening.getsockname()[1]
        self._thread.start()

    def stop(self) -> None:
        """Ends streams and connections, and lets the address go."""
        self.site.close()
        self._uvicorn.should_exit = True
        if self._thread.is_alive():
            self._thread.join(_STOP_S)
        self.site.let_go()
        if self._listening is not None:
            self._listening.close()

    def _run(self) -> None:
        assert self._listening is not None
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(self._uvicorn.serve(sockets=[self._listening]))


def _config(site: Site, protocol: type[ImpatientProtocol]) -> uvicorn.Config:
    return uvicorn.Config(
        site.asgi,
        loop="asyncio",
        http=protocol,
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=_LONGEST_HEAD,
    )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol by name: asyncio sends without delay only then, and each answer would else wait 40 ms for an ACK.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; each connection inherits it
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _USER_TIMEOUT_MS)
        listening.bind((host, port))
        listening.listen(_WAITING_CONNECTIONS)
        listening.setblocking(False)
    except (OSError, OverflowError) as why:
        listening.close()
        raise CannotListen(_say(host, port, why)) from why
    return listening


def _say(host: str, port: int, why: OSError | OverflowError) -> str:
    number = why.errno if isinstance(why, OSError) else None
    if number == errno.EADDRINUSE:
        return f"Port {port} is taken, perhaps by a companion that runs already: stop it, or choose another --port."
    if number == errno.EACCES:
        return f"Port {port} is kept for the system: choose one above 1023 with --port."
    return (
        f"The page can't be shown at {host}, port {port}: "
        "give an address of this machine with --host, and a --port up to 65535."
    )
