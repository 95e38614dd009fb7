"""Records in which module of 1.15.5 each public class and function was written. Run by a Python that has 1.15.5, then by ours:

python tests/parity/homes.py FILE                      writes all that 1.15.5 has
python -m tests.parity.homes FILE                      keeps what Penstock has in penstock/compat/homes_1_15.json.gz
"""

import gzip
import inspect
import json
import os
import sys
import types

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "penstock", "compat", "homes_1_15.json.gz")
_ROOTS = ("tensorflow.python", "tensorflow.contrib", "tensorflow_estimator")


def walk(module, prefix, found, visited):
    """Adds (home, name, public name) of what a namespace and those below it hold."""
    if id(module) in visited or prefix.count(".") > 4:
        return
    visited.add(id(module))
    for name in dir(module):
        if name.startswith("_") or name in ("python", "core", "compiler", "tools", "examples", "lite"):
            continue
        try:
            value = getattr(module, name)
        except Exception:
            continue
        public = "%s.%s" % (prefix, name) if prefix else name
        if isinstance(value, types.ModuleType):
            if public not in ("compat",):
                walk(value, public, found, visited)
        elif inspect.isclass(value) or inspect.isfunction(value):
            home, own = getattr(value, "__module__", None) or "", getattr(value, "__name__", "")
            if home.startswith(_ROOTS) and own:
                found.setdefault(home, {}).setdefault(own, []).append(public)


def record(place):
    """Writes what this TensorFlow has."""
    import tensorflow as tf

    dir(tf.contrib)
    found = {}
    walk(tf, "", found, set())
    with open(place, "w") as file:
        json.dump(found, file, sort_keys=True)


def keep(place):
    """Keeps what Penstock has, each name with the shortest of its public names."""
    from penstock import _namespace

    with open(place) as file:
        found = json.load(file)
    names = _namespace._table()[0]
    kept = {}
    for home, own in sorted(found.items()):
        for name, publics in sorted(own.items()):
            ours = [public for public in publics if public in names]
            if ours:
                best = min(ours, key=lambda p: (p.startswith("contrib"), p.count("."), len(p), p))
                kept.setdefault(home, {})[name] = best
    data = json.dumps(kept, sort_keys=True, separators=(",", ":")).encode()
    with open(TABLE, "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as file:
        file.write(data)
    print(len(kept), "modules,", sum(map(len, kept.values())), "names")


if __name__ == "__main__":
    if sys.path[0] == os.path.dirname(os.path.abspath(__file__)):
        sys.path.pop(0)
        record(sys.argv[1])
    else:
        keep(sys.argv[1])
