"""Tells whether a file is Python 2: it is what Python 3 cannot read, or what only Python 2 could have run.

A file that Python 3 reads is taken for Python 2 only on clear signs: names and modules that Python 3 does not have, used
where nothing in the file provides for their absence. Whatever Python 2 could not have read makes a file Python 3.
"""

import ast
import builtins
import importlib.util
import os
import re
import sys
import zipfile
from collections.abc import Iterator

# Built-in functions and types of Python 2 that are gone. Used without being bound anywhere in the file, they are a sign.
BUILTINS = frozenset(
    "apply basestring buffer cmp coerce execfile file intern long raw_input reduce reload unichr unicode xrange".split()
)
# Modules of Python 2 that are gone or have another name. (`thread`, `repr`, `new` are names of users' modules too.)
MODULES = frozenset(
    "BaseHTTPServer CGIHTTPServer ConfigParser Cookie HTMLParser Queue SimpleHTTPServer SocketServer StringIO Tkinter "
    "__builtin__ cPickle cStringIO commands cookielib copy_reg dummy_thread htmlentitydefs httplib robotparser tkFileDialog "
    "tkMessageBox urllib2 urlparse xmlrpclib".split()
)
# Methods of dictionaries that are gone, and how many arguments they took.
METHODS = {"has_key": 1, "iteritems": 0, "iterkeys": 0, "itervalues": 0, "viewitems": 0, "viewkeys": 0, "viewvalues": 0}
# Attributes of modules that are gone. `urllib.urlretrieve` was for years the first line of a program that reads data.
ATTRIBUTES = {
    "sys": {"maxint"},
    "os": {"getcwdu"},
    "itertools": {"ifilter", "ifilterfalse", "imap", "izip", "izip_longest"},
    "string": {"atof", "atoi", "join", "letters", "lowercase", "maketrans", "replace", "split", "uppercase"},
    "urllib": {"quote", "unquote", "urlencode", "urlopen", "urlretrieve"},
}
_WORDS = sorted(BUILTINS | MODULES | METHODS.keys() | set().union(*ATTRIBUTES.values()))
# What a file must contain to be looked at more closely.
_SUSPECT = re.compile(
    rb"\b(?:" + "|".join(_WORDS).encode() + rb")\b|\.(?:items|keys|values)\(\)\s*\+|\bprint[ \t]*(?:>>|$|;|#)"
    rb"|(?:=[ \t]*|\blen\()(?:map|filter|zip)\(|\b(?:map|filter|zip)\(.*\)(?:\[|\.sort\b)",
    re.MULTILINE,
)
_BARE_PRINT = "print without arguments"
# Functions that made lists.
_LISTS = frozenset({"filter", "map", "zip"})
# A test of these names means that the file provides for both Pythons.
_VERSIONS = re.compile(r"\b(?:version_info|PY2|PY3|python_version\w*|hexversion|major)\b|\bsys\.version\b")
# Modules whose functions are called like the methods of old dictionaries.
_BRIDGES = frozenset({"six", "future", "utils", "compat", "pd", "df"})


def reads(source: bytes, path: str) -> SyntaxError | None:
    """None if Python 3 reads `source`, else its error."""
    try:
        compile(source, path, "exec", dont_inherit=True, flags=ast.PyCF_ONLY_AST)
    except (SyntaxError, ValueError) as error:
        return error if isinstance(error, SyntaxError) else SyntaxError(str(error), (path, 1, 1, ""))
    return None


def is_suspect(source: bytes, path: str, in_package: bool = False) -> bool:
    """Whether a file that Python 3 reads is worth a look at its syntax tree: a few microseconds for most files."""
    if _SUSPECT.search(source):
        return True
    return in_package and _exists(os.path.join(os.path.dirname(path), "__init__.py"))


def signs(source: bytes, path: str, in_package: bool = False) -> list[str]:
    """What shows that a file which Python 3 reads is Python 2, as `line: what`; empty if nothing does.

    Args:
      source: the file's bytes.
      path: the file's path, beside which siblings are looked for.
      in_package: whether it is loaded as a module of a package, where `import x` may have meant a sibling.

    >>> signs(b"for i in xrange(3): print(i)", "a.py")
    ['1: xrange']
    >>> signs(b"from six.moves import xrange\\nfor i in xrange(3): print(i)", "a.py")
    []
    """
    if not is_suspect(source, path, in_package):
        return []
    if not could_be(source):
        return []
    tree = ast.parse(source)
    seen = _Signs(path, in_package, _bound(tree), _modules(tree), _futures(tree))
    seen.visit(tree)
    seen.found += _used_as_lists(tree, seen.bound)
    if {what for _, what in seen.found} == {_BARE_PRINT} and _prints_several(tree):
        return []  # left over when the file was brought to Python 3: Python 2 would print tuples
    return [f"{line}: {what}" for line, what in sorted(set(seen.found))]


def could_be(source: bytes) -> bool:
    """Whether Python 2 could have read a file that Python 3 reads.

    >>> could_be(b"x = 7 / 2"), could_be(b"x: int = 7")
    (True, False)
    """
    return not any(_is_python_3(node) for node in ast.walk(ast.parse(source)))


def _prints_several(tree: ast.Module) -> bool:
    """Whether `print` is called with several arguments, or with `end=` and the like."""
    calls = (
        n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "print"
    )
    return any(len(call.args) > 1 or call.keywords for call in calls)


def _used_as_lists(tree: ast.Module, bound: set[str]) -> list[tuple[int, str]]:
    """Where what `map` and the like return is measured, indexed or sorted, which only fails in Python 3."""

    def maker(node: ast.AST) -> str:
        known = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _LISTS - bound
        return node.func.id if known else ""  # type: ignore[attr-defined]

    found = []
    for scope in ast.walk(tree):
        if not isinstance(scope, (ast.Module, ast.FunctionDef)):
            continue
        nodes = [n for part in scope.body for n in _of_scope(part)]
        stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        lists = {
            node.targets[0].id: maker(node.value)
            for node in nodes
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and len(node.targets) == 1
            if maker(node.value) and stored.count(node.targets[0].id) == 1
        }
        for node in nodes:
            used: ast.AST | None = None
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
                used = node.value
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len" and node.args:
                used = node.args[0]
            elif isinstance(node, ast.Attribute) and node.attr in ("sort", "append"):
                used = node.value
            if used is not None and (made := lists.get(used.id, "") if isinstance(used, ast.Name) else maker(used)):
                found.append((node.lineno, f"the list that {made} makes"))  # type: ignore[attr-defined]
    return found


def _of_scope(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, but for functions and classes within."""
    yield node
    if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
        for child in ast.iter_child_nodes(node):
            yield from _of_scope(child)


def _futures(tree: ast.Module) -> set[str]:
    return {
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        for alias in node.names
    }


def _bound(tree: ast.Module) -> set[str]:
    """Every name that the file binds anywhere; `*` if it imports all names of some module."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
    return names


def _modules(tree: ast.Module) -> set[str]:
    """The modules that the file imports by their name and has no variable or parameter of the name of."""
    names, others = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names if alias.asname is None)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            others.add(node.id)
        elif isinstance(node, ast.arg):
            others.add(node.arg)
    return names - others


_NEVER: tuple[type, ...] = (
    ast.JoinedStr,
    ast.AnnAssign,
    ast.Nonlocal,
    ast.AsyncFunctionDef,
    ast.Await,
    ast.YieldFrom,
    ast.MatMult,
)
_NEVER += (ast.NamedExpr, ast.Starred, ast.Match)


def _is_python_3(node: ast.AST) -> bool:
    """Whether Python 2 could not have read this."""
    if isinstance(node, ast.Starred):
        return not isinstance(node.ctx, ast.Load)  # `f(*args)` is old, `a, *b = c` is not
    if isinstance(node, _NEVER):
        return True
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        everything = node.args.posonlyargs + node.args.args
        annotated = any(a.annotation for a in everything) or getattr(node, "returns", None) is not None
        return annotated or bool(node.args.kwonlyargs or node.args.posonlyargs)
    if isinstance(node, ast.Raise):
        return node.cause is not None
    if isinstance(node, ast.ClassDef):
        return bool(node.keywords)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args
    return False


def _exists(path: str) -> bool:
    """Whether there is a file, on the disk or in a zip file."""
    if os.path.exists(path):
        return True
    archive = os.path.dirname(path)
    while not os.path.exists(archive):
        archive = os.path.dirname(archive)
    if not os.path.isfile(archive) or not zipfile.is_zipfile(archive):
        return False
    with zipfile.ZipFile(archive) as file:
        return os.path.relpath(path, archive).replace(os.sep, "/") in file.namelist()


class _Signs(ast.NodeVisitor):
    def __init__(self, path: str, in_package: bool, bound: set[str], modules: set[str], futures: set[str]) -> None:
        self.folder = os.path.dirname(os.path.abspath(path))
        self.relative = in_package and "absolute_import" not in futures
        self.bound, self.modules = bound, modules
        self.found: list[tuple[int, str]] = []

    def add(self, node: ast.AST, what: str) -> None:
        self.found.append((node.lineno, what))  # type: ignore[attr-defined]

    def visit_Try(self, node: ast.Try) -> None:
        # `try: import cPickle ... except ImportError:` is how a file serves both Pythons.
        for part in (*node.orelse, *node.finalbody):
            self.visit(part)

    def visit_If(self, node: ast.If) -> None:
        if not _VERSIONS.search(ast.unparse(node.test)):
            self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        if not _VERSIONS.search(ast.unparse(node.test)):
            self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in BUILTINS and node.id not in self.bound and "*" not in self.bound:
            self.add(node, node.id)

    def visit_Expr(self, node: ast.Expr) -> None:
        # `print >>f, x` and a bare `print`: Python 3 reads both, and does nothing or fails.
        value = node.value.elts[0] if isinstance(node.value, ast.Tuple) and node.value.elts else node.value
        bare = value is node.value and isinstance(value, ast.Name)
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.RShift):
            value = value.left
        if isinstance(value, ast.Name) and value.id == "print" and "print" not in self.bound:
            self.add(node, _BARE_PRINT if bare else "print")
        self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._module(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level == 0 and node.module:
            self._module(node, node.module)
            self.add_attributes(node, node.module, [alias.name for alias in node.names])

    def add_attributes(self, node: ast.AST, module: str, names: list[str]) -> None:
        for name in names:
            if name in ATTRIBUTES.get(module, ()):
                self.add(node, f"{module}.{name}")

    def _module(self, node: ast.AST, name: str) -> None:
        head = name.partition(".")[0]
        if head in MODULES and not self._is_sibling(head):
            self.add(node, f"import {head}")
        elif self.relative and self._is_sibling(head) and not _is_elsewhere(head):
            self.add(node, f"import {head} means the module beside this one")

    def _is_sibling(self, name: str) -> bool:
        beside = os.path.join(self.folder, name)
        return _exists(beside + ".py") or _exists(os.path.join(beside, "__init__.py"))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name):
            self.add_attributes(node, node.value.id if node.value.id in self.modules else "", [node.attr])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        # `d.items() + e.items()`: lists can be added, what Python 3 gives cannot.
        left = node.left
        if isinstance(node.op, ast.Add) and isinstance(left, ast.Call) and isinstance(left.func, ast.Attribute):
            name = left.func.attr
            if name in ("items", "keys", "values") and not left.args and not left.keywords and name not in self.bound:
                self.add(node, f".{name}() + ...")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr in METHODS and function.attr not in self.bound:
            bridge = isinstance(function.value, ast.Name) and function.value.id in _BRIDGES
            if len(node.args) == METHODS[function.attr] and not node.keywords and not bridge:
                self.add(node, f".{function.attr}()")
        self.generic_visit(node)


def _is_elsewhere(name: str) -> bool:
    """Whether `import name` finds a module without being relative."""
    if name in sys.stdlib_module_names or name in sys.modules or hasattr(builtins, name):
        return True
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
