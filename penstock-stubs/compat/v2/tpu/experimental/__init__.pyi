"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.tpu.device_assignment import DeviceAssignment as DeviceAssignment
from penstock.contrib.tpu.tpu_strategy_util import initialize_tpu_system as initialize_tpu_system

__all__ = [
    "DeviceAssignment",
    "initialize_tpu_system",
]
