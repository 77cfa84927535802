"""Drawn games in which players forget to press CLUE, or press late: is the game right after at most one tap each?

`python -m companion.measure.forgotten --help` plays them and prints what came of it.
"""
