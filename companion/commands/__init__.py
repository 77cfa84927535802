"""One module a command of the command line: its arguments, and what it does. What is heavy is loaded when one runs."""
