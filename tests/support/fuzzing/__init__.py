"""Fuzzing of every reader: `make fuzz FORMAT=svg SECONDS=60`.

`targets` defines what a reader may do with any bytes, `mutate` changes files so that they stay
partly valid, `engine` runs one format under a limit on memory and on the time per input. The corpus
is in tests/data/corpus, one folder per format. An input that breaks a reader is written to
tests/data/corpus/FORMAT/found-* and replayed by tests/reliability/test_fuzzing.py.
"""
