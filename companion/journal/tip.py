"""A note beside the journal of how far it went: so that a journal cut short is noticed, which still looks whole by
itself.

Law: it is written after the journal has its row, and never synced: after a power cut it may be behind, but never ahead.
"""

from __future__ import annotations

import os
from pathlib import Path
from zlib import crc32

from companion.journal.rows import Tip

_LENGTH = 32


def tip_path(journal: Path) -> Path:
    """Where the note lies."""
    return journal.with_name(f"{journal.name}-tip")


def note_tip(journal: Path, tip: Tip) -> None:
    """Leaves the note; a disk that takes none is no matter."""
    text = f"{tip.seq:010} {tip.crc:010}"
    try:
        handle = os.open(tip_path(journal), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError:
        return
    try:
        os.pwrite(handle, f"{text} {crc32(text.encode()) & 0xFFFFFFF:09}\n".encode(), 0)
    except OSError:
        pass
    finally:
        os.close(handle)


def noted_tip(journal: Path) -> Tip:
    """The note, (0, 0) where there is none that can be believed."""
    try:
        text, _, check = tip_path(journal).read_bytes()[:_LENGTH].decode("ascii").strip().rpartition(" ")
        seq, crc = text.split()
        if int(check) != crc32(text.encode()) & 0xFFFFFFF:
            return Tip()
        return Tip(int(seq), int(crc))
    except (OSError, ValueError):
        return Tip()
