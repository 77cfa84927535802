"""The camera's small pictures of the cards laid in this game, each under a name of its own.

Law: settled cards only, this game's only, in memory only: bounded in number and size, gone when another game begins.
A name never shows another picture. The eyes put in, the table forgets, the page looks up: any thread may ask.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Collection

MOST = 80
LARGEST = 12_000
"""Bytes of one picture; what is larger is left out."""


class Album:
    """Pictures (JPEG) by the sighting's id, and by name."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[int, tuple[str, bytes]] = {}

    @property
    def is_empty(self) -> bool:
        """Whether nothing is kept."""
        return not self._kept

    def keep(self, card_id: int, jpeg: bytes) -> None:
        """Keep the picture of this card; beyond `MOST` the oldest goes."""
        if len(jpeg) > LARGEST:
            return
        name = hashlib.sha256(jpeg).hexdigest()[:20]
        with self._lock:
            self._kept.pop(card_id, None)
            self._kept[card_id] = name, jpeg
            if len(self._kept) > MOST:
                del self._kept[next(iter(self._kept))]

    def name_of(self, card_id: int) -> str | None:
        """What this card's picture is called, None where there is none."""
        kept = self._kept.get(card_id)
        return None if kept is None else kept[0]

    def picture(self, name: str) -> bytes | None:
        """The picture of this name, if it is still kept."""
        with self._lock:
            return next((jpeg for kept, jpeg in self._kept.values() if kept == name), None)

    def keep_only(self, card_ids: Collection[int] = ()) -> None:
        """Forget all pictures but these cards'."""
        with self._lock:
            self._kept = {card_id: kept for card_id, kept in self._kept.items() if card_id in card_ids}
