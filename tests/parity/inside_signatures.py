"""Records what the modules inside of 1.15.5 hold, for `penstock.compat.signatures`.

Run as `python tests/parity/inside_signatures.py` under a Python with 1.15.5; writes
`penstock/compat/signatures_1_15.json.gz`. Modules made by generators (operations, protocol buffers) are left out.
"""

import gzip
import importlib
import importlib.util
import json
import os
import types

_HERE = os.path.dirname(os.path.abspath(__file__))
# No modules of the API, or programs that act when they are imported.
_SKIPPED = ("include", "_api", "keras", "tools")


def _words():
    path = os.path.join(_HERE, "..", "..", "penstock", "compat", "signatures.py")
    spec = importlib.util.spec_from_file_location("signatures", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _modules():
    """The names of all modules of the package, without `tensorflow.`; no tests."""
    import tensorflow  # noqa: F401 - its modules are loaded under this name
    import tensorflow_core

    folder = os.path.dirname(tensorflow_core.__file__)
    for base, _, files in os.walk(folder):
        parts = [] if base == folder else os.path.relpath(base, folder).split(os.sep)
        if parts and parts[0] in _SKIPPED:
            continue
        for file in files:
            if file.endswith(".py") and not file.endswith(("_test.py", "_pb2.py")) and not file.startswith("gen_"):
                yield ".".join(parts + ([] if file == "__init__.py" else [file[:-3]]))


def _held(module, describe):
    """Name -> word of what a module holds and TensorFlow made."""
    rows = {}
    for name, value in vars(module).items():
        if name.startswith("__") or type(value).__module__ == "__future__":
            continue
        if isinstance(value, types.ModuleType):
            home = value.__name__.replace("tensorflow_core", "tensorflow")
            inner = module.__name__.replace("tensorflow_core", "tensorflow") + "." + name
            if home.startswith("tensorflow.") and home != inner:
                rows[name] = "m:" + home[len("tensorflow.") :]
        elif not isinstance(value, (type, types.FunctionType)) or (value.__module__ or "").startswith("tensorflow"):
            rows[name] = describe(value)
    return rows


def record():
    """Writes the table."""
    words = _words()
    found = {}
    for name in sorted(_modules()):
        if not name:
            continue
        try:
            module = importlib.import_module("tensorflow." + name)
        except BaseException as error:  # some need what is not installed
            print(name, type(error).__name__, error)
            continue
        rows = _held(module, words.describe)
        if rows:
            found[name] = rows
    text = json.dumps(found, sort_keys=True, separators=(",", ":"))
    with open(words.DATA, "wb") as file, gzip.GzipFile(fileobj=file, filename="", mode="wb", mtime=0) as packed:
        packed.write(text.encode())


if __name__ == "__main__":
    record()
