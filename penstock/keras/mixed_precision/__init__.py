"""Which types layers compute in, and which their variables have."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
