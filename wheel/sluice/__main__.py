"""`python -m sluice`: the command `sluice`."""

from .command import main

main()
