"""The mind of the table companion: rules, sight, table. It knows no room but itself."""

__version__ = "0.1.0"
