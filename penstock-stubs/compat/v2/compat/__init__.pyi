"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.graph.tensor_shape import dimension_at_index as dimension_at_index
from penstock.graph.tensor_shape import dimension_value as dimension_value
from penstock.util.compat import as_bytes as as_bytes
from penstock.util.compat import as_str as as_str
from penstock.util.compat import as_str_any as as_str_any
from penstock.util.compat import as_text as as_text
from penstock.util.compat import bytes_or_text_types as bytes_or_text_types
from penstock.util.compat import complex_types as complex_types
from penstock.util.compat import forward_compatibility_horizon as forward_compatibility_horizon
from penstock.util.compat import forward_compatible as forward_compatible
from penstock.util.compat import integral_types as integral_types
from penstock.util.compat import path_to_str as path_to_str
from penstock.util.compat import real_types as real_types

__all__ = [
    "as_bytes",
    "as_str",
    "as_str_any",
    "as_text",
    "bytes_or_text_types",
    "complex_types",
    "dimension_at_index",
    "dimension_value",
    "forward_compatibility_horizon",
    "forward_compatible",
    "integral_types",
    "path_to_str",
    "real_types",
]
