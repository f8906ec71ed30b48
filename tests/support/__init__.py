"""Common parts of tests: paths, child processes, worlds and scenes, checks, campaigns.

Tests import from here and from `oracle`, never from one another. Modules that a test runs in a
child process are started with `support.children.module`.
"""
