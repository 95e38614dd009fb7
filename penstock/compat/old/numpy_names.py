"""What NumPy has dropped since 1.16, written anew where today's NumPy has no second name for it.

`lenient_*` take a function of today and return one that tries it first, and does as NumPy 1.16 did if it fails and if
the program called it.
"""

from __future__ import annotations

import functools
import pickle
import sys
import typing
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.compat.old import uses
from penstock.compat.old.arguments import renaming
from penstock.graph.typing import Array

NINF = -np.inf
NZERO = -0.0
PZERO = 0.0

sctypes: dict[str, list[Any]] = {
    "int": [np.int8, np.int16, np.int32, np.int64],
    "uint": [np.uint8, np.uint16, np.uint32, np.uint64],
    "float": [np.float16, np.float32, np.float64, np.longdouble],
    "complex": [np.complex64, np.complex128, np.clongdouble],
    "others": [bool, object, bytes, str, np.void],
}
typeDict = np.sctypeDict
sctypeNA: dict[Any, Any] = {}
typeNA = sctypeNA
_ALL_TYPES = [np.bool_, *(t for kind in ("int", "uint", "float", "complex") for t in sctypes[kind]), np.object_]
_ALL_TYPES += [np.bytes_, np.str_, np.void, np.datetime64, np.timedelta64]
nbytes = {t: np.dtype(t).itemsize for t in _ALL_TYPES}


class _Cast(dict):
    """Type → function that converts to it, as in `np.cast["float32"](x)`."""

    def __missing__(self, key: Array) -> Callable:
        dtype = np.dtype(key)
        return lambda x: np.asarray(x).astype(dtype)


cast = _Cast()


def print_as_before() -> Callable[[], None]:
    """Numbers in printed lists are `1.5` again, not `np.float32(1.5)` (since NumPy 2.0); returns what takes it back.

    Printing is set for a context, and threads and cells of notebooks have contexts of their own. So what new contexts
    start with is changed too, if it is where NumPy 2.3 and later keep it. A program that has chosen keeps its choice.
    """
    if np.get_printoptions()["legacy"] is not False:
        return lambda: None
    np.set_printoptions(legacy="1.25")
    start = getattr(sys.modules.get("numpy._core.printoptions"), "default_format_options_dict", {})
    today = start.get("legacy")
    if today is not None:
        start["legacy"] = 125

    def undo() -> None:
        if today is not None:
            start["legacy"] = today
        np.set_printoptions(legacy=False)

    return undo


def asscalar(a: Any) -> Any:
    """The Python number of an array with one element."""
    return np.asarray(a).item()


def asfarray(a: Any, dtype: Any = np.float64) -> np.ndarray:
    """An array of floats."""
    if not np.issubdtype(dtype, np.inexact):
        dtype = np.float64
    return np.asarray(a, dtype=dtype)


def in1d(ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False) -> np.ndarray:
    """Which elements of the first, flattened, are in the second."""
    return np.isin(np.asarray(ar1).ravel(), ar2, assume_unique=assume_unique, invert=invert)


def alen(a: Any) -> int:
    """The length of the first axis; 1 for a number."""
    return len(np.array(a, ndmin=1))


def loads(*args: Any, **kwargs: Any) -> Any:
    """What a pickle in memory holds."""
    return pickle.loads(*args, **kwargs)


def msort(a: Any) -> np.ndarray:
    """Sorted along the first axis."""
    return np.sort(np.asarray(a), axis=0)


def find_common_type(array_types: Any, scalar_types: Any) -> np.dtype:
    """The type of arrays and numbers together; numbers count only if they are of a higher kind."""
    arrays = [np.dtype(t) for t in array_types]
    scalars = [np.dtype(t) for t in scalar_types]
    if not arrays:
        return np.result_type(*scalars)
    common = np.result_type(*arrays)
    if not scalars:
        return common
    number = np.result_type(*scalars)
    kinds = "buifcOSUVMm"
    return number if kinds.index(number.kind) > kinds.index(common.kind) else common


def obj2sctype(rep: Any, default: Array | None = None) -> Any:
    """The scalar type that something stands for."""
    if isinstance(rep, type) and issubclass(rep, np.generic):
        return rep
    if isinstance(rep, np.ndarray):
        return rep.dtype.type
    try:
        return np.dtype(rep).type
    except TypeError:
        return default


def sctype2char(sctype: Any) -> str:
    """The letter of a type."""
    found = obj2sctype(sctype)
    if found is None:
        raise ValueError("unrecognized type")
    return np.dtype(found).char


def issctype(rep: Any) -> bool:
    """Whether something stands for a scalar type."""
    return isinstance(rep, (type, np.dtype)) and obj2sctype(rep) not in (None, np.object_)


def issubclass_(arg1: Any, arg2: Any) -> bool:
    """`issubclass` that is False for what is no class."""
    try:
        return issubclass(arg1, arg2)
    except TypeError:
        return False


def issubsctype(arg1: Any, arg2: Any) -> bool:
    """Whether the type of the first is a subclass of that of the second."""
    return issubclass(obj2sctype(arg1), obj2sctype(arg2))


def maximum_sctype(t: Any) -> Any:
    """The largest type of the same kind."""
    found = obj2sctype(t)
    kind = {"i": "int", "u": "uint", "f": "float", "c": "complex"}.get(np.dtype(found).kind)
    return sctypes[kind][-1] if kind else found


def disp(mesg: Any, device: Any = None, linefeed: bool = True) -> None:
    """Writes a text to a file, else to stdout."""
    (device or sys.stdout).write(f"{mesg}\n" if linefeed else f"{mesg}")


def safe_eval(source: str) -> Any:
    """The value of a Python literal."""
    import ast

    return ast.literal_eval(source)


def source(object: Any, output: Any = None) -> None:  # noqa: A002 - its name there
    """Prints the source of a function."""
    import inspect

    print(inspect.getsource(object), file=output or sys.stdout)


def lookfor(what: str, *args: Any, **kwargs: Any) -> None:
    """Prints the names of NumPy whose documentation has a word."""
    for name in dir(np):
        if what.lower() in (getattr(getattr(np, name, None), "__doc__", None) or "").lower():
            print(f"numpy.{name}")


def who(vardict: dict | None = None) -> None:
    """Prints the arrays among variables."""
    names = vardict if vardict is not None else sys._getframe(1).f_globals
    for name, value in names.items():
        if isinstance(value, np.ndarray):
            print(f"{name:20} {value.shape!s:20} {value.nbytes:12} {value.dtype}")


def byte_bounds(a: np.ndarray) -> tuple[int, int]:
    """The addresses of the first byte and of the one after the last."""
    from numpy.lib import array_utils

    return array_utils.byte_bounds(a)


def deprecate(*args: Any, **kwargs: Any) -> Any:
    """Decorator that marked functions as old; changes nothing."""
    return args[0] if args and callable(args[0]) else lambda function: function


def fastCopyAndTranspose(a: Any) -> np.ndarray:
    """A transposed copy."""
    return np.asarray(a).T.copy()


def ndfromtxt(fname: str, **kwargs: Any) -> np.ndarray:
    """`genfromtxt` without a mask."""
    return np.genfromtxt(fname, usemask=False, **kwargs)


def mafromtxt(fname: str, **kwargs: Any) -> np.ndarray:
    """`genfromtxt` with a mask."""
    return np.genfromtxt(fname, usemask=True, **kwargs)


def recfromtxt(fname: str, **kwargs: Any) -> np.recarray:
    """`genfromtxt` as a record array."""
    kwargs.setdefault("dtype", None)
    kwargs.pop("usemask", None)
    return np.genfromtxt(fname, **kwargs).view(np.recarray)


def recfromcsv(fname: str, **kwargs: Any) -> np.recarray:
    """A file of comma-separated values, names in its first line, as a record array."""
    for key, value in {"case_sensitive": "lower", "names": True, "delimiter": ","}.items():
        kwargs.setdefault(key, value)
    return recfromtxt(fname, **kwargs)


def set_string_function(f: Callable | None, repr: bool = True) -> None:  # noqa: A002 - its name there
    """Chooses how arrays are written."""
    np.set_printoptions(override_repr=f)


def random_integers(low: int, high: int | None = None, size: Any = None) -> Any:
    """Random integers, both ends included."""
    low, high = (1, low) if high is None else (low, high)
    return np.random.randint(low, int(high) + 1, size)


# ---- methods ----


def method_tostring(self: Any, order: Any = "C") -> bytes:
    """The bytes of an array."""
    uses.noted("numpy.ndarray.tostring")
    return self.tobytes(order)


def method_itemset(self: np.ndarray, *args: Any) -> None:
    """Sets one element: `a.itemset(index, value)`."""
    uses.noted("numpy.ndarray.itemset")
    *index, value = args
    if not index:
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        self[...] = value
    elif len(index) == 1 and not isinstance(index[0], tuple):
        self.flat[index[0]] = value
    else:
        self[index[0] if isinstance(index[0], tuple) else tuple(index)] = value


def method_newbyteorder(self: np.ndarray, new_order: str = "S") -> np.ndarray:
    """A view of the same bytes in another order."""
    uses.noted("numpy.ndarray.newbyteorder")
    return self.view(self.dtype.newbyteorder(new_order))  # type: ignore[arg-type]


def method_ptp(self: np.ndarray, axis: int | None = None, out: Any = None, keepdims: bool = False) -> Any:
    """The distance from the least to the greatest."""
    uses.noted("numpy.ndarray.ptp")
    return np.ptp(self, axis, out, keepdims)


# ---- functions that took more ----


def lenient_array(original: Callable, name: str) -> Callable:
    """`np.array` and its like: ragged lists are arrays of objects, and `copy=False` copies where it must."""

    @functools.wraps(original)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return original(*args, **kwargs)
        except (ValueError, OverflowError) as error:
            frame = uses.program_frame(sys._getframe(1))
            if frame is None:
                raise
            again = dict(kwargs)
            typed = args[1] if len(args) > 1 else kwargs.get("dtype")
            if kwargs.get("copy", True) is False and "avoid copy" in str(error):
                again["copy"] = None
            elif "inhomogeneous shape" in str(error) and typed is None:
                again["dtype"] = object
                args = args[:1]
            elif isinstance(error, OverflowError) and typed is not None and np.dtype(typed).kind in "iu":
                again["dtype"] = np.int64
                args = args[:1]
            else:
                raise
        uses.note(name, frame)
        found = original(*args, **again)
        return found.astype(typed) if again.get("dtype") is np.int64 and typed is not None else found

    return call


lenient_reshape = renaming("newshape", "shape")
lenient_histogram = renaming("normed", "density")
lenient_percentile = renaming("interpolation", "method")


class _Archive(np.lib.npyio.NpzFile):
    """An `.npz` file whose arrays of objects may be read."""

    def __getitem__(self, key: str) -> Any:
        try:
            return super().__getitem__(key)
        except ValueError as error:
            if self.allow_pickle or "allow_pickle" not in str(error):
                raise
            uses.noted("numpy.load of a pickle")
            self.allow_pickle = True
            try:
                return super().__getitem__(key)
            finally:
                self.allow_pickle = False


def lenient_load(original: Callable, name: str) -> Callable:
    """`np.load`: the program's own files may hold pickled objects, as before NumPy 1.16.3."""

    @functools.wraps(original)
    def call(file: Any, *args: Any, **kwargs: Any) -> Any:
        frame = uses.program_frame(sys._getframe(1))
        if frame is None or len(args) > 1 or "allow_pickle" in kwargs:
            return original(file, *args, **kwargs)
        start = file.tell() if hasattr(file, "tell") and hasattr(file, "seek") else None
        try:
            found = original(file, *args, **kwargs)
        except ValueError as error:
            if "allow_pickle" not in str(error):
                raise
            uses.note(f"{name} of a pickle", frame)
            if start is not None:
                file.seek(start)
            return original(file, *args, allow_pickle=True, **kwargs)
        if type(found) is np.lib.npyio.NpzFile:
            found.__class__ = _Archive
        return found

    return call


def lenient_fromstring(original: Callable, name: str) -> Callable:
    """`np.fromstring`: bytes become an array of their own."""

    @functools.wraps(original)
    def call(string: Any, dtype: Any = float, count: int = -1, *args: Any, **kwargs: Any) -> Any:
        try:
            return original(string, dtype, count, *args, **kwargs)
        except ValueError:
            frame = uses.program_frame(sys._getframe(1))
            if frame is None or kwargs.get("sep", args[0] if args else ""):
                raise
        uses.note(f"{name} of bytes", frame)
        raw = string.encode("latin1") if isinstance(string, str) else string
        if count < 0 and len(raw) % np.dtype(dtype).itemsize:
            raise ValueError("string size must be a multiple of element size")
        return np.frombuffer(raw, dtype, count).copy() if len(raw) else np.empty(0, dtype)

    return call


def lenient_linspace(original: Callable, name: str) -> Callable:
    """`np.linspace` and `np.logspace`: the count may be a float."""

    @functools.wraps(original)
    def call(start: Any, stop: Any, num: Any = 50, *args: Any, **kwargs: Any) -> Any:
        if type(num) is not int and isinstance(num, (float, np.floating)):
            if (frame := uses.program_frame(sys._getframe(1))) is not None:
                uses.note(f"{name} with a float as count", frame)
                num = int(num)
        return original(start, stop, num, *args, **kwargs)

    return call


def lenient_stack(original: Callable, name: str) -> Callable:
    """`np.vstack` and its like: what is iterated once (`map`, `zip`, a generator) is taken as a list."""

    @functools.wraps(original)
    def call(arrays: Any = (), *args: Any, **kwargs: Any) -> Any:
        if type(arrays) is list:
            return original(arrays, *args, **kwargs)
        if isinstance(arrays, typing.Iterator) and (frame := uses.program_frame(sys._getframe(1))) is not None:
            uses.note(f"{name} of an iterator", frame)
            arrays = list(arrays)
        return original(arrays, *args, **kwargs) if arrays != () else original(*args, **kwargs)

    return call


def lenient_number(original: Callable, name: str) -> Callable:
    """`float(a)`, `int(a)`, `"%f" % a`: an array of one element is a number, whatever its rank."""
    kind = {"__float__": float, "__int__": int, "__complex__": complex}[name.rpartition(".")[2]]

    def call(self: np.ndarray) -> Any:
        try:
            return original(self)
        except TypeError:
            frame = uses.program_frame(sys._getframe(1))
            if frame is None or self.ndim == 0 or self.size != 1:
                raise
        uses.note(f"{kind.__name__}() of an array with axes", frame)
        return kind(self.item())

    return call


def lenient_truth(original: Callable, name: str) -> Callable:
    """`if a:` with an empty array is false."""

    def call(self: np.ndarray) -> bool:
        try:
            return original(self)
        except ValueError:
            frame = uses.program_frame(sys._getframe(1))
            if frame is None or self.size:
                raise
        uses.note("bool() of an empty array", frame)
        return False

    return call
