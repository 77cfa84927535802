"""What a phone may send, drawn at random: answered by the table, or refused; never an error of ours."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

MOST_IN_THE_CHECK = 100  # which are the same each time
NUMBERS = st.integers(-3, 60) | st.integers()
SCALARS = st.none() | st.booleans() | NUMBERS | st.floats() | st.text(max_size=8)
CARDS = st.sampled_from(["R1", "R5", "b3", "?", "K9", "red 1", "", "M0"]) | SCALARS
SUITS = st.sampled_from("RYGBWMK")
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
WORDS = [
    "clue",
    "play",
    "discard",
    "bonus",
    "undo",
    "correct",
    "deck",
    "turn",
    "adopt",
    "stop",
    "answer",
    "press",
    "said",
]
LINES = st.fixed_dictionaries(
    {"do": st.sampled_from(WORDS) | VALUES},
    optional={
        "card": CARDS,
        "as": st.sampled_from(["play", "misplay", "discard", "none", "yes"]) | VALUES,
        "to": NUMBERS | VALUES,
        "colour": SUITS | VALUES,
        "rank": NUMBERS | VALUES,
        "touched": NUMBERS | VALUES,
        "tile": st.sampled_from(["clue", "fuse", "return", "rescue"]) | VALUES,
        "event": NUMBERS | VALUES,
        "count": NUMBERS | VALUES,
        "player": NUMBERS | VALUES,
        "stacks": st.dictionaries(SUITS, NUMBERS, max_size=5) | VALUES,
        "discards": st.dictionaries(CARDS.filter(lambda card: isinstance(card, str)), NUMBERS, max_size=4) | VALUES,
        "clues": NUMBERS | VALUES,
        "fuses": NUMBERS | VALUES,
        "deck": NUMBERS | VALUES,
        "question": NUMBERS | VALUES,
        "button": st.sampled_from(["clue", "fuse", "undo", "ok"]) | VALUES,
    },
)
# What is well formed, so that the game moves and the rules see strange positions.
PLAIN = (
    st.sampled_from([{"do": "clue"}, {"do": "undo"}, {"do": "stop"}])
    | st.builds(lambda card: {"do": "play", "card": card}, CARDS)
    | st.builds(lambda card: {"do": "discard", "card": card}, CARDS)
    | st.builds(lambda event, card: {"do": "correct", "event": event, "card": card}, st.integers(1, 9), CARDS)
    | st.builds(lambda count: {"do": "deck", "count": count}, NUMBERS)
    | st.builds(lambda player: {"do": "turn", "player": player}, st.integers(0, 4))
)
SETUPS = st.fixed_dictionaries(
    {"players": st.integers(2, 5) | st.lists(st.text(min_size=1, max_size=8), min_size=2, max_size=5) | VALUES},
    optional={
        "starter": NUMBERS | VALUES,
        "edition": st.sampled_from(["rr2013", "storm", "giant", "dazzling"]) | VALUES,
        "variants": st.lists(st.sampled_from(["rainbow", "black", "expert", "aid"]) | VALUES, max_size=3) | VALUES,
        "options": st.dictionaries(
            st.sampled_from(["zero_clue", "loss", "talk", "discard_at_full", "lose_on_lost_card"]), VALUES, max_size=3
        )
        | VALUES,
    },
)
REQUESTS = st.one_of(
    st.tuples(st.just("/api/actions"), PLAIN | LINES | VALUES),
    st.tuples(st.just("/api/games?even_if_playing=true"), SETUPS | VALUES),
    st.tuples(st.sampled_from(["/api/actions", "/api/games", "/setup", "/pin", "/api/unlock"]), st.binary(max_size=60)),
    st.tuples(st.sampled_from(["/history/", "/api/games/", "/pictures/", "/static/", "/?"]), st.text(max_size=30)),
)


@pytest.mark.parametrize("examples", [60, pytest.param(12_000, marks=pytest.mark.trials)])
def test_no_request_is_answered_by_an_error_of_ours(table, told, examples):
    from urllib.parse import quote

    statuses, mb = {}, table.mb()

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=examples <= MOST_IN_THE_CHECK,
        suppress_health_check=list(HealthCheck),
    )
    @given(REQUESTS)
    def once(request):
        path, what = request
        if path.endswith(("/", "?")):
            answer = table.ask(path + quote(what, safe="/.%", errors="replace"))
        else:
            answer = table.ask(path, what if isinstance(what, bytes) else json.dumps(what).encode())
        status, _, body = answer
        statuses[status] = statuses.get(status, 0) + 1
        assert status < 500, (status, body)
        assert b"Traceback" not in body

    once()
    assert table.ask("/api/unlock", json.dumps({"pin": table.pin}).encode())[0] == 200
    assert table.do("/api/games?even_if_playing=true", {"players": 3})[0] == 200
    assert table.complaints() == []
    assert table.ask("/history")[0] == table.ask("/")[0] == 200
    if examples > MOST_IN_THE_CHECK:
        told(f"{sum(statuses.values())} drawn requests: {dict(sorted(statuses.items()))}; {table.mb() - mb:+.1f} MB")
