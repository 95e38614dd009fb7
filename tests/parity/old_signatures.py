"""The parameters of the public functions of older releases, and those that the seeds' reference prints.

Under a Python with one of those releases, `python tests/parity/old_signatures.py dump FILE` writes what it has (this part
runs under Python 2.7, too). `python tests/parity/old_signatures.py merge 0.12.1=FILE ... 1.15.5=FILE seed=REFERENCE`
puts those that 1.15.5 would read otherwise, or not at all, into `recorded_old_signatures.json`.
"""

import ast
import inspect
import json
import os
import re
import sys
import types

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded_old_signatures.json")
# Not public, or not a part of Penstock.
_LEFT_OUT = re.compile(
    r"^(keras|pywrap_tensorflow|platform|raw_ops|resource_loader|logging|app|experimental|lite|tpu|compat|python|core|tools|user_ops"
    r"|models|examples|test\.TestCase|contrib\.(keras|tpu|labeled_tensor|quantization|cudnn_rnn|tensorboard|session_bundle"
    r"|tensor_forest|grid_rnn\.[a-z]|slim\.nets|timeseries|tfprof))(\.|$)|.*(\.build$|_pb2|absolute_import|print_function$|division$|make_all$)"
)


def _spec(function):
    """The parameters of a function, seen through decorators; None if it has none that can be seen."""
    function = getattr(function, "__func__", function)
    for _ in range(8):
        decorator = getattr(function, "_tf_decorator", None)
        if decorator is not None:
            spec = getattr(decorator, "_decorator_argspec", None)
            if spec is not None:
                return spec
            function = decorator._decorated_target
            continue
        if hasattr(function, "__wrapped__"):
            function = function.__wrapped__
            continue
        spec = (inspect.getargspec if sys.version_info[0] == 2 else inspect.getfullargspec)(function)
        inner = []
        # The wrapper of an old decorator keeps the function in its closure.
        if not spec[0] and spec[1] and spec[2] and isinstance(function, types.FunctionType):
            cells = [cell.cell_contents for cell in function.__closure__ or ()]
            inner = [c for c in cells if isinstance(c, types.FunctionType)]
            inner = [c for c in inner if c.__name__ == function.__name__] or inner[:1]
        if not inner:
            return spec
        function = inner[0]
    return None


def _is_api(value, name, prefix):
    module = getattr(value, "__name__", "") or ""
    if not (isinstance(value, types.ModuleType) or type(value).__name__.endswith(("Loader", "Wrapper"))):
        return False
    if prefix.startswith("contrib"):
        return module.startswith("tensorflow.contrib") and ".python." not in module + "."
    return "tensorflow" in module and not re.search(r"_ops$|_grad$|_lib$|_impl$|^gen_|^v2$", name)


def dump(path):
    """Writes all public functions and methods of the TensorFlow at hand, with their positional parameters."""
    import tensorflow as tf
    import tensorflow.contrib  # noqa: F401

    found = {}
    seen = set()
    queue = [(tf, "")]

    def add(name, function, bound):
        try:
            spec = _spec(function)
        except TypeError:
            return
        if spec is not None:
            found[name] = list(spec[0])[1 if bound else 0 :]

    while queue:
        module, prefix = queue.pop(0)
        if id(module) in seen or prefix.count(".") > 6:
            continue
        seen.add(id(module))
        for name in sorted(dir(module)):
            full = prefix + name
            if name.startswith("_") or _LEFT_OUT.match(full):
                continue
            try:
                value = getattr(module, name)
            except Exception:
                continue
            if _is_api(value, name, prefix or full):
                queue.append((value, full + "."))
            elif inspect.isclass(value):
                if not (value.__module__ or "").startswith("tensorflow") or hasattr(value, "DESCRIPTOR"):
                    continue
                if getattr(value, "__init__", object.__init__) is not object.__init__:
                    add(full + ".__init__", value.__init__, True)
                for method in dir(value):
                    static = next((vars(c)[method] for c in inspect.getmro(value) if method in vars(c)), None)
                    if method.startswith("_") and method != "__call__" or isinstance(static, property):
                        continue
                    if isinstance(static, (types.FunctionType, staticmethod, classmethod)):
                        add(full + "." + method, getattr(value, method), not isinstance(static, staticmethod))
            elif callable(value) and not isinstance(value, types.ModuleType):
                add(full, value, False)
    with open(path, "w") as file:
        json.dump(found, file, indent=0, sort_keys=True)


def printed(text):
    """The signatures that a reference prints in headings and lists: [(name, parameters)]."""
    text = text.replace("\\_", "_").replace("\\*", "*")
    found = []
    for match in re.finditer(r"^(?:#+ *|\*\* *|### class |`)+(?:tf\.)([\w.]+)\(", text, re.M):
        end, depth = match.end(), 1
        while end < len(text) and depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        arguments = re.sub(r"\s+", " ", text[match.end() : end - 1]).replace("`", "")
        arguments = re.sub(r"<[^<>]*>|tf\.\w+", "None", arguments)
        try:
            signature = ast.parse("def f(%s): pass" % arguments).body[0].args
        except SyntaxError:
            continue
        names = [a.arg for a in signature.args if a.arg not in ("self", "cls")]
        if all(
            name[0].islower() or name[0] == "_" or len(name) > 1 for name in names
        ):  # not `tf.matmul(A, X)` in a sentence
            found.append((match.group(1), names))
    return found


def merge(sources):
    """{name: {parameters: first release with them}} of what Penstock has, and 1.15.5 would read otherwise or does not have."""
    import penstock

    def is_here(name):
        value = penstock
        for part in name.replace(".__init__", "").split("."):
            value = getattr(value, part, None)
        return callable(value)

    releases = {}
    for release, path in sources:
        with open(path) as file:
            releases[release] = printed(file.read()) if release == "seed" else sorted(json.load(file).items())
    newest = dict(releases["1.15.5"])
    record = {}
    for release, signatures in releases.items():
        for name, parameters in signatures:
            if (
                not _LEFT_OUT.match(name)
                and is_here(name)
                and newest.get(name, [None])[: len(parameters)] != parameters
            ):
                record.setdefault(name, {}).setdefault(" ".join(parameters), release)
    return record


if __name__ == "__main__":
    if sys.argv[1] == "dump":
        dump(sys.argv[2])
    else:
        with open(RECORD, "w") as file:
            merged = merge([argument.split("=", 1) for argument in sys.argv[2:]])
            json.dump(merged, file, indent=0, sort_keys=True)
            file.write("\n")
        print("%d names" % len(merged))
