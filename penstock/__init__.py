"""Penstock: TensorFlow 1.x on today's Python, NumPy and XLA. `import penstock as tf`.

This module is only a table of names: everything is loaded on first use, so that importing
it takes a fraction of a second and starts neither XLA nor protobuf.
"""

from penstock import _namespace

try:  # written when Penstock is installed, from the last tag
    from penstock._version import version as __penstock__
except ImportError:
    __penstock__ = "0.1.0"

__getattr__, __dir__ = _namespace.attach(__name__)
