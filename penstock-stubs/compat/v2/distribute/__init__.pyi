"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.train.server_lib import Server as Server

__all__ = [
    "Server",
]
