"""What Python 2 did and Python 3 does otherwise, as functions: translated programs call them.

Under `penstock run` they are found without an import (`load` puts them among the built-in names of a translated module);
files that `penstock convert` writes import those that they need.
"""

import builtins
import codecs
import datetime
import functools
import importlib
import io
import math
import random as _random
import re
import sys
import types
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any

# ---- numbers ----


def old_div(a: Any, b: Any) -> Any:
    """`a / b` of Python 2: of whole numbers (arrays and tensors of them too) the quotient rounded down.

    >>> old_div(7, 2), old_div(-7, 2), old_div(7, 2.0)
    (3, -4, 3.5)
    >>> import numpy as np
    >>> old_div(np.arange(4), 2).tolist()
    [0, 0, 1, 1]
    """
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    if type(a) is float or type(b) is float:
        if isinstance(a, (int, float)) and isinstance(b, (int, float)):
            return a / b
    # As Python 2 asks: the left operand's __div__, then the right one's __rdiv__. Tensors have them.
    for one, other, name in ((a, b, "__div__"), (b, a, "__rdiv__")):
        method = getattr(type(one), name, None)
        if method is not None:
            done = method(one, other)
            if done is not NotImplemented:
                return done
    if _whole(a) and _whole(b) or isinstance(a, datetime.timedelta) and isinstance(b, int):
        return a // b
    return a / b


def _whole(x: Any) -> bool:
    """Whether Python 2 and its NumPy divided `x` by rounding down."""
    if isinstance(x, int):
        return True
    kind = getattr(getattr(x, "dtype", None), "kind", None)
    # Only NumPy's own: a pandas column of whole numbers always gave fractions.
    return kind is not None and kind in "iub" and type(x).__module__ == "numpy"


def old_idiv(a: Any, b: Any) -> Any:
    """What `a /= b` of Python 2 leaves in `a`; an array is changed in place.

    >>> old_idiv(7, 2)
    3
    """
    method = getattr(type(a), "__idiv__", None)
    if method is not None:
        done = method(a, b)
        if done is not NotImplemented:
            return done
    if getattr(a, "ndim", 0) and type(a).__module__ == "numpy" and not hasattr(type(b), "__rdiv__"):
        if _whole(a) and _whole(b):
            a //= b
        else:
            a /= b
        return a
    return old_div(a, b)


def old_idiv_item(container: Any, key: Any, b: Any) -> None:
    """`container[key] /= b` of Python 2, each part of it evaluated once."""
    container[key] = old_idiv(container[key], b)


class _Index:
    def __getitem__(self, key: Any) -> Any:
        return key


# `old_index[1:3, 0]` is the key that `x[1:3, 0]` asks for.
old_index = _Index()


def old_idiv_attribute(owner: Any, name: str, b: Any) -> None:
    """`owner.name /= b` of Python 2, each part of it evaluated once."""
    setattr(owner, name, old_idiv(getattr(owner, name), b))


def old_round(x: Any, digits: int = 0) -> float:
    """`round` of Python 2: a float, and halves go away from zero.

    >>> old_round(2.5), old_round(-0.5), old_round(2.675, 2)
    (3.0, -1.0, 2.67)
    """
    x = float(x)
    if not math.isfinite(x):
        return x
    if digits == 0:
        whole = math.floor(abs(x))
        return math.copysign(whole + (abs(x) - whole >= 0.5), x)
    exact = Context(prec=1100)
    return float(Decimal(x).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP, exact))


def old_ceil(x: Any) -> float:
    """`math.ceil` of Python 2, which gave a float: a quotient of it has a fraction."""
    return float(math.ceil(x))


def old_floor(x: Any) -> float:
    """`math.floor` of Python 2, which gave a float.

    >>> old_floor(7.5)
    7.0
    """
    return float(math.floor(x))


def cmp(a: Any, b: Any) -> int:
    """-1, 0 or 1 as `a` is less than, equal to or greater than `b`.

    >>> cmp(1, 2), cmp("b", "b"), cmp([2], [1])
    (-1, 0, 1)
    """
    return int(a > b) - int(a < b)


cmp_to_key = functools.cmp_to_key


# ---- text: Python 2's strings were bytes ----


def old_str(x: Any) -> Any:
    """`x` as Python 2 printed it: bytes as text, a float with 12 digits; other things are left as they are.

    >>> old_str(b"Hello"), old_str(0.1 + 0.2), old_str(1e6)
    ('Hello', '0.3', '1000000.0')
    """
    if type(x) is bytes:
        return x.decode("utf-8", "backslashreplace")
    if type(x) is float:
        text = format(x, ".12g")
        return text if any(c in text for c in ".en") else text + ".0"
    return x


def old_print(
    *values: Any, sep: str | None = None, end: str | None = None, file: Any = None, flush: bool = False
) -> None:
    """`print` that shows bytes and floats as Python 2 did.

    >>> old_print(b"Hello", 0.1 + 0.2)
    Hello 0.3
    """
    builtins.print(*map(old_str, values), sep=sep, end=end, file=file, flush=flush)


def old_format(text: Any, values: Any) -> Any:
    """`text % values`, where bytes and floats for `%s` are shown as Python 2 did.

    >>> old_format("%s: %s", (b"the", 0.1 + 0.2))
    'the: 0.3'
    """
    if not isinstance(text, str) or "%s" not in text and "%r" not in text and ")s" not in text:
        return text % values
    if type(values) is tuple:
        return text % tuple(map(_shown, values))
    if type(values) is dict:
        return text % {key: _shown(value) for key, value in values.items()}
    return text % _shown(values)


class _Float(float):
    """A number whose `str` is Python 2's, for texts that also format it as a number."""

    def __str__(self) -> str:
        return old_str(float(self))


def _shown(x: Any) -> Any:
    return _Float(x) if type(x) is float else old_str(x)


def old_decode(x: Any, *arguments: Any, **options: Any) -> Any:
    """`x.decode(...)`; text that already is Unicode stays as it is.

    >>> old_decode("text", "utf-8"), old_decode(b"bytes", "utf-8")
    ('text', 'bytes')
    """
    if not isinstance(x, str):
        return x.decode(*arguments, **options)
    if arguments and codecs.lookup(arguments[0]).name == "hex":
        return codecs.decode(x, "hex")
    return x


def old_unicode(x: Any = "", *arguments: Any, **options: Any) -> str:
    """`unicode(x, encoding, errors)`: text stays text.

    >>> old_unicode("text", "utf-8"), old_unicode(b"bytes", "utf-8"), old_unicode(3)
    ('text', 'bytes', '3')
    """
    if isinstance(x, str):
        return x
    if isinstance(x, (bytes, bytearray)):
        return str(x, *(arguments or ("utf-8",)), **options)
    return str(x)


class _TextFile(io.TextIOWrapper):
    """A text file that takes bytes as well, as Python 2's files did."""

    def write(self, text: Any) -> int:
        return super().write(text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else text)

    def writelines(self, lines: Iterable[Any]) -> None:
        for line in lines:
            self.write(line)

    def next(self) -> str:
        return builtins.next(self)


def _as_bytes(data: Any) -> Any:
    return data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data


class _BytesFile(io.BufferedWriter):
    """A binary file that takes text as well: in Python 2 both were one type, and `csv` wrote to files opened with "wb"."""

    def write(self, data: Any) -> int:
        return super().write(_as_bytes(data))

    def writelines(self, lines: Iterable[Any]) -> None:
        super().writelines(map(_as_bytes, lines))


def old_open(name: Any, mode: str = "r", buffering: int = -1, **options: Any) -> Any:
    """`open` of Python 2: any bytes can be read and written back as text, lines end as they end in the file.

    >>> import tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with old_open(os.path.join(folder, "a"), "w") as f: f.write("one\\r\\ntwo"); f.write(b"!")
    ...     old_open(os.path.join(folder, "a"), "rU").readlines()
    8
    1
    ['one\\n', 'two!']
    """
    universal = "U" in mode
    mode = mode.replace("U", "").replace("t", "") or "r"
    if mode[0] not in "rwax+b":
        mode = "r"
    if "b" in mode and set(mode) & set("wax") and "+" not in mode and buffering != 0 and not options:
        raw_mode = mode.replace("b", "")
        return _BytesFile(io.FileIO(name, raw_mode), *([buffering] if buffering > 1 else []))
    if "b" in mode or options:
        return builtins.open(name, mode, buffering, **options)
    if not set(mode) & set("rwax"):
        mode = "r" + mode
    raw = builtins.open(name, mode + "b", buffering if buffering not in (0, 1) else -1)  # noqa: SIM115
    file = _TextFile(
        raw,
        encoding="utf-8",
        errors="surrogateescape",
        newline=None if universal else "\n",
        line_buffering=buffering in (0, 1),
    )
    file.mode = mode  # type: ignore[misc]
    return file


class _Binary:
    """The bytes below a file that was opened as text; holds the file, which would close them."""

    def __init__(self, file: io.TextIOWrapper) -> None:
        self._file = file
        self.read, self.readline, self.readinto = file.buffer.read, file.buffer.readline, file.buffer.readinto  # type: ignore


def old_binary(file: Any) -> Any:
    """The bytes of a file, which may have been opened as text: pickles were written and read so."""
    return _Binary(file) if isinstance(file, io.TextIOWrapper) else file


class StringIO:
    """`StringIO.StringIO` of Python 2: a file in memory, of bytes or of text, whichever is written to it first.

    >>> file = StringIO()
    >>> file.write(b"image"); file.getvalue()
    5
    b'image'
    >>> StringIO("a\\nb").readlines()
    ['a\\n', 'b']
    """

    def __init__(self, value: Any = None) -> None:
        self._file: Any = None
        if value is not None and len(value):
            self._open(value)(value)

    def _open(self, value: Any) -> Any:
        self._file = io.StringIO(newline="") if isinstance(value, str) else io.BytesIO()

        def fill(value: Any) -> None:
            self._file.write(value)
            self._file.seek(0)

        return fill

    def write(self, value: Any) -> int:
        """Writes text or bytes; what the file holds already decides."""
        if self._file is None:
            self._open(value)
        if isinstance(value, str) and isinstance(self._file, io.BytesIO):
            value = value.encode("utf-8", "surrogateescape")
        elif not isinstance(value, str) and isinstance(self._file, io.StringIO):
            value = bytes(value).decode("utf-8", "surrogateescape")
        return self._file.write(value)

    def writelines(self, lines: Iterable[Any]) -> None:
        """Writes one after the other."""
        for line in lines:
            self.write(line)

    def getvalue(self) -> Any:
        """All that was written: bytes if bytes were, else text."""
        return "" if self._file is None else self._file.getvalue()

    def __getattr__(self, name: str) -> Any:
        return getattr(io.BytesIO() if self._file is None else self._file, name)

    def __iter__(self) -> Any:
        return iter(() if self._file is None else self._file)

    def __enter__(self) -> "StringIO":
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()


def old_message(error: BaseException) -> Any:
    """`error.message` of Python 2: the only argument, or nothing."""
    if hasattr(error, "message"):
        return error.message
    return error.args[0] if len(error.args) == 1 else ""


# ---- modules and the system ----


def old_reload(module: types.ModuleType) -> types.ModuleType:
    """`reload`; of `sys`, which programs reloaded for `setdefaultencoding`, nothing is done."""
    return module if module is sys else importlib.reload(module)


def old_setdefaultencoding(name: str) -> None:
    """`sys.setdefaultencoding`: text is Unicode now, and there is nothing to set."""
    codecs.lookup(name)


def old_exec(code: Any, names: Any = None, local: Any = None) -> None:
    """`exec` of Python 2: text is Python 2 too."""
    if names is None:
        frame = sys._getframe(1)
        names, local = frame.f_globals, frame.f_locals
    if isinstance(code, (str, bytes)):
        code = _translated(code, "exec")
    _with_names(names)
    exec(code, names, names if local is None else local)


def old_eval(code: Any, names: Any = None, local: Any = None) -> Any:
    """`eval` of Python 2: text is Python 2 too."""
    if names is None:
        frame = sys._getframe(1)
        names, local = frame.f_globals, frame.f_locals
    # Most of what is evaluated is a number or a name; fissix takes half a second to load.
    if isinstance(code, (str, bytes)) and not (isinstance(code, str) and _PLAIN.fullmatch(code)):
        code = _translated(code, "eval")
    _with_names(names)
    return eval(code, names, names if local is None else local)


_PLAIN = re.compile(r"[\w\s.,()\[\]+*-]*")


def _translated(text: str | bytes, mode: str) -> types.CodeType:
    from penstock.compat.python2 import translate

    source = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    done = translate.translate(source.strip() if mode == "eval" else source, "<string>").text
    return compile(done.strip() if mode == "eval" else done, "<string>", mode, dont_inherit=True)


def _with_names(names: dict[str, Any]) -> None:
    from penstock.compat.python2 import load

    names.setdefault("__builtins__", load.builtin_names())


def execfile(path: str, names: dict[str, Any] | None = None, local: Any = None) -> None:
    """Runs a file of Python 2 or 3 in `names`, the caller's if not given."""
    from penstock.compat.python2 import load

    if names is None:
        frame = sys._getframe(1)
        names, local = frame.f_globals, frame.f_locals
    with builtins.open(path, "rb") as f:
        code = load.code_of(f.read(), path)
    _with_names(names)
    exec(code.code, names, names if local is None else local)


# ---- random numbers: from the same generator, Python 2 drew otherwise ----


class _Draws:
    """`randrange`, `choice`, `shuffle` and `sample` of Python 2, on `random()` of the same state."""

    random: Callable[[], float]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """A number of `range(start, stop, step)`."""
        values = range(int(start)) if stop is None else range(int(start), int(stop), int(step))
        if not values:
            raise ValueError("empty range for randrange()")
        return values[int(self.random() * len(values))]

    def randint(self, a: int, b: int) -> int:
        """A whole number from `a` to `b`, both included."""
        return self.randrange(a, b + 1)

    def choice(self, values: Sequence[Any]) -> Any:
        """One of `values`."""
        return values[int(self.random() * len(values))]

    def shuffle(self, x: MutableSequence[Any], random: Callable[[], float] | None = None) -> None:
        """Shuffles `x` in place."""
        draw = random or self.random
        for i in range(len(x) - 1, 0, -1):
            j = int(draw() * (i + 1))
            x[i], x[j] = x[j], x[i]

    def sample(self, population: Any, k: int) -> list[Any]:
        """`k` different elements."""
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError("sample larger than population")
        # Which of two ways decides which elements come out: a list of all is kept where a set of k would be larger.
        size = 21 if k <= 5 else 21 + 4 ** math.ceil(math.log(k * 3, 4))
        if n <= size or hasattr(population, "keys"):
            pool = list(population)
            chosen = []
            for i in range(k):
                j = int(self.random() * (n - i))
                chosen.append(pool[j])
                pool[j] = pool[n - i - 1]
            return chosen
        if isinstance(population, (set, frozenset)):
            population = tuple(population)
        taken: dict[int, None] = {}
        while len(taken) < k:
            taken.setdefault(int(self.random() * n))
        return [population[j] for j in taken]


class _Random(_Draws, _random.Random):  # type: ignore[misc]
    """`random.Random` of Python 2."""


class _RandomModule(types.ModuleType, _Draws):
    """`random` for modules of Python 2. Its state is that of Python 3's `random`."""

    random = staticmethod(_random.random)

    def __getattr__(self, name: str) -> Any:
        return getattr(_random, name)


random = _RandomModule("random")
random.Random = _Random  # type: ignore[attr-defined]
