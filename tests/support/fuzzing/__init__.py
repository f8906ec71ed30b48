"""Fuzzing of every reader: `make fuzz FORMAT=svg SECONDS=60`.

`targets` says what a reader may do with any bytes, `mutate` changes files so that they stay half
sensible, `engine` runs one format under a limit on memory and on the time per input. The corpus is
in tests/data/corpus, a folder a format. What breaks a reader is written to tests/data/corpus/FORMAT/found-*
and is from then on replayed by tests/reliability/test_fuzzing.py.
"""
