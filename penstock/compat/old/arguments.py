"""Functions whose arguments have other names now."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from penstock.compat.old import uses


def renaming(old: str, new: str) -> Callable[[Callable, str], Callable]:
    """Makes a lenient function for an argument that has another name now."""

    def lenient(original: Callable, name: str) -> Callable:
        @functools.wraps(original)
        def call(*args: Any, **kwargs: Any) -> Any:
            if old in kwargs and (frame := uses.program_frame(sys._getframe(1))) is not None:
                uses.note(f"{name}({old}=)", frame)
                value = kwargs.pop(old)
                kwargs.setdefault(new, value)
            return original(*args, **kwargs)

        return call

    return lenient
