"""`python -m sluice`: the command `sluice`."""

from sluice.command import main

main()
