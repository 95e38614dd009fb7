"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.platform.sysconfig import CXX11_ABI_FLAG as CXX11_ABI_FLAG
from penstock.platform.sysconfig import MONOLITHIC_BUILD as MONOLITHIC_BUILD
from penstock.platform.sysconfig import get_compile_flags as get_compile_flags
from penstock.platform.sysconfig import get_include as get_include
from penstock.platform.sysconfig import get_lib as get_lib
from penstock.platform.sysconfig import get_link_flags as get_link_flags

__all__ = [
    "CXX11_ABI_FLAG",
    "MONOLITHIC_BUILD",
    "get_compile_flags",
    "get_include",
    "get_lib",
    "get_link_flags",
]
