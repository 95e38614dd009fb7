"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.platform.sysconfig import COMPILER_VERSION as COMPILER_VERSION
from penstock.platform.sysconfig import GIT_VERSION as GIT_VERSION
from penstock.platform.sysconfig import GRAPH_DEF_VERSION as GRAPH_DEF_VERSION
from penstock.platform.sysconfig import GRAPH_DEF_VERSION_MIN_CONSUMER as GRAPH_DEF_VERSION_MIN_CONSUMER
from penstock.platform.sysconfig import GRAPH_DEF_VERSION_MIN_PRODUCER as GRAPH_DEF_VERSION_MIN_PRODUCER
from penstock.platform.sysconfig import VERSION as VERSION

__all__ = [
    "COMPILER_VERSION",
    "GIT_VERSION",
    "GRAPH_DEF_VERSION",
    "GRAPH_DEF_VERSION_MIN_CONSUMER",
    "GRAPH_DEF_VERSION_MIN_PRODUCER",
    "VERSION",
]
