"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.autograph.functions import run_functions_eagerly as experimental_run_functions_eagerly
from penstock.compat.clusters import experimental_connect_to_cluster as experimental_connect_to_cluster
from penstock.compat.clusters import experimental_connect_to_host as experimental_connect_to_host
from penstock.compat.configuration import get_soft_device_placement as get_soft_device_placement
from penstock.compat.configuration import list_devices as experimental_list_devices
from penstock.compat.configuration import set_soft_device_placement as set_soft_device_placement
from . import experimental as experimental
from . import optimizer as optimizer
from . import threading as threading

__all__ = [
    "experimental",
    "experimental_connect_to_cluster",
    "experimental_connect_to_host",
    "experimental_list_devices",
    "experimental_run_functions_eagerly",
    "get_soft_device_placement",
    "optimizer",
    "set_soft_device_placement",
    "threading",
]
