"""The names of tf.contrib.slim: its own, and all of contrib.layers and contrib.framework, which it shows as well."""

from collections.abc import Iterable
from typing import Any

from penstock import _namespace

_own, _own_names = _namespace.attach(__name__)
_SHOWN = ("contrib.layers", "contrib.framework")


def __getattr__(name: str) -> Any:
    try:
        return _own(name)
    except AttributeError:
        if name.startswith("_"):
            raise
        for space in _SHOWN:
            try:
                return _namespace.find(f"{space}.{name}")
            except AttributeError:
                pass
        raise


def __dir__() -> Iterable[str]:
    return sorted({*_own_names(), *(name for space in _SHOWN for name in _namespace.names_under(space))})
