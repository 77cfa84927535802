"""The table's PIN: who knows it may change things, and gets a cookie so that it is asked for once a phone.

Law: a PIN is compared by its slow hash, in constant time, one try at a time, and only when a try is due. A cookie is
signed with a key that follows from the PIN: a new PIN makes all old cookies worthless. A locked table takes no change
from any phone, cookie or not, over a restart too, until the PIN is shown again.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import Protocol

from companion.errors import NotAllowed, TooManyTries
from companion.sentences import say
from web.tries import Tries

PIN_DIGITS = 6
LOCKED = say("The table is locked: phones may only look until somebody unlocks it with the PIN.")
_LONGEST_PIN = 64
_COST = 2**13  # 8 MB and some 25 ms: four workers must fit on a small Pi, hence one at a time as well

_log = logging.getLogger(__name__)


class GateStore(Protocol):
    """Where the gate keeps what a restart must not forget: a small JSON-ready object."""

    def load(self) -> Mapping[str, object] | None:
        """What was saved last, None where there is nothing or it can't be read."""
        ...

    def save(self, kept: Mapping[str, object]) -> None:
        """Keeps this in place of what was kept before."""
        ...


class Forgetful:
    """A store that ends with the program."""

    def __init__(self) -> None:
        self.kept: Mapping[str, object] | None = None

    def load(self) -> Mapping[str, object] | None:
        """What was saved last."""
        return self.kept

    def save(self, kept: Mapping[str, object]) -> None:
        """Keeps it."""
        self.kept = kept


def new_pin() -> str:
    """Six digits that nobody can guess."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}d}"


class Gate:
    """Lets in who knows the PIN. May be asked from any thread."""

    def __init__(self, pin: str, store: GateStore | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store or Forgetful()
        self._clock = clock
        self._lock = threading.Lock()
        kept = self._store.load()
        self._salt, self._tries = _taken_up(kept, clock())
        self._is_locked = kept is not None and kept.get("locked") is True
        self._key = _slow_hash(pin, self._salt)
        self._signing = hmac.digest(self._key, b"cookie", "sha256")
        self._save()

    @property
    def is_locked(self) -> bool:
        """Whether phones may only look."""
        return self._is_locked

    def lock(self) -> None:
        """From now on phones may only look. Who asks must have been let in."""
        self._set_locked(True)

    def unlock(self, pin: str, who: str) -> str:
        """Phones may change the game again; gives a cookie, and raises, as `let_in`."""
        cookie = self.let_in(pin, who)
        self._set_locked(False)
        return cookie

    def let_in(self, pin: str, who: str) -> str:
        """The cookie that this PIN buys. Raises NotAllowed for a wrong one, TooManyTries where no try is due."""
        with self._lock:
            wait = self._tries.wait(who, self._clock())
            if wait > 0:
                raise TooManyTries(wait)
            right = hmac.compare_digest(_slow_hash(pin, self._salt), self._key)
            if right:
                self._tries.passed(who)
            else:
                self._tries.failed(who, self._clock())
                self._save()
        if not right:
            raise NotAllowed(say("That isn't the table's PIN: it stands on the table's own screen and in its log."))
        return self._cookie(secrets.token_urlsafe(12))

    def knows(self, cookie: str) -> bool:
        """Whether this cookie was bought with the PIN."""
        return cookie.isascii() and hmac.compare_digest(self._cookie(cookie.partition(".")[0]), cookie)

    def _cookie(self, nonce: str) -> str:
        return f"{nonce}.{hmac.digest(self._signing, nonce.encode(), 'sha256').hex()}"

    def _set_locked(self, is_locked: bool) -> None:
        with self._lock:
            self._is_locked = is_locked
            self._save()

    def _save(self) -> None:
        kept = {"salt": self._salt.hex(), "tries": self._tries.kept(self._clock()), "locked": self._is_locked}
        try:
            self._store.save(kept)
        except OSError as why:  # a full or read-only disk: the evening goes on, and a restart would forget
            _log.warning("The tries at the PIN can't be kept over a restart: %s", why)


def _slow_hash(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin[:_LONGEST_PIN].encode(errors="replace"), salt=salt, n=_COST, r=8, p=1, dklen=32)


def _taken_up(kept: Mapping[str, object] | None, now: float) -> tuple[bytes, Tries]:
    """Salt and tries as they were kept; new ones where nothing was, or nothing that can be read."""
    try:
        if kept is not None and isinstance(kept["tries"], dict):
            return bytes.fromhex(str(kept["salt"])), Tries.taken_up(kept["tries"], now)
    except (KeyError, TypeError, ValueError):
        pass
    return secrets.token_bytes(16), Tries()
