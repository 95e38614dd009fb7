"""What an operator may ask of the connections between tasks: encryption, certificates on both sides, a shared secret.

1.x has none of it, so none is on by itself, and tasks of TensorFlow cannot take part where it is. All is set by environment
variables that name files; every process of the cluster needs them.
"""

from __future__ import annotations

import hmac
import os
from typing import Any

from penstock.graph import errors

CERTIFICATE, KEY = "PENSTOCK_GRPC_CERTIFICATE", "PENSTOCK_GRPC_KEY"
AUTHORITY = "PENSTOCK_GRPC_AUTHORITY"
TOKEN = "PENSTOCK_GRPC_TOKEN_FILE"
_HEADER = "authorization"


def _file(variable: str) -> bytes | None:
    path = os.environ.get(variable)
    if not path:
        return None
    try:
        with open(path, "rb") as f:
            data = f.read()
    except OSError as error:
        raise errors.InvalidArgumentError(None, None, f"{variable}: {error}") from None
    if not data.strip():
        raise errors.InvalidArgumentError(None, None, f"{variable}: {path} is empty")
    return data


class Certificates:
    """The files for encryption, as PEM. Without an authority's certificate, one's own has to be known to the system."""

    def __init__(self) -> None:
        self.own, self.key, self.authority = _file(CERTIFICATE), _file(KEY), _file(AUTHORITY)
        if (self.own is None) != (self.key is None):
            raise errors.InvalidArgumentError(None, None, f"{CERTIFICATE} and {KEY} belong together")
        if self.authority is not None and self.own is None:
            raise errors.InvalidArgumentError(None, None, f"{AUTHORITY} needs {CERTIFICATE} and {KEY}, too")

    @property
    def wanted(self) -> bool:
        """Whether connections are encrypted."""
        return self.own is not None


def token() -> bytes | None:
    """The secret that callers must know."""
    found = _file(TOKEN)
    return None if found is None else found.strip()


def headers() -> list[tuple[str, bytes | str]] | None:
    """What a caller sends with each call."""
    secret = token()
    return None if secret is None else [(_HEADER, "Bearer " + secret.decode("ascii"))]


def allowed(metadata: Any, secret: bytes | None) -> bool:
    """Whether a call came with the secret."""
    if secret is None:
        return True
    given = [value for name, value in metadata or () if name == _HEADER]
    if len(given) != 1:
        return False
    told = given[0] if isinstance(given[0], bytes) else given[0].encode()
    return hmac.compare_digest(told, b"Bearer " + secret)
