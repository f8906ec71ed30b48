"""Benchmarks by question. `python -m benchmarks` prints every table and writes the JSON.

A speed is a ratio within one run: beside a peer on the same input, or beside another size.
Peers that are not installed are skipped and named.
"""
