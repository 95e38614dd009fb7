"""Starts the generator: `python -m penstock.tools.docs`."""

import sys

from penstock.tools.docs import command

if __name__ == "__main__":
    sys.exit(command.run_main())
