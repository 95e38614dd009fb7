"""Made by `python -m penstock.tools.stubs`; do not edit."""

from malt.core.converter import ConversionOptions as ConversionOptions
from malt.core.converter import Feature as Feature
from penstock.autograph.conversion import convert as convert
from penstock.autograph.conversion import do_not_convert as do_not_convert
from penstock.autograph.conversion import set_loop_options as set_loop_options
from penstock.autograph.conversion import to_code as to_code
from penstock.autograph.conversion import to_graph as to_graph

__all__ = [
    "ConversionOptions",
    "Feature",
    "convert",
    "do_not_convert",
    "set_loop_options",
    "to_code",
    "to_graph",
]
