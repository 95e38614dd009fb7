"""`tf.contrib.distribute.Monitor`, which runs the steps of a training."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export, find
from penstock.graph import errors


@export("contrib.distribute.Monitor")
class Monitor:
    """Runs steps until there are enough of them or the input ends.

    Args:
      step_callable: a `Step`.
      session: a session; in it the step's input and all variables are initialized.

    Raises:
      ValueError: there is no session.

    >>> import penstock as tf
    >>> tf.contrib.distribute.Monitor(None)
    Traceback (most recent call last):
    ...
    ValueError: Should provide a `session` in Graph mode.
    """

    def __init__(self, step_callable: Any, session: Any = None) -> None:
        if session is None:
            raise ValueError("Should provide a `session` in Graph mode.")
        session.run(step_callable.initialize())
        self._run_step = session.make_callable(step_callable())
        session.run(find("global_variables_initializer")())

    def run_steps(self, num_steps: int | None = None) -> None:
        """Runs so many steps, or all that the input has.

        Args:
          num_steps: how many; None for all.
        """
        done = 0
        while num_steps is None or done < num_steps:
            try:
                self._run_step()
            except errors.OutOfRangeError:
                return
            done += 1
