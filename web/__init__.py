"""The voice: pages and JSON for the phones at the table. Everything it needs arrives as arguments."""
