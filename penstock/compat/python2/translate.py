"""Python 2 source to Python 3 source with `fissix`, and from which line of the original each line comes.

`fissix` changes the syntax and the names; `meaning` then changes what the same text would mean otherwise (division,
rounding, ...). Loading this module loads `fissix` (0.4 s); a file takes about a second for 1,000 lines.
"""

import io
import os
import re
import tokenize as python_tokenize
from typing import Any, NamedTuple

from fissix.pgen2 import driver, pgen

# fissix would keep its grammar as a pickle in a folder of the user's. Making it anew takes 0.2 s, and nothing is
# unpickled that somebody else might have written.
driver.load_packaged_grammar = lambda package, path: pgen.generate_grammar(path)

from fissix import pygram, pytree, refactor  # noqa: E402
from fissix.fixes import fix_imports  # noqa: E402
from fissix.pgen2 import parse, token, tokenize  # noqa: E402

from penstock.compat.python2 import meaning  # noqa: E402

# The fixers of fissix that are used, and what must stand in a file for each: compiling the patterns of all of them takes
# a second. Not used: `future` and `reload`, which are handled otherwise, and those that only change the style.
FIXERS: dict[str, str] = {
    "apply": r"\bapply\b",
    "basestring": r"\bbasestring\b",
    "dict": r"\.(?:iter|view)?(?:keys|items|values)\b",
    "except": r"\bexcept\b",
    "exec": r"\bexec\b",
    "filter": r"\bfilter\b",
    "funcattrs": r"\.func_",
    "getcwdu": r"\bgetcwdu\b",
    "has_key": r"\bhas_key\b",
    "imports": r"\b(?:" + "|".join(fix_imports.MAPPING) + r")\b",
    "imports2": r"\b(?:whichdb|anydbm)\b",
    "input": r"\binput\b",
    "intern": r"\bintern\b",
    "isinstance": r"\bisinstance\b",
    "itertools": r"\b(?:imap|ifilter|izip|ifilterfalse|izip_longest)\b",
    "itertools_imports": r"\b(?:imap|ifilter|izip|ifilterfalse|izip_longest)\b",
    "long": r"\blong\b",
    "map": r"\bmap\b",
    "metaclass": r"\b__metaclass__\b",
    "methodattrs": r"\.im_",
    "ne": r"<>",
    "next": r"\bnext\b",
    "nonzero": r"\b__nonzero__\b",
    "numliterals": r"\b0\d|[\da-fA-F][lL]\b",
    "operator": r"\boperator\b",
    "paren": r"\bin\b.*,",
    "print": r"\bprint\b",
    "raise": r"\braise\b",
    "raw_input": r"\braw_input\b",
    "reduce": r"\breduce\b",
    "renames": r"\bmaxint\b",
    "repr": r"`",
    "standarderror": r"\bStandardError\b",
    "sys_exc": r"\bexc_(?:type|value|traceback)\b",
    "throw": r"\.throw\b",
    "tuple_params": r"\bdef\b.*\(.*\(|\blambda\b\s*\(|\blambda\b[^:]*\(",
    "types": r"\btypes\b",
    "unicode": r"\b(?:unicode|unichr)\b|\b[uU][rR]?['\"]",
    "urllib": r"\burllib2?\b",
    "xrange": r"\bx?range\b",
    "xreadlines": r"\bxreadlines\b",
    "zip": r"\bzip\b",
}
_TRIGGERS = {name: re.compile(pattern) for name, pattern in FIXERS.items()}
# Fixers that must not touch a file which has its own function of that name.
_BUILTINS = {"apply", "filter", "input", "intern", "long", "map", "raw_input", "reduce", "unicode", "xrange", "zip"}


class Translation(NamedTuple):
    """A file of Python 2 in Python 3.

    Attributes:
      text: the translated source.
      lines: for each line of `text`, the line of the original that it comes from.
      original: the original source, decoded, with `\\n` at the ends of lines.
      helpers: the functions of `runtime` that `text` calls.
      remarks: what could not be translated, in fissix's words.
    """

    text: str
    lines: list[int]
    original: str
    helpers: list[str]
    remarks: list[str]


class _Tool(refactor.RefactoringTool):
    def log_error(self, msg: str, *args: Any, **kwds: Any) -> None:
        raise

    def log_message(self, msg: str, *args: Any) -> None:
        pass


_tools: dict[tuple[str, ...], _Tool] = {}


def _tool(names: tuple[str, ...]) -> _Tool:
    if names not in _tools:
        # Files in memory are meaning.StringIO's business: they held bytes.
        for module in ("StringIO", "cStringIO"):
            fix_imports.MAPPING.pop(module, None)
        _tools[names] = _Tool([f"fissix.fixes.fix_{name}" for name in names])
    return _tools[names]


def decode(source: bytes) -> tuple[str, str]:
    """The text of a source file and its encoding: the one it names, else UTF-8, else Latin 1, which reads everything.

    >>> decode("# coding: latin-1\\nx = 'ü'".encode("latin-1"))
    ("# coding: latin-1\\nx = 'ü'", 'iso-8859-1')
    """
    try:
        encoding = python_tokenize.detect_encoding(io.BytesIO(source).readline)[0]
    except SyntaxError:
        encoding = "utf-8"
    for name in (encoding, "utf-8", "latin-1"):
        try:
            return source.decode(name), name
        except (UnicodeDecodeError, LookupError):
            continue
    raise AssertionError("Latin 1 decodes everything")


def _spaced(text: str) -> str:
    """`text` with tabs in the indentation of statements turned into spaces, up to the next multiple of 8 as in Python 2."""
    if "\t" not in text:
        return text
    lines = text.splitlines(keepends=True)
    fresh = True  # at the beginning of a statement
    for kind, _, (row, _), _, _ in tokenize.generate_tokens(io.StringIO(text).readline):
        if kind in (token.NEWLINE, token.INDENT, token.DEDENT, tokenize.NL, tokenize.COMMENT):
            fresh = fresh or kind == token.NEWLINE
            continue
        if fresh and kind != token.ENDMARKER:
            line = lines[row - 1]
            code = line.lstrip(" \t\f")
            lines[row - 1] = line[: len(line) - len(code)].expandtabs(8) + code
        fresh = False
    return "".join(lines)


def _mixes_tabs(text: str) -> bool:
    indents = {line[: len(line) - len(line.lstrip(" \t"))] for line in text.splitlines()}
    return any("\t" in i for i in indents) and any(" " in i for i in indents)


def _parse(text: str, futures: frozenset[str]) -> Any:
    grammar = pygram.python_grammar_no_print_statement if "print_function" in futures else pygram.python_grammar
    return driver.Driver(grammar, convert=pytree.convert).parse_string(text)


def translate(source: bytes, path: str, for_disk: bool = False) -> Translation:
    """Translates a file.

    Args:
      source: the file's bytes.
      path: its path, for messages and, with `for_disk`, to find the modules beside it.
      for_disk: whether the text is to be kept and read: helpers are imported, `import sibling` becomes relative, and
        strings are formatted by Python 3 alone.

    Raises:
      SyntaxError: it is not Python 2 either.

    >>> translate(b"print 7 / 2, x / y", "a.py").text
    'print(7 // 2, old_div(x, y))\\n'
    """
    original = re.sub("\r\n?", "\n", decode(source)[0].removeprefix("\ufeff"))
    text = original if original.endswith("\n") else original + "\n"
    try:
        if _mixes_tabs(text):
            text = _spaced(text)
        futures = refactor._detect_future_features(text)
        tree = _parse(text, futures)
    except (parse.ParseError, tokenize.TokenError, IndentationError) as error:
        raise _syntax_error(error, path, original) from None
    names = {name for name, trigger in _TRIGGERS.items() if trigger.search(text)}
    bound = meaning.bound_names(tree)
    names -= {name for name in _BUILTINS if name in bound}
    if "xrange" in bound or "range" in bound:
        names.discard("xrange")
    if "unicode" in bound:
        names.discard("unicode")
    if for_disk and os.path.exists(os.path.join(os.path.dirname(path), "__init__.py")):
        names.add("import")
    tool = _tool(tuple(sorted(names)))
    tree.future_features = futures
    meaning.mark(tree, bound)
    del tool.fixer_log[:]
    tool.refactor_tree(tree, path)
    remarks = list(tool.fixer_log)
    helpers = meaning.keep(tree, futures, bound, for_disk)
    new, lines = _with_lines(tree)
    if for_disk:
        if not original.endswith("\n") and new.endswith("\n"):
            new = new[:-1]
        new, lines = _with_import(new, lines, sorted(helpers))
    return Translation(new, lines, original, sorted(helpers), remarks)


def _with_lines(tree: Any) -> tuple[str, list[int]]:
    """The text of a tree, and for each of its lines the line of the original: that of its first token that is not new."""
    parts: list[str] = []
    lines: dict[int, int] = {}
    row = 1
    for leaf in tree.leaves():
        parts += [leaf.prefix, leaf.value]
        row += leaf.prefix.count("\n")
        if leaf.lineno and leaf.value.strip():
            lines.setdefault(row, leaf.lineno)
            for n in range(1, leaf.value.count("\n") + 1):  # a string of several lines
                lines[row + n] = leaf.lineno + n
        row += leaf.value.count("\n")
    text = "".join(parts)
    known, mapped = 1, []
    for n in range(1, text.count("\n") + 2):
        known = lines.get(n, known)
        mapped.append(known)
    return text, mapped


def _with_import(text: str, lines: list[int], helpers: list[str]) -> tuple[str, list[int]]:
    """`text` with the import of its helpers, after the module's docstring and what it takes from `__future__`."""
    if not helpers:
        return text, lines
    import ast

    after = 0
    for n, node in enumerate(ast.parse(text).body):
        docstring = n == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if not docstring and not future:
            break
        after = node.end_lineno or after
    rows = text.splitlines(keepends=True)
    if after == 0:  # below `#!` and the line that names the encoding
        while after < min(2, len(rows)) and rows[after].startswith("#"):
            after += 1
    line = f"from penstock.compat.python2.runtime import {', '.join(helpers)}\n"
    return "".join([*rows[:after], line, *rows[after:]]), [*lines[:after], after + 1, *lines[after:]]


def worse(ours: SyntaxError | None, theirs: SyntaxError, source: bytes) -> SyntaxError:
    """Which of the errors of Python 3 and of Python 2 tells what is wrong: whoever got further, but not to the end."""
    if ours is None:
        return theirs
    at_end = (theirs.lineno or 0) > len(source.splitlines()) and not ours.msg.startswith("Missing parentheses")
    return theirs if (theirs.lineno or 0) > (ours.lineno or 0) and not at_end else ours


def _syntax_error(error: Exception, path: str, text: str) -> SyntaxError:
    if isinstance(error, SyntaxError):
        return error
    row, column = 1, 0
    if isinstance(error, parse.ParseError):
        row, column = error.context[1]
    elif len(error.args) > 1:
        row, column = error.args[1]
    lines = text.splitlines()
    return SyntaxError("invalid syntax", (path, row, column + 1, lines[row - 1] if 0 < row <= len(lines) else ""))
