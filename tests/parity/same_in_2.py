"""Records which names of `tf.compat.v2` are the very objects that `tf` has under the same name in 1.15.5.

Run as `python tests/parity/same_in_2.py` under a Python with 1.15.5; writes `penstock/compat/same_in_2.txt`, a line for
each name; `new=old` where only the name differs. `penstock.tools.names` reads it.
"""

import os
import types

_HERE = os.path.dirname(os.path.abspath(__file__))
_TARGET = os.path.join(_HERE, "..", "..", "penstock", "compat", "same_in_2.txt")
# Other parts of the package, and versions within versions.
_LEFT_OUT = ("raw_ops", "v1", "v2", "python", "core", "compiler", "contrib", "tools")


def _public(module, prefix, above):
    for name in dir(module):
        if name.startswith("_") or name in _LEFT_OUT:
            continue
        value = getattr(module, name)
        if not isinstance(value, types.ModuleType):
            yield prefix + name, value
        elif "tensorflow" in value.__name__ and id(value) not in above:
            yield from _public(value, prefix + name + ".", above + (id(value),))


def record():
    """Writes the list."""
    import tensorflow as tf

    old = dict(_public(tf.compat.v1, "", (id(tf.compat.v1),)))
    by_identity = {}
    for name in sorted(old, key=lambda n: (n.count("."), len(n))):
        by_identity.setdefault(id(old[name]), name)
    lines = []
    for name, value in _public(tf.compat.v2, "", (id(tf.compat.v2),)):
        if isinstance(value, (int, float, str, bytes, bool, type(None))):
            if name in old and old[name] == value:
                lines.append(name)
        elif old.get(name) is value:
            lines.append(name)
        elif id(value) in by_identity:
            lines.append(name + "=" + by_identity[id(value)])
    with open(_TARGET, "w") as file:
        file.write("\n".join(sorted(lines)) + "\n")


if __name__ == "__main__":
    record()
