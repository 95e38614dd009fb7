"""Names of modules."""

from __future__ import annotations

import re

_WORD = re.compile(r"((?<=[a-z0-9])[A-Z]|(?!^)[A-Z](?=[a-z]))")
_IDENTIFIER = re.compile(r"^[a-zA-Z_]([a-zA-Z0-9_])*$")

__all__ = [
    "camel_to_snake",
    "valid_identifier",
]


def valid_identifier(name: str) -> bool:
    """Whether a name may be one of Python's."""
    return bool(_IDENTIFIER.match(name))


def camel_to_snake(value: str) -> str:
    """`MyModule` as `my_module`."""
    return _WORD.sub(r"_\1", value).lower()
