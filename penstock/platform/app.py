"""`tf.app`: how a program with flags starts."""

import sys
from collections.abc import Callable
from typing import Any

from penstock._namespace import export


@export("app.run")
def run(main: Callable[[list[str]], Any] | None = None, argv: list[str] | None = None) -> None:
    """Parses the flags, calls `main` with what is left of the command line, and exits with its result.

    Flags that nobody defined stay in the list given to `main`; `--help` shows the program's flags and exits.

    Args:
      main: the function to call; `main` of the program if not given.
      argv: the command line, the program's name first; `sys.argv` if not given.

    Raises:
      SystemExit: always, with what `main` returned, or 1 for a flag with a value it cannot have.

    >>> import penstock as tf
    >>> def main(argv):
    ...     print("Hello,", argv[1])
    >>> try:  # a program ends with `if __name__ == "__main__": tf.app.run()`
    ...     tf.app.run(main, ["program.py", "world"])
    ... except SystemExit as end:
    ...     print("exit code", end.code)
    Hello, world
    exit code None
    """
    # absl.app.run is not used: it would add a handler to the root logger, and every message of tf.logging came twice.
    from absl import app as absl_app
    from absl import flags as absl_flags

    from penstock.platform import flags

    absl_app.define_help_flags()
    try:
        rest = flags.FLAGS(sys.argv if argv is None else argv, known_only=True)
    except absl_flags.Error as error:
        sys.stderr.write(f"FATAL Flags parsing error:\n{error}\nPass --helpshort or --helpfull to see help on flags.\n")
        sys.exit(1)
    if main is None:
        main = sys.modules["__main__"].main
    sys.exit(main(rest))
