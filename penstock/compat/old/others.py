"""What pandas, scikit-learn, matplotlib, PyYAML and protobuf have dropped, for programs in whose environment they are."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence
from typing import Any

from penstock.compat.old import uses
from penstock.compat.old.arguments import renaming

# ---- protobuf ----


def _message_class(descriptor: object) -> Any:
    from google.protobuf import message_factory

    return message_factory.GetMessageClass(descriptor)


def factory_GetPrototype(self: Any, descriptor: object) -> Any:
    """The class of messages of a descriptor."""
    uses.noted("google.protobuf.message_factory.MessageFactory.GetPrototype")
    return _message_class(descriptor)


factory_CreatePrototype = factory_GetPrototype
database_GetPrototype = factory_GetPrototype


def database_GetSymbol(self: Any, symbol: str) -> Any:
    """The class of messages with a full name."""
    uses.noted("google.protobuf.symbol_database.SymbolDatabase.GetSymbol")
    return _message_class(self.pool.FindMessageTypeByName(symbol))


def MakeClass(descriptor: object) -> Any:
    """The class of messages of a descriptor."""
    return _message_class(descriptor)


def ParseMessage(descriptor: object, byte_str: bytes) -> Any:
    """The message that bytes mean."""
    message = _message_class(descriptor)()
    message.ParseFromString(byte_str)
    return message


lenient_message = renaming("including_default_value_fields", "always_print_fields_with_no_presence")

# ---- pandas: methods of DataFrame and Series ----


class _Ix:
    """`frame.ix[...]`: by label, and where integers are no labels, by position."""

    def __init__(self, frame: Any):
        self._frame = frame

    def _place(self, key: object) -> tuple[Any, Any]:
        from pandas.api.types import is_integer_dtype

        keys = key if isinstance(key, tuple) else (key,)
        axes = self._frame.axes
        labels = []
        for axis, one in zip(axes, keys):
            by_position = not is_integer_dtype(axis.dtype) and _integers(one)
            labels.append(axis[one] if by_position else one)
            if by_position and isinstance(one, slice):
                labels[-1] = list(axis[one])
        return self._frame.loc, tuple(labels) if isinstance(key, tuple) else labels[0]

    def __getitem__(self, key: object) -> Any:
        uses.noted("pandas .ix")
        place, labels = self._place(key)
        return place[labels]

    def __setitem__(self, key: object, value: object) -> None:
        uses.noted("pandas .ix")
        place, labels = self._place(key)
        place[labels] = value


def _integers(key: Any) -> bool:
    import numbers

    if isinstance(key, slice):
        ends = [end for end in (key.start, key.stop) if end is not None]
        return bool(ends) and all(isinstance(end, numbers.Integral) for end in ends)
    if isinstance(key, (list, tuple)) or hasattr(key, "dtype") and bool(getattr(key, "ndim", 0)):
        return len(key) > 0 and all(isinstance(one, numbers.Integral) and not isinstance(one, bool) for one in key)
    return isinstance(key, numbers.Integral) and not isinstance(key, bool)


frame_ix = property(_Ix)


def frame_as_matrix(self: Any, columns: Sequence[Any] | None = None) -> Any:
    """The values as an array."""
    uses.noted("pandas .as_matrix()")
    return (self if columns is None else self[columns]).values


def frame_append(
    self: Any, other: object, ignore_index: bool = False, verify_integrity: bool = False, sort: bool = False
) -> Any:
    """The rows of one and then of another."""
    import pandas

    uses.noted("pandas .append()")
    others = other if isinstance(other, (list, tuple)) else [other]
    if isinstance(self, pandas.DataFrame):
        others = [one.to_frame().T if isinstance(one, pandas.Series) else one for one in others]
        others = [pandas.DataFrame([one]) if isinstance(one, dict) else one for one in others]
        return pandas.concat([self, *others], ignore_index=ignore_index, verify_integrity=verify_integrity, sort=sort)
    return pandas.concat([self, *others], ignore_index=ignore_index, verify_integrity=verify_integrity)


def frame_iteritems(self: Any) -> Any:
    """Pairs of label and value or column."""
    uses.noted("pandas .iteritems()")
    return self.items()


def frame_get_value(self: Any, *key: Any) -> Any:
    """One value."""
    uses.noted("pandas .get_value()")
    return self.at[key[:2] if self.ndim == 2 else key[0]]


def frame_set_value(self: Any, *args: Any) -> Any:
    """Sets one value and returns the frame."""
    uses.noted("pandas .set_value()")
    if self.ndim == 2:
        self.at[args[0], args[1]] = args[2]
    else:
        self.at[args[0]] = args[1]
    return self


def frame_sort(
    self: Any, columns: Sequence[Any] | None = None, axis: int = 0, ascending: Any = True, inplace: bool = False
) -> Any:
    """Sorted by columns, or by the index."""
    uses.noted("pandas .sort()")
    if columns is None:
        return self.sort_index(axis=axis, ascending=ascending, inplace=inplace)
    return self.sort_values(by=columns, axis=axis, ascending=ascending, inplace=inplace)


# ---- scikit-learn ----


def load_boston(*args: Any, **kwargs: Any) -> Any:
    """Says where the data are now.

    Raises:
      ImportError: always.
    """
    raise ImportError("scikit-learn 1.2 removed load_boston; fetch_openml(name='boston', version=1) has the same data")


def fetch_mldata(dataname: str, *args: Any, **kwargs: Any) -> Any:
    """A set of data by its name, from openml.org since mldata.org is gone."""
    from sklearn.datasets import fetch_openml

    name = {"MNIST original": "mnist_784"}.get(dataname, dataname)
    found = fetch_openml(name, as_frame=False)
    if name == "mnist_784":
        found.target = found.target.astype(float)
    return found


# ---- matplotlib ----


def hold(*args: Any, **kwargs: Any) -> None:
    """Said whether what is drawn next is added, which it always is now."""


def ishold() -> bool:
    """Whether what is drawn next is added."""
    return True


def __getattr__(name: str) -> Any:
    if name in ("spectral", "Vega10", "Vega20"):
        import matplotlib

        return matplotlib.colormaps[{"spectral": "nipy_spectral", "Vega10": "tab10", "Vega20": "tab20"}[name]]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def axes_set_axis_bgcolor(self: Any, color: Any) -> None:
    """The colour behind a plot."""
    uses.noted("matplotlib.axes.Axes.set_axis_bgcolor")
    self.set_facecolor(color)


def axes_set_color_cycle(self: Any, clist: Any) -> None:
    """The colours of lines, in turn."""
    uses.noted("matplotlib.axes.Axes.set_color_cycle")
    self.set_prop_cycle(color=list(clist))


def axes_hold(self: Any, b: Any = None) -> None:
    """Said whether what is drawn next is added, which it always is now."""
    uses.noted("matplotlib.axes.Axes.hold")


lenient_hist = renaming("normed", "density")


def lenient_use(original: Callable, name: str) -> Callable:
    """`matplotlib.use("Agg", warn=False)`."""

    @functools.wraps(original)
    def call(backend: str, *args: Any, **kwargs: Any) -> None:
        if ("warn" in kwargs or args) and (frame := uses.program_frame(sys._getframe(1))) is not None:
            uses.note(f"{name}(warn=)", frame)
            kwargs.pop("warn", None)
            args = ()
        original(backend, *args, **kwargs)

    return call


def lenient_style(original: Callable, name: str) -> Callable:
    """`plt.style.use("seaborn-whitegrid")`: the styles of that package have a version in their names now."""

    @functools.wraps(original)
    def call(style: Any) -> None:
        if isinstance(style, str) and style.startswith("seaborn") and not style.startswith("seaborn-v0_8"):
            if (frame := uses.program_frame(sys._getframe(1))) is not None:
                uses.note(f"{name}({style!r})", frame)
                style = style.replace("seaborn", "seaborn-v0_8", 1)
        original(style)

    return call


# ---- PyYAML ----


def lenient_yaml(original: Callable, name: str) -> Callable:
    """`yaml.load(f)`: without a loader, the one that makes no objects of the file's choice."""

    @functools.wraps(original)
    def call(stream: Any, Loader: Any = None, **kwargs: Any) -> Any:
        if Loader is None and (frame := uses.program_frame(sys._getframe(1))) is not None:
            import yaml

            uses.note(f"{name} without a Loader", frame)
            Loader = yaml.FullLoader
        return original(stream, Loader, **kwargs) if Loader is not None else original(stream, **kwargs)

    return call
