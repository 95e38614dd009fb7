"""What Python has dropped from its library since 3.7, and the names of Python 2 that say the same, written anew.

Methods are called after their class: `thread_isAlive` is `threading.Thread.isAlive`.
"""

from __future__ import annotations

import functools
import html
import importlib.util
import inspect
import io
import math
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from penstock.compat.old import uses

if TYPE_CHECKING:
    from penstock.protos import NodeDef

# ---- inspect ----


class ArgSpec(NamedTuple):
    """The arguments of a function, as Python 2 told them."""

    args: list[str]
    varargs: str | None
    keywords: str | None
    defaults: tuple | None


def getargspec(func: Callable) -> ArgSpec:
    """The names and defaults of a function's arguments.

    Raises:
      ValueError: the function has keyword-only arguments or annotations, which the answer has no place for.
    """
    if inspect.ismethod(func):
        func = func.__func__
    found = inspect.getfullargspec(func)
    if found.kwonlyargs or found.annotations:
        raise ValueError(
            "Function has keyword-only parameters or annotations, use inspect.signature() API which can support them"
        )
    return ArgSpec(found.args, found.varargs, found.varkw, found.defaults)


def formatargspec(
    args: list[str], varargs: str | None = None, varkw: str | None = None, defaults: tuple | None = None, *rest: Any
) -> str:
    """The arguments as they stand in a definition."""
    plain = len(args) - len(defaults or ())
    told = [name if i < plain else f"{name}={(defaults or ())[i - plain]!r}" for i, name in enumerate(args)]
    told += [f"*{varargs}"] if varargs else []
    told += [f"**{varkw}"] if varkw else []
    return f"({', '.join(told)})"


# ---- small functions ----


def gcd(a: Any, b: Any) -> Any:
    """The greatest common divisor, with the sign of `b` as `fractions.gcd` gave it."""
    if type(a) is int and type(b) is int:
        found = math.gcd(a, b)
        return -found if (b or a) < 0 else found
    while b:
        a, b = b, a % b
    return a


def linux_distribution(*args: Any, **kwargs: Any) -> tuple[str, str, str]:
    """The name, version and nickname of the Linux distribution; empty texts where they are not known."""
    import platform

    try:
        told = platform.freedesktop_os_release()
    except OSError:
        return "", "", ""
    return told.get("NAME", ""), told.get("VERSION_ID", ""), told.get("VERSION_CODENAME", "")


dist = linux_distribution


def popen(cmd: str, mode: str = "r", bufsize: int = -1) -> Any:
    """A pipe to or from a command."""
    return os.popen(cmd, mode, bufsize)


def escape(s: str, quote: bool | None = None) -> str:
    """Text for HTML; quotes stay unless asked for."""
    return html.escape(s, bool(quote))


def setcheckinterval(interval: int) -> None:
    """Set how often threads changed, in instructions; does nothing, as since Python 3.2."""


def getcheckinterval() -> int:
    """The default of old."""
    return 100


def find_loader(name: str, path: str | None = None) -> Any:
    """The loader of a module, or None."""
    found = importlib.util.find_spec(name)
    return found and found.loader


def wrap_socket(sock: Any, keyfile: Any = None, certfile: Any = None, server_side: bool = False, **kwargs: Any) -> Any:
    """A socket with TLS, without checks of names or certificates unless asked for, as it was."""
    import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER if server_side else ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = kwargs.get("cert_reqs", ssl.CERT_NONE)
    if kwargs.get("ca_certs"):
        context.load_verify_locations(kwargs["ca_certs"])
    if certfile:
        context.load_cert_chain(certfile, keyfile)
    return context.wrap_socket(sock, server_side=server_side)


def makeSuite(testCaseClass: type, prefix: str = "test", **kwargs: Any) -> Any:
    """A suite with the tests of a class."""
    import unittest

    loader = unittest.TestLoader()
    loader.testMethodPrefix = prefix
    return loader.loadTestsFromTestCase(testCaseClass)


def _opened(path: str, mode: str) -> Any:
    return open(path, mode) if isinstance(path, (str, os.PathLike)) else path


def readPlist(pathOrFile: Any) -> Any:
    """What a property list holds."""
    import plistlib

    return plistlib.load(_opened(pathOrFile, "rb"))


def writePlist(value: Any, pathOrFile: Any) -> None:
    """Writes a property list."""
    import plistlib

    file = _opened(pathOrFile, "wb")
    plistlib.dump(value, file)
    if file is not pathOrFile:
        file.close()


def readPlistFromBytes(data: bytes) -> Any:
    """What a property list in memory holds."""
    import plistlib

    return plistlib.loads(data)


def writePlistToBytes(value: Any) -> bytes:
    """A property list in memory."""
    import plistlib

    return plistlib.dumps(value)


def lgettext(message: str) -> str:
    """A translated text."""
    import gettext

    return gettext.gettext(message)


def ldgettext(domain: str, message: str) -> str:
    """A text translated in a domain."""
    import gettext

    return gettext.dgettext(domain, message)


# ---- ast: one class for all constants since Python 3.8 ----


def _constant(kinds: tuple[type, ...]) -> type:
    import ast

    class Meta(type):
        def __instancecheck__(cls, node: NodeDef) -> bool:
            return isinstance(node, ast.Constant) and type(node.value) in kinds

        def __call__(cls, value: Any = ..., **kwargs: Any) -> Any:
            return ast.Constant(value, **kwargs)

    return Meta("Constant", (), {})


Num = _constant((int, float, complex))
Str = _constant((str,))
Bytes = _constant((bytes,))
NameConstant = _constant((bool, type(None)))
Ellipsis = _constant((type(...),))  # noqa: A001 - its name there

# ---- types and string of Python 2 ----

StringTypes = (str,)
InstanceType = object
Set = set
ImmutableSet = frozenset


FileType = io.IOBase


def string_maketrans(frm: Any, to: Any) -> Any:
    """The table for `str.translate`, or `bytes.translate` if the texts are bytes."""
    return bytes.maketrans(frm, to) if isinstance(frm, bytes) else str.maketrans(frm, to)


def string_join(words: Any, sep: str = " ") -> str:
    """The words with a separator between them."""
    return sep.join(words)


string_joinfields = string_join


def _method(name: str) -> Callable:
    def call(s: str, *args: Any) -> Any:
        return getattr(s, name)(*args)

    call.__name__ = name
    return call


string_split = string_splitfields = _method("split")
string_replace = _method("replace")
string_lower = _method("lower")
string_upper = _method("upper")
string_strip = _method("strip")
string_lstrip = _method("lstrip")
string_rstrip = _method("rstrip")
string_find = _method("find")
string_rfind = _method("rfind")
string_count = _method("count")
string_zfill = _method("zfill")
string_atoi = int
string_atof = float

# ---- methods ----


def array_tostring(self: Any) -> bytes:
    """The bytes of an `array.array`."""
    uses.noted("array.array.tostring")
    return self.tobytes()


def array_fromstring(self: Any, data: bytes) -> None:
    """Appends elements given as bytes."""
    uses.noted("array.array.fromstring")
    self.frombytes(data)


def thread_isAlive(self: Any) -> bool:
    """Whether a thread runs."""
    uses.noted("threading.Thread.isAlive")
    return self.is_alive()


def element_getchildren(self: Any) -> list:
    """The elements directly below one."""
    uses.noted("xml.etree.ElementTree.Element.getchildren")
    return list(self)


def element_getiterator(self: Any, tag: str | None = None) -> list:
    """All elements below one, itself first."""
    uses.noted("xml.etree.ElementTree.Element.getiterator")
    return list(self.iter(tag))


tree_getiterator = element_getiterator


def parser_readfp(self: Any, fp: Any, filename: str | None = None) -> None:
    """Reads a configuration from an open file."""
    uses.noted("configparser.RawConfigParser.readfp")
    self.read_file(fp, source=filename)


def parser_unescape(self: Any, s: str) -> str:
    """The text that HTML means."""
    uses.noted("html.parser.HTMLParser.unescape")
    return html.unescape(s)


def _same(old: str, new: str) -> Callable:
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        uses.noted(f"unittest.TestCase.{old}")
        return getattr(self, new)(*args, **kwargs)

    call.__name__ = old
    return call


case_assertEquals = _same("assertEquals", "assertEqual")
case_failUnlessEqual = _same("failUnlessEqual", "assertEqual")
case_assertNotEquals = _same("assertNotEquals", "assertNotEqual")
case_failIfEqual = _same("failIfEqual", "assertNotEqual")
case_assertAlmostEquals = _same("assertAlmostEquals", "assertAlmostEqual")
case_assertNotAlmostEquals = _same("assertNotAlmostEquals", "assertNotAlmostEqual")
case_assertRegexpMatches = _same("assertRegexpMatches", "assertRegex")
case_assertNotRegexpMatches = _same("assertNotRegexpMatches", "assertNotRegex")
case_assertRaisesRegexp = _same("assertRaisesRegexp", "assertRaisesRegex")
case_assertItemsEqual = _same("assertItemsEqual", "assertCountEqual")
case_assert_ = _same("assert_", "assertTrue")
case_failUnless = _same("failUnless", "assertTrue")
case_failIf = _same("failIf", "assertFalse")


def case_assertDictContainsSubset(self: Any, subset: dict, dictionary: dict, msg: object = None) -> None:
    """Fails unless all items of the first are in the second."""
    uses.noted("unittest.TestCase.assertDictContainsSubset")
    self.assertEqual({**dictionary, **subset}, dict(dictionary), msg)


# ---- functions that took more ----


def lenient_json(original: Callable, name: str) -> Callable:
    """`json.load(f, encoding="utf-8")`: the argument never did anything in Python 3; where it stood, it may stand."""

    @functools.wraps(original)
    def call(*args: Any, **kwargs: Any) -> Any:
        if "encoding" in kwargs and (frame := uses.program_frame(sys._getframe(1))) is not None:
            uses.note(f"{name}(encoding=)", frame)
            del kwargs["encoding"]
        return original(*args, **kwargs)

    return call


def lenient_random(original: Callable, name: str) -> Callable:
    """`random.sample` of a set or dictionary, `random.shuffle` with a function that gives the numbers."""
    if name.endswith("shuffle"):

        @functools.wraps(original)
        def shuffle(x: Any, function: Callable | None = None, **kwargs: Any) -> None:
            function = kwargs.get("random", function)
            if function is None or (frame := uses.program_frame(sys._getframe(1))) is None:
                return original(x, *([] if function is None else [function]))
            uses.note(f"{name} with a function", frame)
            for i in reversed(range(1, len(x))):
                j = int(function() * (i + 1))
                x[i], x[j] = x[j], x[i]
            return None

        return shuffle

    @functools.wraps(original)
    def sample(population: Any, *args: Any, **kwargs: Any) -> list:
        if isinstance(population, (set, frozenset)) and (frame := uses.program_frame(sys._getframe(1))) is not None:
            uses.note(f"{name} of a set", frame)
            population = tuple(population)
        return original(population, *args, **kwargs)

    return sample
