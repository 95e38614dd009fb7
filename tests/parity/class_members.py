"""What the classes inside of 1.15.5 have: public methods with their parameters, properties and attributes.

python tests/parity/class_members.py    with TensorFlow 1.15.5: writes recorded_members.json.gz
python -m tests.parity.class_members    with Penstock: writes recorded_missing_members.json, which `test_class_members.py` holds
"""

import gzip
import importlib
import importlib.util
import inspect
import json
import os
import warnings

_HERE = os.path.dirname(os.path.abspath(__file__))
MEMBERS = os.path.join(_HERE, "recorded_members.json.gz")
MISSING = os.path.join(_HERE, "recorded_missing_members.json")


def _signatures():
    """`penstock.compat.signatures`, which imports nothing of Penstock, without the package."""
    path = os.path.join(_HERE, "..", "..", "penstock", "compat", "signatures.py")
    spec = importlib.util.spec_from_file_location("signatures", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def word(cls, name, signatures):
    """`f(parameters)` for a method, `p` for a property, `v` for another attribute."""
    value = next((vars(c)[name] for c in cls.__mro__ if name in vars(c)), None)
    if isinstance(value, (staticmethod, classmethod)):
        value = value.__func__
    if isinstance(value, property):
        return "p"
    if inspect.isroutine(value):
        words = signatures.parameters(value)
        return "f" if words is None else "f({})".format(",".join(words))
    return "v"


def _own(cls):
    """The public names of a class that it has from TensorFlow, not from Python."""
    others = {name for base in cls.__mro__ if not base.__module__.startswith("tensorflow") for name in vars(base)}
    return [name for name in dir(cls) if not name.startswith("_") and name not in others]


def record():
    """Module -> class -> name -> word, of the classes that modules of this TensorFlow define."""
    signatures = _signatures()
    found = {}
    for module, names in sorted(signatures.recorded().items()):
        classes = [name for name, told in names.items() if told.startswith("c")]
        if not classes or not module.startswith(("python.", "contrib.")):
            continue
        try:
            holder = importlib.import_module("tensorflow." + module)
        except Exception:  # some need what is not installed
            continue
        for name in classes:
            cls = getattr(holder, name, None)
            if inspect.isclass(cls) and cls.__module__.endswith(module):
                found.setdefault(module, {})[name] = {n: word(cls, n, signatures) for n in _own(cls)}
    with gzip.GzipFile(MEMBERS, "wb", mtime=0) as file:
        file.write(json.dumps(found, sort_keys=True).encode())


def _fits(wanted, found):
    if not (wanted.startswith("f(") and found.startswith("f(")):
        return True
    before, now = ([n for n in told[2:-1].split(",") if n and n[0] != "*"] for told in (wanted, found))
    return now[: len(before)] == before or "**" in found


def missing():
    """What Penstock's classes of these names do not have, as module, class and name, or have with other parameters."""
    from penstock.compat import signatures

    with gzip.open(MEMBERS) as file:
        recorded = json.load(file)
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for module, classes in recorded.items():
            try:
                holder = importlib.import_module(f"tensorflow.{module}")
            except ImportError:
                continue
            for name, members in classes.items():
                cls = getattr(holder, name, None)
                if not inspect.isclass(cls):
                    continue
                for member, wanted in members.items():
                    if not hasattr(cls, member) or not _fits(wanted, word(cls, member, signatures)):
                        found.append(f"{module}.{name}.{member}")
    return sorted(found)


if __name__ == "__main__":
    if importlib.util.find_spec("penstock") is None:
        record()
    else:
        import penstock

        penstock.install()
        with open(MISSING, "w") as missing_file:
            json.dump(missing(), missing_file, indent=0)
            missing_file.write("\n")
