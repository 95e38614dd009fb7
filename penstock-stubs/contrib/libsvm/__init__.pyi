"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.libsvm_records import decode_libsvm as decode_libsvm

__all__ = [
    "decode_libsvm",
]
