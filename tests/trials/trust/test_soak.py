"""Four hours at a table, told by the clock in its messages: memory, descriptors and threads stay as they were.

Game after game is laid, pressed and cleared; the journal is in a folder in memory, and each action's pages are made and
fetched within this process, by Flask's own test client: no server, no socket, no camera. (Phones that come and go at a
real server are in test_trust_phones.py, what the eyes keep of 100,000 frames in tests/companion/eyes.)
"""

import gc
import os
import threading
import time
from itertools import count
from pathlib import Path

import pytest

from companion.journal.opening import open_journal, past_games
from companion.journal.past import PastGames
from companion.messages import NewGame
from companion.rules.setup import Setup
from hardware.rehearsal.player import play_game
from web import Joining, create_app
from web.broadcast import Broadcast
from web.gate import Gate

MOST_MB = 5.0
PAGES = ("/", "/api/state", "/history", "/api/games", "/table", "/metrics", "/healthz")


def held():
    """Resident megabytes, descriptors, threads."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20, len(os.listdir("/proc/self/fd")), threading.active_count()


def act(table, action):
    """One action as hands and fingers do it; whatever is asked is answered by the first guess."""
    match action:
        case {"do": "clue"}:
            table.presses("clue")
        case {"do": "discard", "card": card}:
            table.lays(f"-{card}")
        case {"card": card}:
            table.lays(card)
            if action.get("misplay"):
                table.presses("ok")
    table.waits(8)
    while table.questions:
        asked = table.questions[0]["as"]
        table.answers(as_=asked[0] if asked else None)


def forget(table):
    """What the test's own panel and phone remember isn't the program's."""
    table.told.clear()
    del table.panel.shown[:-1]


def play(table, client, seed):
    """A drawn game, and pages fetched beside it."""
    table.gets(NewGame(Setup(3), even_if_playing=True))
    for number, action in enumerate(play_game(3, seed)):
        act(table, action)
        for path in PAGES if number % 5 == 0 else PAGES[:2]:
            assert client.get(path).status_code == 200
        forget(table)
        if table.page["status"] != "playing":
            break
    table.sweeps()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system doesn't tell what a process holds")
@pytest.mark.parametrize(("minutes", "warm"), [(15, 7), pytest.param(240, 60, marks=pytest.mark.trials)])
def test_hours_at_the_table_leave_nothing_behind(living_table, in_memory, told, minutes, warm):
    folder, board = in_memory / f"soak-{minutes}", Broadcast()
    table = living_table(Setup(3), open_journal(folder)).finds()
    table.listen(board.publish)
    gate, past = Gate("123456"), PastGames(folder)
    app = create_app(board, lambda message: None, gate, joining=Joining("123456", list), past_games=past)
    client, began, real, games, before = app.test_client(), table.now, time.monotonic(), 0, None
    for seed in count(1):
        play(table, client, seed)
        games += 1
        if before is None and table.now - began > 60 * warm:
            before = held()
        if table.now - began > 60 * minutes:
            break
    after = held()
    kept = past_games(folder)
    table.session.close()
    told(
        f"{(table.now - began) / 3600:.1f} h at the table in {time.monotonic() - real:.0f} s, {games} games,"
        f" {sum(len(game.log) for game in kept)} actions kept: {before[0]:.1f} MB, then {after[0]:.1f};"
        f" {before[1]} descriptors, then {after[1]}; {before[2]} threads, then {after[2]}"
    )
    assert len(kept) >= games
    assert after[0] - before[0] < MOST_MB
    assert after[1:] == before[1:]
