"""A table's evening: messages in; the game, the page and the lamps follow.

Law: a machine without a clock and without a thread. Time comes in messages; only the session changes the game.
"""
