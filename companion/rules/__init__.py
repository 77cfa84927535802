"""Hanabi's rules, pure: values in, values out.

Law: nothing here knows the clock, chance, files, threads or pictures. One door (`decide`) through which every wish
goes, refusing before anything has changed; one way on (`evolve`) from fact to fact. Editions and variants are data.
"""
