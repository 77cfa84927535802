"""Who may be spoken to, and on whose behalf: the Host and Origin of a request.

Law: a name that is not ours is a name that somebody pointed at us (DNS rebinding); a change that another page asks for
is forged. Both are refused by the head alone.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection, Sequence

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?")
_OWN = ("localhost",)
PUBLISHED = ("hanabi.local", *(f"hanabi-{number}.local" for number in range(2, 10)))
"""What the service calls the table in a home network (systemd/publish): the first of these that no other one has."""


def own_names() -> frozenset[str]:
    """The names of this machine in a home network."""
    host = socket.gethostname().lower()
    return frozenset({*_OWN, *PUBLISHED, host, host.partition(".")[0] + ".local"})


def refused_host(values: Sequence[str], names: Collection[str]) -> tuple[int, str] | None:
    """Status and sentence where these Host headers are not to be answered."""
    if len(values) != 1 or not values[0]:
        return 400, "A request names one host."
    found = _HOST.fullmatch(values[0])
    if found is None:
        return 400, "The host of this request is no name and no address."
    name = found[1].lower()
    if name in names or name in _OWN or _is_address(name):
        return None
    return 421, "This table doesn't go by that name: use its numeric address."


def refused_origin(values: Sequence[str], host: str) -> tuple[int, str] | None:
    """Status and sentence where a change was not asked for by a page of this very host."""
    own = {f"http://{host.lower()}", f"https://{host.lower()}"}
    if len(values) == 1 and values[0].lower() in own:
        return None
    return 403, "Changes are made on the table's own page only."


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
