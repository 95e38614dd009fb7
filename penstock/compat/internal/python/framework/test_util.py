"""What a test prints when it dies, and what sessions of eager tests were."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NoReturn

__all__ = ["EagerSessionWarner", "InstallStackTraceHandler", "enable_output_all_intermediates"]


def InstallStackTraceHandler() -> None:  # noqa: N802
    """Lets a process that crashes print where it was."""
    import faulthandler

    faulthandler.enable()


class EagerSessionWarner:
    """What takes the place of a session where operations run at once: it refuses everything."""

    def __getattr__(self, attr: str) -> NoReturn:
        raise AttributeError(
            "Trying to access properties or call methods on the result of self.session(), self.cached_session(), etc while "
            "eager execution is enabled. If you're porting this test case to TF 2.0, either adapt the test to work with "
            "eager execution or insert a call to tf.disable_eager_execution() in the main() function of this test file."
        )


def enable_output_all_intermediates(fn: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator of tests: functional control flow may keep what gradients need as outputs, as it always does here."""

    @functools.wraps(fn)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return fn(*args, **kwargs)

    return wrapper
