"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import cluster_resolver as cluster_resolver
from penstock.train.server_lib import Server as Server

__all__ = [
    "Server",
    "cluster_resolver",
]
