"""What a disk may hold after a power cut, from a record of what a program did to its files (recorder.c).

    deeds, done = recorded(program, root)            runs the program under the recorder
    disk = Disk(root); disk.do(deed)              one deed after the other
    disk.cut(chance, keeps, into)                 lays down a folder as the cut may have left it

The model. What was synced is there. What was written since a file's last sync is there or not, sector by sector of 512
bytes, in any order; so are its changes of length, and a sector that is missing beyond the old end holds zeros, or, in
some cuts, what lay on that part of the disk before. Names (made, renamed, unlinked) are there from a folder's last sync
on; of later ones a folder keeps some beginning, whatever became of the contents. A folder's own name belongs to the
folder around it. Not modelled: a disk that says it has synced and hasn't, and sectors torn within.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
RECORDER = Path(__file__).with_name("recorder.c")
KEEPS = ("nothing", "some", "all", "some and junk")


@dataclass(frozen=True, slots=True)
class Deed:
    """One line of the record: `kind` as recorder.c has it, `file` its inode, `data` what was written, or a path."""

    kind: str
    file: int
    at: int
    data: bytes


def recorded(program: Sequence[str], root: Path) -> tuple[list[Deed], subprocess.CompletedProcess[bytes]]:
    """What this Python program did below `root`, in order. Raises FileNotFoundError where there is no C compiler."""
    library, log = root.with_suffix(".so"), root.with_suffix(".record")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, RECORDER, "-ldl", "-lpthread"], check=True)
    told = {"LD_PRELOAD": str(library), "RECORD_ROOT": str(root), "RECORD_LOG": str(log), "PYTHONUNBUFFERED": "1"}
    done = subprocess.run([sys.executable, *program], env=os.environ | told, capture_output=True, check=False)
    return list(_deeds(log.read_bytes())), done


def _deeds(log: bytes) -> Iterator[Deed]:
    here = 0
    while here < len(log):
        end = log.index(b"\n", here)
        kind, file, at, length = log[here:end].split(b" ")
        here = end + 1 + int(length)
        yield Deed(kind.decode(), int(file), int(at), log[end + 1 : here])
        here += 1


@dataclass(slots=True, eq=False)
class File:
    """A file's synced contents, and what was done to it since: (offset, bytes), or a new length alone."""

    synced: bytearray = field(default_factory=bytearray)
    since: list[tuple[int, bytes | None]] = field(default_factory=list)

    def sync(self) -> None:
        for at, data in self.since:
            _apply(self.synced, at, data)
        self.since.clear()

    def after(self, chance: random.Random, keeps: str) -> bytes:
        """What a cut leaves of it."""
        content = bytearray(self.synced)
        for at, data in self.since if keeps != "nothing" else ():
            if keeps == "all":
                _apply(content, at, data)
            elif data is None:
                if chance.random() < 0.5:
                    _apply(content, at, None)
            else:
                for start, sector in _sectors(at, data):
                    if chance.random() < 0.6:
                        _apply(content, start, sector)
                    elif start >= len(content) and keeps == "some and junk":
                        _apply(content, start, chance.randbytes(len(sector)))
        return bytes(content)


@dataclass(slots=True, eq=False)
class Folder:
    """The names in a folder, as synced, and the changes since: what each name then stands for, None for nothing."""

    synced: dict[str, File | Folder] = field(default_factory=dict)
    since: list[dict[str, File | Folder | None]] = field(default_factory=list)

    def now(self, kept: int | None = None) -> dict[str, File | Folder]:
        """Its names with so many of the changes; with all of them where nothing is said."""
        names = dict(self.synced)
        for change in self.since[:kept]:
            for name, what in change.items():
                if what is None:
                    names.pop(name, None)
                else:
                    names[name] = what
        return names

    def sync(self) -> None:
        self.synced, self.since = self.now(), []


class Disk:
    """The files below `root`, which is there from the first, empty and synced."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._top = Folder()
        self._files: dict[int, File] = {}
        self.told: list[str] = []

    def do(self, deed: Deed) -> None:
        """One deed more."""
        match deed.kind:
            case "C":
                made = self._files[deed.file] = File()
                self._name(deed.data, made)
            case "W":
                self._files[deed.file].since.append((deed.at, deed.data))
            case "T":
                self._files[deed.file].since.append((deed.at, None))
            case "S":
                self._files[deed.file].sync()
            case "M":
                self._name(deed.data, Folder())
            case "F":
                self._folder(self._steps(deed.data)).sync()
            case "U":
                self._name(deed.data, None)
            case "R":
                path, other = map(self._steps, deed.data.split(b"\0"))
                assert path[:-1] == other[:-1], "a move between folders is not modelled"
                folder = self._folder(path[:-1])
                folder.since.append({path[-1]: None, other[-1]: folder.now()[path[-1]]})
            case "A":
                self.told += deed.data.decode().split("\n")[:-1]
            case other:
                raise ValueError(f"recorder.c knows no {other!r}")

    def cut(self, chance: random.Random, keeps: str, into: Path) -> None:
        """Lays down what is left. `keeps`: of what wasn't synced (KEEPS)."""
        self._lay(self._top, chance, keeps, into)

    def _lay(self, folder: Folder, chance: random.Random, keeps: str, into: Path) -> None:
        into.mkdir()
        kept = {"nothing": 0, "all": None}.get(keeps, chance.randint(0, len(folder.since)))
        for name, what in folder.now(kept).items():
            if isinstance(what, Folder):
                self._lay(what, chance, keeps, into / name)
            else:
                (into / name).write_bytes(what.after(chance, keeps))

    def _name(self, path: bytes, what: File | Folder | None) -> None:
        *parents, name = self._steps(path)
        self._folder(parents).since.append({name: what})

    def _folder(self, steps: Sequence[str]) -> Folder:
        folder = self._top
        for step in steps:
            found = folder.now()[step]
            assert isinstance(found, Folder)
            folder = found
        return folder

    def _steps(self, path: bytes) -> tuple[str, ...]:
        return Path(path.decode()).relative_to(self._root).parts


def _apply(content: bytearray, at: int, data: bytes | None) -> None:
    end = at if data is None else at + len(data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if data is None:
        del content[at:]
    else:
        content[at:end] = data


def _sectors(at: int, data: bytes) -> Iterator[tuple[int, bytes]]:
    here = 0
    while here < len(data):
        end = here + SECTOR - (at + here) % SECTOR
        yield at + here, data[here:end]
        here = end
