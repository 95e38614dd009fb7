"""The public tf.* names: how code declares them, and how a user's attribute access finds them.

Declaring (`export`) only records; `python -m penstock.tools.names` turns the records into the table
`_names.py`; looking up reads that table and imports the one module that is needed. Depends on `_old_forms.py` only.

Functions that also take ragged tensors are known here by name, so that the files of the families need not know of
them: `export` puts a check before such a function, which calls the ragged form if there is a ragged argument. So are
the functions of matrices that also take linear operators, and those that older releases called otherwise (`_old_forms.py`).
"""

from __future__ import annotations

import functools
import importlib
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

T = TypeVar("T")

_ROOT = "penstock"
# (public name, module, object) in order of declaration; read by penstock.tools.names.
declared: list[tuple[str, str, Any]] = []
on_export: Callable[[str, Any], None] | None = None  # called with each name that is declared from now on
own_modules: dict[type, str] = {}  # classes that say the module they had in 1.15 (penstock.compat.homes) → their own


def own_module(value: Any) -> str:
    """The module of Penstock that a class or function was written in, whatever it says while Penstock is TensorFlow."""
    own = own_modules.get(value) if isinstance(value, type) else None
    return own or getattr(value, "__module__", None) or ""


# As in 1.15; what each does with ragged arguments is in penstock/ops/ragged/dispatch.py.
RAGGED_ELEMENTWISE = frozenset(
    """abs acos acosh angle as_string asin asinh atan atanh bitwise.invert cast ceil check_numerics clip_by_value conj cos
    cosh decode_base64 decode_compressed digamma encode_base64 erf erfc exp expm1 floor identity imag is_finite is_inf
    is_nan lgamma log log1p log_sigmoid logical_not negative ones_like real reciprocal regex_replace rint round rsqrt
    saturate_cast sign sin sinh sqrt square string_strip string_to_hash_bucket string_to_hash_bucket_fast
    string_to_hash_bucket_strong string_to_number strings.length strings.regex_full_match strings.unicode_script substr
    tan zeros_like""".split()
)
RAGGED_ELEMENTWISE_LISTS = frozenset(["add_n", "string_join"])
RAGGED_BROADCASTING = frozenset(
    """add atan2 bitwise.bitwise_and bitwise.bitwise_or bitwise.bitwise_xor bitwise.left_shift bitwise.right_shift complex
    div div_no_nan divide equal floordiv floormod greater greater_equal less less_equal logical_and logical_or logical_xor
    maximum minimum multiply not_equal pow realdiv squared_difference subtract truediv truncatediv truncatemod""".split()
)
RAGGED_OTHERS = frozenset(
    """batch_gather concat dynamic_partition expand_dims gather gather_nd map_fn nn.embedding_lookup one_hot rank reduce_all
    reduce_any reduce_join reduce_max reduce_mean reduce_min reduce_prod reduce_sum size squeeze stack tile
    unsorted_segment_max unsorted_segment_mean unsorted_segment_min unsorted_segment_prod unsorted_segment_sqrt_n
    unsorted_segment_sum where""".split()
)
_RAGGED = RAGGED_ELEMENTWISE | RAGGED_ELEMENTWISE_LISTS | RAGGED_BROADCASTING | RAGGED_OTHERS
# The ragged types; none before the first ragged tensor, so that programs without them pay for one comparison.
_ragged_types: tuple[type, ...] = ()


def takes_ragged(*types: type) -> None:
    """Says which arguments are ragged."""
    global _ragged_types
    _ragged_types = types


def _is_ragged(argument: Any) -> bool:
    """Whether an argument, or an item of one that is a list, is ragged."""
    if isinstance(argument, (list, tuple)):
        return any(isinstance(item, _ragged_types) for item in argument)
    return isinstance(argument, _ragged_types)


def _dispatching(function: Any, name: str) -> Any:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if _ragged_types and (any(map(_is_ragged, args)) or any(map(_is_ragged, kwargs.values()))):
            return importlib.import_module("penstock.ops.ragged.dispatch").call(name, function, args, kwargs)
        return function(*args, **kwargs)

    return call


# Functions that also take a linear operator, as in 1.15; what they do with it is in penstock/linalg/dispatch.py.
OPERATOR_FUNCTIONS = frozenset(
    f"linalg.{name}" for name in "adjoint cholesky det diag_part inv logdet matmul solve trace".split()
)
_operator_type: type | None = None  # None before the first linear operator


def takes_operators(cls: type) -> None:
    """Says what a linear operator is."""
    global _operator_type
    _operator_type = cls


def _asking_operators(function: Any, name: str) -> Any:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if _operator_type and any(isinstance(a, _operator_type) for a in (*args[:2], *kwargs.values())):
            return importlib.import_module("penstock.linalg.dispatch").call(name, args, kwargs)
        return function(*args, **kwargs)

    return call


def _understanding(value: Any, names: Iterable[str]) -> Any:
    """Lets a function or class be called as older releases did, where that differs from 1.15."""
    from penstock import _old_forms  # with the first public function: `import penstock` does without

    for name in names:
        if name in _old_forms.SIGNATURES or name in _old_forms.METHODS:
            return _old_forms.understand(name, value)
    return value


def export(*names: str) -> Callable[[T], T]:
    """Declares the public names (without the leading `tf.`) of a function or class."""

    def declare(obj: T) -> T:
        module = sys._getframe(1).f_globals["__name__"]
        for name in names:
            if name in _RAGGED:
                obj = _dispatching(obj, name)
                break
        for name in names:
            if name in OPERATOR_FUNCTIONS:
                obj = _asking_operators(obj, name)
        obj = _understanding(obj, names)
        declared.extend((name, module, obj) for name in names)
        if on_export is not None:
            for name in names:
                on_export(name, obj)
        return obj

    return declare


def export_value(value: T, *names: str, module: str | None = None) -> T:
    """Declares the public names of a module-level value (of the calling module, unless another is named) and returns it."""
    value = _understanding(value, names)
    module = module or sys._getframe(1).f_globals["__name__"]
    declared.extend((name, module, value) for name in names)
    if on_export is not None:
        for name in names:
            on_export(name, value)
    return value


def _table() -> tuple[dict[str, str], frozenset[str]]:
    global _cached
    if _cached is None:
        try:
            names: dict[str, str] = importlib.import_module("penstock._names").NAMES
        except ModuleNotFoundError:  # while the table is being made for the first time
            names = {}
        prefixes = set()
        for name in names:
            cut = name.rfind(".")
            while cut > 0 and name[:cut] not in prefixes:
                prefixes.add(name[:cut])
                cut = name.rfind(".", 0, cut)
        prefixes.update(("compat.v1", "compat"))
        _cached = names, frozenset(prefixes)
    return _cached


_cached: tuple[dict[str, str], frozenset[str]] | None = None
# Names of tf.* that 1.x did not have.
_OUR_OWN = frozenset(["install", "uninstall"])


def _canonical(name: str) -> str:
    """`compat.v1.x` is `x`, and operations are the same in both versions."""
    if name.startswith("compat.v2.raw_ops"):
        return name[len("compat.v2.") :]
    while name.startswith("compat.v1."):
        name = name[len("compat.v1.") :]
    return name


def find(name: str) -> Any:
    """Returns the object with the public name `name` (without `tf.`), or raises AttributeError."""
    names, prefixes = _table()
    name = _canonical(name)
    target = names.get(name)
    if target is not None:
        module, _, attribute = target.partition(":")
        value = importlib.import_module(module)
        return getattr(value, attribute) if attribute else value
    if name.startswith("raw_ops."):
        build = importlib.import_module("penstock.graph.build")
        return build.raw_op(name[len("raw_ops.") :])
    if name == "compat.v1":
        return sys.modules[_ROOT]
    if name in prefixes or name == "raw_ops":
        return _namespace_module(name)
    raise AttributeError(f"module 'tensorflow' has no attribute {name!r}")


def names_under(prefix: str) -> list[str]:
    """The public names directly inside the namespace `prefix` ('' for the root)."""
    names, prefixes = _table()
    head = f"{prefix}." if prefix else ""
    found = {n[len(head) :].partition(".")[0] for n in names if n.startswith(head)}
    found |= {n[len(head) :].partition(".")[0] for n in prefixes if n.startswith(head)}
    if prefix == "raw_ops":
        found |= set(importlib.import_module("penstock.graph.opdef").all_names())
    return sorted(found - {""})


def attach(module: str) -> tuple[Callable[[str], Any], Callable[[], Iterable[str]]]:
    """Gives a package of the tree `__getattr__` and `__dir__` that serve its public names."""
    prefix = module[len(_ROOT) + 1 :]

    def getter(name: str) -> Any:
        if name == "__all__":  # what `from tensorflow import *` brings
            found = names_under(prefix) if prefix else sorted({*names_under(""), "raw_ops"} - _OUR_OWN)
            return [n for n in found if not n.startswith("_")]
        if name.startswith("__") and name not in ("__version__", "__git_version__", "__compiler_version__"):
            raise AttributeError(name)
        try:
            value = find(f"{prefix}.{name}" if prefix else name)
        except AttributeError:
            about = (
                ""
                if name.startswith("_")
                else importlib.import_module("penstock.compat.lacking").about_name(prefix, name)
            )
            raise AttributeError(
                f"module 'tensorflow{'.' + prefix if prefix else ''}' has no attribute {name!r}{about}"
            ) from None
        setattr(sys.modules[module], name, value)
        return value

    def lister() -> Iterable[str]:
        return sorted(set(_variables(sys.modules[module])) | set(names_under(prefix)))

    if prefix and module in sys.modules:
        sys.modules[module].__class__ = _Namespace
    return getter, lister


# The variables of a module as they are, without looking for its public names.
_variables: Callable[[types.ModuleType], Any] = vars(types.ModuleType)["__dict__"].__get__


class _Namespace(types.ModuleType):
    """A module whose public names are found when they are asked for, by `vars(tf.train)` and `tf.logging.__dict__` too."""

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        own = _variables(self)
        for name in names_under(own["__name__"][len(_ROOT) + 1 :]):
            if name not in own:
                getattr(self, name)
        return own


def _namespace_module(prefix: str) -> types.ModuleType:
    """The module object of a namespace: a package of the tree if there is one, else made here."""
    full = f"{_ROOT}.{prefix}"
    if full in sys.modules:
        return sys.modules[full]
    try:
        return importlib.import_module(full)
    except ModuleNotFoundError as error:
        if error.name is None or not full.startswith(error.name):
            raise
    module = _Namespace(full, f"The names of tf.{prefix}.")
    module.__path__ = []  # so that `import penstock.a.b` may go on below it
    sys.modules[full] = module
    module.__getattr__, module.__dir__ = attach(full)  # type: ignore[method-assign]
    return module


class _Finder:
    """Lets `import penstock.math` work for namespaces that have no folder of their own."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        if not fullname.startswith(_ROOT + ".") or fullname.startswith(
            _ROOT + "._"
        ):  # no public name: the table is not needed
            return None
        name = fullname[len(_ROOT) + 1 :]
        if name in _table()[1] or name == "raw_ops":
            from importlib.machinery import ModuleSpec

            return ModuleSpec(fullname, self, is_package=True)  # type: ignore[arg-type]
        return None

    def create_module(self, spec: Any) -> types.ModuleType:
        module = _Namespace(spec.name, f"The names of tf.{spec.name[len(_ROOT) + 1 :]}.")
        module.__getattr__, module.__dir__ = attach(spec.name)  # type: ignore[method-assign]
        return module

    def exec_module(self, module: types.ModuleType) -> None:
        pass


sys.meta_path.append(_Finder())
