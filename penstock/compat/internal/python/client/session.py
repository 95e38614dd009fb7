"""`tensorflow.python.client.session`: what libraries use of it that is not public."""

from penstock.runtime.session.fetches import FetchHandler as _FetchHandler

__all__ = ["_FetchHandler"]
