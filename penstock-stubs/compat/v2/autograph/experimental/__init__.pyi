"""Made by `python -m penstock.tools.stubs`; do not edit."""

from malt.core.converter import Feature as Feature
from penstock.autograph.conversion import do_not_convert as do_not_convert
from penstock.autograph.conversion import set_loop_options as set_loop_options

__all__ = [
    "Feature",
    "do_not_convert",
    "set_loop_options",
]
