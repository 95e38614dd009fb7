"""`import tensorflow` gives Penstock: one finder for the public namespaces and for the modules inside of 1.x.

`tensorflow` is the module `penstock` itself, and public namespaces are Penstock's own. A module inside of TensorFlow
(`tensorflow.python.ops.array_ops`) is made when it is imported: it holds nothing, and looks up what it is asked for, in
this order: the file of that name in `penstock.compat.internal`; the few names of `inside.SPECIAL`; public names, those of
its own namespaces first; the modules that implement it here; a public name anywhere. What is found by such a search is
given only if it is of the kind and has the parameters that `signatures` recorded. `inside` has the tables. The packages that
1.15 consisted of, `tensorflow_core` and `tensorflow_estimator`, are other names for the same modules.
"""

import contextlib
import functools
import importlib
import importlib.machinery
import importlib.util
import inspect
import os
import pathlib
import pkgutil
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any

import penstock
from penstock import _namespace
from penstock._namespace import export
from penstock.compat import homes, inside, inside_names, old, serving_apis
from penstock.platform import tracebacks

_ROOT = "tensorflow"
_CORE, _ESTIMATOR = "tensorflow_core", "tensorflow_estimator"


@export("install")
def install(strict: bool = False) -> None:
    """Makes `import tensorflow` give Penstock in this process, inside modules included.

    Names that Python, NumPy and others have dropped since 1.x are there again for the program, and one line at the end
    tells which were used. Calling it again changes nothing; `penstock.uninstall` undoes it.

    Args:
      strict: leaves Python and its packages as they are today. So does `PENSTOCK_STRICT=1` in the environment.

    Raises:
      RuntimeError: if TensorFlow itself has been imported already.

    Example:

    >>> import penstock
    >>> penstock.install()
    >>> import tensorflow as tf
    >>> from tensorflow.python.framework import ops
    >>> ops.Graph is tf.Graph
    True
    >>> penstock.uninstall()
    """
    found = sys.modules.get(_ROOT)
    if found is penstock:
        return
    if found is not None:
        raise RuntimeError(
            f"TensorFlow itself is imported in this process already (from {getattr(found, '__file__', 'somewhere')}): "
            "call penstock.install() before anything imports tensorflow, or start the program with `penstock run`."
        )
    if not strict and os.environ.get("PENSTOCK_STRICT", "0") == "0":
        old.install()
    sys.meta_path.insert(0, _finder)
    sys.modules[_ROOT] = penstock
    homes.install()
    serving_apis.install()
    tracebacks.show_in_notebook()
    # 1.x programs reach inside without an import of their own, as in `tf.python.framework.ops`.
    for name in ("python", "core"):
        importlib.import_module(f"{_ROOT}.{name}")


@export("uninstall")
def uninstall() -> None:
    """Undoes `install`: later imports of `tensorflow` find what is installed on the machine, if anything.

    >>> import sys
    >>> import penstock
    >>> penstock.install()
    >>> sys.modules["tensorflow"] is penstock
    True
    >>> penstock.uninstall()
    >>> "tensorflow" in sys.modules
    False
    """
    if _finder not in sys.meta_path:
        return
    old.uninstall()
    homes.uninstall()
    serving_apis.uninstall()
    tracebacks.leave_notebook()
    sys.meta_path.remove(_finder)
    # `list` first: other threads may import meanwhile.
    names = [n for n in list(sys.modules) if n.partition(".")[0] in (_ROOT, _CORE, _ESTIMATOR)]
    modules = {name: sys.modules.pop(name) for name in names}
    for name, module in modules.items():
        parent, _, child = name.rpartition(".")
        holder = modules.get(parent)  # Penstock itself, or a public namespace of it, which stays
        if (
            isinstance(module, _Inside)
            and not isinstance(holder, _Inside)
            and vars(holder or module).get(child) is module
        ):
            delattr(holder, child)


# ---- which modules there are ----


def _by_its_other_name(fullname: str) -> str:
    """What a module of `tensorflow_core` or `tensorflow_estimator` is called in `tensorflow`; other names as they are."""
    root, _, name = fullname.partition(".")
    if root == _CORE or (root == _ESTIMATOR and name.split(".")[0] in ("_api", "estimator", "python", "contrib")):
        return f"{_ROOT}.{name}" if name else _ROOT
    return fullname


def _rows() -> dict[str, tuple[str, ...]]:
    """Every inside module that has a row of its own → the namespaces it prefers."""
    rows: dict[str, tuple[str, ...]] = {}
    for package, (_, modules) in inside.PACKAGES.items():
        shared = inside.PACKAGE_NAMESPACES.get(package)
        common = (shared,) if shared else ()
        rows[package] = common
        for row in modules.split():
            leaf, _, own = row.partition(":")
            spaces = tuple("" if space == "/" else space for space in own.split(",") if space)
            rows[f"{package}.{leaf}"] = spaces + common
    return rows


@functools.cache
def _modules() -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
    """The rows, and the names of packages that must exist above them and above aliases and protocol buffers."""
    rows = _rows()
    packages = set()
    for name in (*rows, *inside.ALIASES, *inside.PB2, *inside_names.MODULES, *_internal()):
        while name := name.rpartition(".")[0]:
            packages.add(name)
    return rows, frozenset(packages)


def _generated(name: str) -> bool:
    """Says whether `name` is `python.ops.gen_<family>_ops`."""
    leaf = name.removeprefix("python.ops.gen_").removeprefix("python.user_ops.gen_")
    return leaf != name and leaf.endswith("_ops") and leaf.removesuffix("_ops") in inside.GENERATED_FAMILIES.split()


def _mirrored(name: str) -> str | None:
    """The public namespace that stands for a module of a package whose inside had the same shape, if there is one.

    `python.keras.layers.core` → `keras.layers`, `contrib.rnn.python.ops.core_rnn_cell` → `contrib.rnn`,
    `contrib.slim.python.slim.nets.vgg` → `contrib.slim.nets.vgg`.
    """
    parts = name.split(".")
    inner = ".".join(parts[:2])
    if parts[0] == "contrib" and "python" in parts[2:]:
        cut = parts.index("python", 2)
        public = ".".join(parts[:cut])
        for start in range(cut + 1, len(parts)):
            if _is_namespace(inner_space := ".".join([public, *parts[start:]])):
                return inner_space
    elif inner in inside.MIRRORS:
        public = inside.MIRRORS[inner]
    else:
        return None
    if not _is_namespace(public):
        return None
    deeper = public + name.removeprefix(inner)
    while not _is_namespace(deeper):
        deeper = deeper.rpartition(".")[0]
    return deeper


@functools.cache
def _internal() -> frozenset[str]:
    """The modules that have a file of their own in `penstock.compat.internal`."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "internal")
    found = set()
    for base, _, files in os.walk(folder):
        parts = [] if base == folder else os.path.relpath(base, folder).split(os.sep)
        found.update(".".join([*parts, file[:-3]]) for file in files if file.endswith(".py") and file[0] != "_")
    return frozenset(found)


def _is_namespace(name: str) -> bool:
    name = _namespace._canonical(name)
    return name in _namespace._table()[1] or name == "raw_ops"


def _public(name: str) -> str:
    """`_api.v1.nn` is `nn`."""
    return name.removeprefix("_api.v1.")


def _is_listed(name: str) -> bool:
    """Says whether the tables or the public namespaces have a module `tensorflow.<name>`."""
    rows, packages = _modules()
    return (
        name in inside.ALIASES
        or name in ("_api", "_api.v1")
        or _is_namespace(_public(name))
        or name in rows
        or name in packages
        or name in inside.PB2
        or name in inside_names.MODULES
        or name in _internal()
        or _generated(name)
    )


def _exists(name: str) -> bool:
    """Says whether `tensorflow.<name>` can be imported as a module."""
    held, shells = _tables()
    return name in held or (_is_listed(name) and name not in shells)


def _tables() -> tuple[frozenset[str], frozenset[str]]:
    """The modules of mirrored packages that hold something here, and those of the tables that hold nothing (yet)."""
    try:
        made = importlib.import_module("penstock.compat._modules")
    except ModuleNotFoundError:  # while the tables are being made for the first time
        return frozenset(), frozenset()
    return made.MIRRORED, made.SHELLS


def _is_doubtful(module: str, name: str) -> bool:
    """Says whether what is first found under this name is not what 1.15.5 had there."""
    if _judged is None:
        return f"{module}.{name}" in importlib.import_module("penstock.compat._modules").DOUBTFUL
    return f"{module}.{name}" in _judged


_judged: frozenset[str] | None = None  # by `judge_names`, in the process that makes the tables


def judge_names() -> list[str]:
    """The names for which a search first finds something else than 1.15.5 had. For `penstock.tools.names`."""
    global _judged
    from penstock.compat import signatures

    doubtful = []
    for module, names in signatures.recorded().items():
        for name, wanted in names.items():
            for attempt in _attempts(module, name):
                try:
                    found = attempt()
                except AttributeError:
                    continue
                if not signatures.same(wanted, signatures.describe(found)):
                    doubtful.append(f"{module}.{name}")
                break
    _judged = frozenset(doubtful)
    return sorted(doubtful)


def judge_modules() -> tuple[list[str], list[str]]:
    """Looks for what each module of 1.x defined; returns what `_tables` reads. For `penstock.tools.names`."""
    from penstock.compat import lacking, signatures

    known = lacking.modules()

    def holds(module: str) -> bool:
        for name in known.get(module, ()):
            if signatures.recorded().get(module, {}).get(name, "").startswith("m:"):
                continue  # a module that it imported is not its own
            try:
                _search(module, name)
            except AttributeError:
                continue
            return True
        return False

    mirrored = {m for m in known if m == m.lower() and not _is_listed(m) and _mirrored(m) is not None}
    # A module that only brought together what others define has no names of its own to judge by.
    held = {m for m in mirrored if not known[m] or holds(m)}
    for module in homes.modules():  # each holds something, and so do the packages it is in
        while module and not _is_listed(module):
            held.add(module)
            module = module.rpartition(".")[0]
    rows, packages = _modules()
    others = {*inside.ALIASES, *inside.PB2, *inside_names.MODULES, *_internal()}
    # A module of gradients is imported so that they are registered, which they are.
    judged = {m for m in rows if known.get(m) and m not in others and not m.endswith("_grad") and not _is_namespace(m)}
    shells = {m for m in judged if not holds(m)}
    # A package with something in it is one, whatever its own file defines; one with nothing but shells is a shell.
    full = {m for m in {*rows, *held, *others} if m not in shells and m not in packages}
    for package in packages & {*rows, *known}:
        inner = [m for m in full if m.startswith(f"{package}.")]
        (shells.discard if inner or _is_namespace(package) or holds(package) else shells.add)(package)
    return sorted(held), sorted(shells.difference(inside.IMPORTED_IN_ANY_CASE))


# ---- what an inside module holds ----


@functools.cache
def _by_leaf() -> dict[str, list[str]]:
    """Last part of a public name → the public names that end in it."""
    index: dict[str, list[str]] = {}
    for name in _namespace._table()[0]:
        index.setdefault(name.rpartition(".")[2], []).append(name)
    return index


def _load(target: str) -> Any:
    module, _, attribute = target.partition(":")
    if module == "public":
        return _namespace.find(attribute)
    return getattr(importlib.import_module(module), attribute)


def _find_public(spaces: Iterable[str], name: str) -> Any:
    """The public object called `name` in one of `spaces`, else at the root."""
    for space in (*spaces, ""):
        try:
            return _namespace.find(f"{space}.{name}" if space else name)
        except AttributeError:
            pass
    raise AttributeError(name)


def _find_anywhere(name: str) -> Any:
    """The public object called `name` in whichever namespace, if all of that name are one."""
    names = _namespace._table()[0]
    targets = {names[public] for public in _by_leaf().get(name, ())}
    if len(targets) != 1:
        raise AttributeError(name)
    return _load(targets.pop())


@functools.cache
def _source(module: str) -> str:
    """The text of a module of Penstock; importing it would take a hundred times longer."""
    spec = importlib.util.find_spec(module)
    return pathlib.Path(spec.origin).read_text(encoding="utf-8") if spec is not None and spec.origin else ""


def _may_define(module: str, name: str) -> bool:
    """Whether a module can have a name: it is loaded, mentions the name, or makes names as it goes."""
    return module in sys.modules or name in (text := _source(module)) or "globals()" in text


@functools.cache
def _modules_below(package: str) -> list[str]:
    """The modules of a package and of the packages in it; none is imported for the question, but packages are."""
    path = importlib.import_module(package).__path__
    return [info.name for info in pkgutil.walk_packages(path, package + ".") if not info.ispkg]


def _find_implementing(package: str, leaf: str, name: str) -> Any:
    """The object called `name` in the modules of `package`, those first that are called like `leaf`."""
    if importlib.util.find_spec(package) is None:
        raise AttributeError(name)
    stem = leaf.removesuffix("_impl").removesuffix("_ops").removesuffix("_op")
    for module in sorted(
        _modules_below(package), key=lambda m: ((own := m.rpartition(".")[2]) != leaf, own != stem, own)
    ):
        if name.startswith("_") and module.rpartition(".")[2] not in (leaf, stem):
            continue  # a private name means something only in its own module
        if not _may_define(module, name):
            continue
        found = vars(importlib.import_module(module)).get(name)
        # Modules of others and what they brought in by `import` are not theirs to give.
        if found is None or isinstance(found, types.ModuleType):
            continue
        if getattr(found, "__module__", package).startswith(("penstock", "tensorflow")):
            return found
    raise AttributeError(name)


@functools.cache
def _operations() -> dict[str, str]:
    from penstock.graph import build, opdef

    return {build.snake_case(name): name for name in opdef.all_names()}


def _generated_wrapper(op_type: str) -> Callable:
    """A function that makes an operation: inputs first, then attributes, those without a default before the others."""
    from penstock.graph import build, opdef

    definition = opdef.get(op_type)
    assert definition is not None
    signature = build.signature(definition)

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"{wrapper.__name__}() {error}") from None
        return build.raw_op(op_type)(**given)

    wrapper.__name__ = wrapper.__qualname__ = build.snake_case(op_type)
    wrapper.__doc__ = build.describe(definition)
    vars(wrapper)["__signature__"] = signature
    return wrapper


def _attempts(module: str, name: str) -> list[Callable[[], Any]]:
    """The places where a name of a module may be found, best first."""
    spaces = _modules()[0].get(module)
    if spaces is None:
        mirrored = _mirrored(module)
        return [] if mirrored is None else [lambda: _find_public((mirrored,), name)]
    package, _, leaf = module.rpartition(".") if module not in inside.PACKAGES else (module, "", "")
    implementing = inside.PACKAGES[package][0]
    return [
        lambda: _find_public(spaces, name),
        lambda: _find_implementing(implementing, leaf, name),
        lambda: _find_anywhere(name),
    ]


def _find_brought_in(module: str, name: str) -> Any:
    """A module that 1.15.5's module had imported, or an operation that it had from a generated module."""
    from penstock.compat import signatures

    wanted = signatures.recorded().get(module, {}).get(name, "")
    if wanted.startswith("m:") and _exists(wanted[2:]):
        return importlib.import_module(f"{_ROOT}.{wanted[2:]}")
    if wanted.startswith("f"):
        operations = _operations()
        op_type = name if name in operations.values() else operations.get(name.lstrip("_"))
        if op_type is not None:
            wrapper = _generated_wrapper(op_type)
            if wanted == f"f({','.join(inspect.signature(wrapper).parameters)})":
                return wrapper
    raise AttributeError(name)


def _find_versioned(module: str, name: str) -> Any:
    """What a name that ends in `_v1` or `_v2` says: the public name without it, of that version, if it fits the record."""
    from penstock.compat import signatures

    wanted = signatures.recorded().get(module, {}).get(name)
    version = name[-2:].lower()
    if wanted is None or version not in ("v1", "v2"):
        raise AttributeError(name)
    stem = name[:-2].rstrip("_")
    spaces = _modules()[0].get(module, ())
    if version == "v2":
        spaces = tuple(f"compat.v2.{space}" if space else "compat.v2" for space in (*spaces, "", "nn", "math"))
    for space in (*spaces, *(() if version == "v2" else ("",))):
        try:
            found = _namespace.find(f"{space}.{stem}" if space else stem)
        except AttributeError:
            continue
        if not isinstance(found, types.ModuleType) and signatures.same(wanted, signatures.describe(found)):
            return found
    raise AttributeError(name)


def _search(module: str, name: str) -> Any:
    """What `tensorflow.<module>` holds under `name`; AttributeError if nothing."""
    for special in (inside.SPECIAL, inside_names.SPECIAL):
        if (module, name) in special:
            return _load(special[module, name])
    if name in (constants := inside_names.CONSTANTS.get(module, {})):
        return constants[name]
    if module in _internal():
        own = importlib.import_module(f"penstock.compat.internal.{module}")
        if name in own.__all__:
            return getattr(own, name)
    if module in inside.PB2:
        from penstock import protos

        with contextlib.suppress(KeyError):
            return protos.find(f"{inside.PB2_PACKAGES.get(module)}.{name}")
        return getattr(protos, name)
    if (public := homes.public_name(module, name)) is not None:
        return _namespace.find(public)
    if _generated(module):
        if (op_type := _operations().get(name.lstrip("_"))) is None:
            raise AttributeError(name)
        return _generated_wrapper(op_type)
    doubtful = _is_doubtful(module, name)
    for number, attempt in enumerate(_attempts(module, name)):
        if number and not _is_of(module, name):
            break  # public names may be of another release; nothing else is guessed at
        try:
            found = attempt()
        except AttributeError:
            continue
        if doubtful and (number or module != "python"):  # which held the public names themselves
            from penstock.compat import signatures

            if not signatures.agrees(module, name, found):
                continue
        return found
    try:
        return _find_versioned(module, name)
    except AttributeError:
        return _find_brought_in(module, name)


def _is_of(module: str, name: str) -> bool:
    """Whether this module had this name in 1.15.5 or in an older release, as far as recorded, and not for a module."""
    from penstock.compat import lacking, signatures

    known = signatures.recorded().get(module)
    if known is None or name not in known:
        return known is None or name in lacking.modules().get(module, ())
    return not known[name].startswith("m:")


def _names_of(module: str) -> list[str]:
    """The names `from module import *` gives."""
    if module in inside.PB2:
        return inside.PB2[module].split()
    if module in _internal():
        return list(importlib.import_module(f"penstock.compat.internal.{module}").__all__)
    if _generated(module):
        return sorted(_operations())
    if module == "python":
        return [name for name in _namespace.names_under("") if not name.startswith("_")]
    mirrored = _mirrored(module)
    spaces = (mirrored,) if mirrored else _modules()[0].get(module, ())
    return sorted({name for space in spaces if space for name in _namespace.names_under(space)})


class _Inside(types.ModuleType):
    """A module of 1.x that programs reach into; finds its contents when asked."""

    def __getattr__(self, name: str) -> Any:
        if self.__name__ == _ESTIMATOR and not name.startswith("__"):
            try:
                return importlib.import_module(f"{_ESTIMATOR}.{name}")
            except ModuleNotFoundError:
                raise AttributeError(f"module {_ESTIMATOR!r} has no attribute {name!r}") from None
        module = self.__name__.removeprefix(_ROOT + ".")
        if name == "__all__":
            return _names_of(module)
        try:
            if name.startswith("__") and (module, name) not in inside.SPECIAL:
                raise AttributeError(name)  # Python asks modules for names such as __path__
            below = f"{module}.{name}"
            mirrored = module in inside.MIRRORS and below in _tables()[0]
            if (_is_listed(below) or mirrored) and below not in _tables()[1]:
                return importlib.import_module(f"{self.__name__}.{name}")
            value = _search(module, name)
        except AttributeError:
            from penstock.compat import lacking

            about = "" if name.startswith("__") else lacking.about_name(module, name)
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}{about}") from None
        setattr(self, name, value)
        return value

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_names_of(self.__name__.removeprefix(_ROOT + "."))})


class _Finder:
    """Finds and loads `tensorflow` and everything below it. (No base class: `importlib.abc` takes 35 ms to import.)"""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        asked, fullname = fullname, _by_its_other_name(fullname)
        if asked == _ESTIMATOR:
            return importlib.machinery.ModuleSpec(asked, self, is_package=True)  # type: ignore[arg-type]
        if fullname != _ROOT and not fullname.startswith(_ROOT + "."):
            return None
        if fullname != _ROOT and not _exists(fullname.removeprefix(_ROOT + ".")):
            # Not None: the next finder would load penstock/x.py a second time, as tensorflow.x.
            from penstock.compat import lacking

            about = lacking.about_module(fullname.removeprefix(_ROOT + "."))
            raise ModuleNotFoundError(f"No module named {asked!r}{about}", name=asked)
        return importlib.machinery.ModuleSpec(asked, self, is_package=True)  # type: ignore[arg-type]

    def find_distributions(self, context: Any) -> Any:
        from penstock.compat import distribution

        return distribution.find(context)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return _Inside(spec.name, f"What programs import from {spec.name}.")

    def exec_module(self, module: types.ModuleType) -> None:
        # A module that Penstock has takes the place of the one just made, which the import system allows for.
        name = module.__name__.removeprefix(_ROOT + ".")
        if (here := _by_its_other_name(module.__name__)) != module.__name__:
            sys.modules[module.__name__] = importlib.import_module(here)
        elif module.__name__ == _ROOT:
            sys.modules[_ROOT] = penstock
        elif name in inside.ALIASES:
            sys.modules[module.__name__] = importlib.import_module(inside.ALIASES[name])
        elif _is_namespace(_public(name)):
            sys.modules[module.__name__] = _namespace.find(_public(name))


_finder = _Finder()
