"""`python -m clearway`: the same as the command `clearway`."""

from .cli import main

if __name__ == "__main__":
    main()
