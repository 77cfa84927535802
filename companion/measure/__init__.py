"""Sight measured: drawn arrivals and games with known truth, and what the eyes made of them. Nothing of it runs at a
table."""
