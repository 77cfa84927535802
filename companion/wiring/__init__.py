"""Who is who: the only package that knows every room.

Law: nothing is opened at import; every function says what it needs and gives what it made.
"""
