"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.compat.configuration import VirtualDeviceConfiguration as VirtualDeviceConfiguration
from penstock.compat.configuration import get_device_policy as get_device_policy
from penstock.compat.configuration import get_memory_growth as get_memory_growth
from penstock.compat.configuration import get_synchronous_execution as get_synchronous_execution
from penstock.compat.configuration import get_virtual_device_configuration as get_virtual_device_configuration
from penstock.compat.configuration import get_visible_devices as get_visible_devices
from penstock.compat.configuration import list_logical_devices as list_logical_devices
from penstock.compat.configuration import list_physical_devices as list_physical_devices
from penstock.compat.configuration import set_device_policy as set_device_policy
from penstock.compat.configuration import set_memory_growth as set_memory_growth
from penstock.compat.configuration import set_synchronous_execution as set_synchronous_execution
from penstock.compat.configuration import set_virtual_device_configuration as set_virtual_device_configuration
from penstock.compat.configuration import set_visible_devices as set_visible_devices

__all__ = [
    "VirtualDeviceConfiguration",
    "get_device_policy",
    "get_memory_growth",
    "get_synchronous_execution",
    "get_virtual_device_configuration",
    "get_visible_devices",
    "list_logical_devices",
    "list_physical_devices",
    "set_device_policy",
    "set_memory_growth",
    "set_synchronous_execution",
    "set_virtual_device_configuration",
    "set_visible_devices",
]
