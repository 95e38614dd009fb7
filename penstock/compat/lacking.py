"""Which names of TensorFlow 1.x are not in Penstock yet, so that asking for one of them is told from a spelling mistake.

`names_1_15.json.gz` lists what 1.15.5 has: its public names, and the modules inside of it (and of 1.0, 1.4, 1.8 and 1.12)
with the names that each defines. It is read only when something is not found, and by `penstock.tools.names`, which
compares the modules with what Penstock finds for them (`_modules.py`).
"""

from __future__ import annotations

import functools
import gzip
import json
import pathlib

_DATA = pathlib.Path(__file__).with_name("names_1_15.json.gz")
YET = "not in Penstock yet"


@functools.cache
def _data() -> tuple[frozenset[str], dict[str, list[str]]]:
    told = json.loads(gzip.decompress(_DATA.read_bytes()))
    return frozenset(told["public"]), told["modules"]


def public() -> frozenset[str]:
    """The public names of 1.15.5, without the leading `tf.`."""
    return _data()[0]


def modules() -> dict[str, list[str]]:
    """The modules inside of 1.x, without the leading `tensorflow.`, and the names that each defined."""
    return _data()[1]


def about_name(module: str, name: str) -> str:
    """What to add to the message that `module` (without `tensorflow.`, empty for the root) has no attribute `name`."""
    full = f"{module}.{name}" if module else name
    while full.startswith("compat.v1."):
        full = full[len("compat.v1.") :]
    if full in public():
        return f": tf.{full} is {YET}"
    if name in modules().get(module, ()):
        return f": tensorflow.{full} is {YET}"
    return about_module(full)


def about_module(name: str) -> str:
    """What to add to the message that there is no module `name` (without `tensorflow.`)."""
    if name in public() or name in modules() or any(known.startswith(f"{name}.") for known in modules()):
        return f": tensorflow.{name} is {YET}"
    return ""
