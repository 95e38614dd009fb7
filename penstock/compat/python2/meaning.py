"""Changes in a syntax tree of `fissix` what Python 3 would read but mean otherwise: division, rounding, formats, sorting.

Each function takes a node and returns whether it changed it; `keep` walks over the tree once, inner nodes first.
"""

import re
from collections.abc import Callable
from typing import Any

from fissix.fixer_util import Call, Comma, KeywordArg, Name, String
from fissix.pgen2 import token
from fissix.pygram import python_symbols as syms
from fissix.pytree import Leaf, Node

# Functions of the module `string` that became methods of the text.
_STRING_METHODS = frozenset(
    "capitalize center count expandtabs find index ljust lower lstrip replace rfind rindex rjust rsplit rstrip split "
    "splitfields strip swapcase translate upper zfill".split()
)
_STRING_NAMES = {"letters": "ascii_letters", "lowercase": "ascii_lowercase", "uppercase": "ascii_uppercase"}
_ITERTOOLS = {"izip": "zip", "imap": "map", "ifilter": "filter"}
_STRING_TYPES = {"atoi": "int", "atol": "int", "atof": "float"}


def bound_names(tree: Any) -> set[str]:
    """The names that a file defines as functions or classes, assigns, imports or takes as parameters."""
    names = set()
    for leaf in tree.leaves():
        if leaf.type != token.NAME or leaf.parent is None:
            continue
        parent, previous, following = leaf.parent, leaf.prev_sibling, leaf.next_sibling
        if parent.type in (syms.funcdef, syms.classdef) and _value(previous) in ("def", "class"):
            names.add(leaf.value)
        elif parent.type in (syms.import_as_name, syms.dotted_as_name):
            if following is None:
                names.add(leaf.value)
        elif parent.type in (syms.import_as_names, syms.dotted_as_names):
            names.add(leaf.value)
        elif parent.type in (syms.import_from, syms.import_name):
            if _value(previous) == "import":
                names.add(leaf.value)
        elif parent.type in (syms.parameters, syms.typedargslist, syms.varargslist, syms.lambdef):
            if _value(previous) != "=" and _value(previous) != ":":
                names.add(leaf.value)
        elif parent.type == syms.expr_stmt and _value(following) == "=":
            names.add(leaf.value)
        elif parent.type == syms.for_stmt and _value(previous) == "for":
            names.add(leaf.value)
    return names


class _Keeper:
    def __init__(self, tree: Any, futures: frozenset[str], bound: set[str], for_disk: bool) -> None:
        self.tree, self.bound, self.for_disk = tree, bound, for_disk
        self.divides = "division" not in futures
        self.helpers: set[str] = set()
        leaves = [leaf.value for leaf in tree.leaves() if leaf.type == token.NAME]
        self.words = set(leaves)
        text = str(tree)
        self.from_math = {
            name for name in ("ceil", "floor") if re.search(rf"\bfrom\s+math\s+import\b[^\n]*\b{name}\b(?!\s+as)", text)
        }
        self.pickles = _aliases(tree, {"pickle", "cPickle"})

    def helper(self, name: str) -> Any:
        self.helpers.add(name)
        return Name(name)

    # ---- operators ----

    def term(self, node: Any) -> None:
        """`a * b / c % d`, one flat node, from left to right."""
        prefix = node.prefix
        parts = node.children[:]
        left: list[Any] = parts[:1]
        changed = False
        for operator, right in zip(parts[1::2], parts[2::2]):
            kind = operator.value
            if kind == "/" and self.divides:
                kinds = {_kind(left), _kind([right])}
                if kinds == {"int"}:
                    operator.value = "//"
                    operator.changed()
                elif "float" not in kinds:
                    left = [self._call("old_div", left, operator, right)]
                    changed = True
                    continue
            elif kind == "%" and not self.for_disk and len(left) == 1 and _is_text(left[0]):
                left = [self._call("old_format", left, operator, right)]
                changed = True
                continue
            left += [operator, right]
        if not changed:
            return
        for child in left:
            child.remove()
        new = left[0] if len(left) == 1 else Node(syms.term, left)
        node.replace(new)
        new.prefix = prefix

    def _call(self, name: str, left: list[Any], operator: Any, right: Any) -> Any:
        left[0].prefix = ""
        for part in (*left, right):
            part.remove()
        first = left[0] if len(left) == 1 else Node(syms.term, left)
        # A backslash or a comment before the operator stays before the comma.
        comma = Leaf(token.COMMA, ",", prefix=operator.prefix if operator.prefix.strip() else "")
        if not right.prefix:
            right.prefix = " "
        call = Call(self.helper(name), [first, comma, right])
        call.children[0].lineno = _line(first)
        return call

    def augmented(self, node: Any) -> None:
        """`a /= b`."""
        if not self.divides or len(node.children) != 3 or node.children[1].value != "/=":
            return
        target, operator, value = node.children
        prefix = target.prefix
        if not _calls(target):
            again = target.clone()
            again.prefix = ""
            operator.value = "="
            operator.changed()
            value.remove()
            if value.type in (syms.testlist, getattr(syms, "testlist_star_expr", -1)):
                value = Node(syms.atom, [Leaf(token.LPAR, "("), value, Leaf(token.RPAR, ")")])
            value.prefix = value.prefix or " "
            call = Call(self.helper("old_idiv"), [again, Comma(), value])
            call.prefix = " "
            node.append_child(call)
            return
        # The target contains a call, which must be made once.
        value.remove()
        target.remove()
        last = target.children[-1]
        last.remove()
        owner = target.children[0] if len(target.children) == 1 else target
        if owner.parent is not None:
            owner.remove()
        owner.prefix = ""
        value.prefix = value.prefix or " "
        if last.children[0].value == ".":
            name, key = "old_idiv_attribute", String(repr(last.children[1].value))
        else:
            name, key = "old_idiv_item", last.children[1].clone()
            if any(leaf.value in (":", ",") for leaf in key.leaves()):
                key = String(f"old_index[{key}]")
                self.helpers.add("old_index")
        key.prefix = " "
        call = Call(self.helper(name), [owner, Comma(), key, Comma(), value])
        call.prefix = prefix
        node.replace(call)

    # ---- calls ----

    def power(self, node: Any) -> None:
        """Names and calls: `f(...)`, `module.f(...)`, `x.method(...)`."""
        head = node.children[0]
        if head.type == token.NAME and _is_call(node, 1):
            self._builtin(node, head)
        if head.type == token.NAME and len(node.children) > 1 and _attribute(node.children[1]):
            self._member(node, head, _attribute(node.children[1]))
        for n in range(1, len(node.children) - 1):
            if _is_call(node, n + 1) and self._method(node, n, _attribute(node.children[n])):
                return

    def _builtin(self, node: Any, head: Any) -> None:
        name = head.value
        if name in self.bound and name not in self.from_math:
            return
        new = {"round": "old_round", "reload": "old_reload", "cmp": "cmp", "execfile": "execfile"}.get(name)
        if new:
            self.helpers.add(new)
            head.value = new
            head.changed()
        elif name == "file":
            head.value = "open"
            head.changed()
        elif name in self.from_math:
            self.helpers.add(f"old_{name}")
            head.value = f"old_{name}"
            head.changed()
        elif name == "old_unicode":
            self.helpers.add("old_unicode")
        elif name == "sorted":
            self._sorting(node.children[1], 1)
        if head.value == "open" and self.for_disk:
            arguments = _arguments(node.children[1])
            if len(arguments) > 1 and arguments[1].type == token.STRING and "U" in arguments[1].value:
                arguments[1].value = arguments[1].value.replace("U", "")
                arguments[1].changed()

    def _member(self, node: Any, head: Any, attribute: str) -> None:
        module, leaf = head.value, node.children[1].children[1]
        called = _is_call(node, 2)
        if module == "string" and self._is_module("string"):
            self._string(node, leaf, attribute, called)
        elif module == "sys" and attribute == "setdefaultencoding" and called:
            self._replace_head(node, "old_setdefaultencoding")
        elif module == "itertools" and attribute in _ITERTOOLS and self._is_module("itertools"):
            # fissix misses `itertools.izip(...).next()`.
            self._replace_head(node, _ITERTOOLS[attribute], helper=False)
        elif module == "math" and attribute in ("ceil", "floor") and called and self._is_module("math"):
            self._replace_head(node, f"old_{attribute}")
        elif module == "operator" and attribute in ("div", "idiv") and self._is_module("operator"):
            self._replace_head(node, f"old_{attribute}")
        elif module in self.pickles and attribute in ("load", "loads") and called:
            arguments = _arguments(node.children[2])
            if len(arguments) == 1 and arguments[0].type != syms.argument:
                # Python 2's strings in a pickle are bytes; arrays among them need each to stay one character.
                if attribute == "load" and not self.for_disk:  # the file may have been opened as text
                    file = arguments[0].clone()
                    file.prefix = ""
                    arguments[0].replace(Call(self.helper("old_binary"), [file]))
                _append(node.children[2], KeywordArg(Name("encoding"), String("'latin1'")))

    def _string(self, node: Any, leaf: Any, attribute: str, called: bool) -> None:
        if attribute in _STRING_NAMES:
            leaf.value = _STRING_NAMES[attribute]
            leaf.changed()
        elif attribute == "maketrans":
            node.children[0].value = "str"
            node.children[0].changed()
        elif called and attribute in _STRING_TYPES:
            self._replace_head(node, _STRING_TYPES[attribute], helper=False)
        elif called and attribute in ("join", "joinfields"):
            arguments = [a.clone() for a in _arguments(node.children[2])]
            separator = arguments[1] if len(arguments) > 1 else String("' '")
            self._as_method(node, separator, "join", arguments[:1])
        elif called and attribute in _STRING_METHODS:
            arguments = [a.clone() for a in _arguments(node.children[2])]
            if arguments:
                self._as_method(node, arguments[0], attribute.replace("fields", ""), arguments[1:])

    def _as_method(self, node: Any, owner: Any, method: str, arguments: list[Any]) -> None:
        """Turns the first three children of `node`, `string.f(...)`, into `owner.method(arguments)`."""
        owner.prefix = ""
        if owner.type not in (token.NAME, token.STRING, syms.power, syms.atom):
            owner = Node(syms.atom, [Leaf(token.LPAR, "("), owner, Leaf(token.RPAR, ")")])
        inside: list[Any] = []
        for n, argument in enumerate(arguments):
            argument.prefix = " " if n else ""
            inside += [Comma(), argument] if n else [argument]
        prefix, line = node.prefix, _line(node)
        rest = [child.clone() for child in node.children[3:]]
        call = Call(Name(method), inside)
        new = [owner, Node(syms.trailer, [Leaf(token.DOT, "."), call.children[0].clone()]), call.children[1].clone()]
        replacement = Node(syms.power, [*(part.clone() for part in new), *rest])
        replacement.prefix = prefix
        next(replacement.leaves()).lineno = line
        node.replace(replacement)

    def _replace_head(self, node: Any, name: str, helper: bool = True) -> None:
        if helper:
            self.helpers.add(name)
        node.children[1].remove()
        head = node.children[0]
        head.value = name
        head.changed()

    def _method(self, node: Any, n: int, attribute: str) -> bool:
        """Calls of methods; true if the node was replaced."""
        trailer = node.children[n + 1]
        arguments = _arguments(trailer)
        if attribute == "sort":
            self._sorting(trailer, 0)
        elif attribute == "tostring" and not arguments and "tostring" not in self.bound:
            node.children[n].children[1].value = "tobytes"  # of arrays; the old name is gone
            node.children[n].children[1].changed()
        elif attribute == "decode" and all(a.type == token.STRING for a in arguments) and len(arguments) <= 2:
            owner = node.children[:n]
            rest = node.children[n + 2 :]
            prefix, line = node.prefix, _line(node)
            first = owner[0].clone() if n == 1 else Node(syms.power, [part.clone() for part in owner])
            first.prefix = ""
            inside = [first]
            for argument in arguments:
                copy = argument.clone()
                copy.prefix = " "
                inside += [Comma(), copy]
            call = Call(self.helper("old_decode"), inside)
            call.children[0].lineno = line
            new = Node(syms.power, [*(part.clone() for part in call.children), *(part.clone() for part in rest)])
            new.prefix = prefix
            node.replace(new)
            return True
        return False

    def _sorting(self, trailer: Any, position: int) -> None:
        """`sort(f)`, `sort(cmp=f)`, `sorted(x, f)`: a function that compares becomes one that gives a key."""
        arguments = _arguments(trailer)
        for n, argument in enumerate(arguments):
            keyword = argument.type == syms.argument and _value(argument.children[1]) == "="
            if keyword and argument.children[0].value == "cmp":
                value = argument.children[2]
            elif n == position and argument.type != syms.argument:
                value = argument
            else:
                continue
            copy = value.clone()
            prefix, copy.prefix = argument.prefix, ""
            new = KeywordArg(Name("key"), Call(self.helper("cmp_to_key"), [copy]))
            new.prefix = prefix
            argument.replace(new)

    def _is_module(self, name: str) -> bool:
        """Whether the file imports the module `name` and has no variable or parameter of that name."""
        imported = rebound = False
        for leaf in self.tree.leaves():
            if leaf.type == token.NAME and leaf.value == name and leaf.parent is not None:
                kind = leaf.parent.type
                imported = imported or kind in (syms.import_name, syms.dotted_as_names)
                rebound = rebound or kind in (syms.parameters, syms.typedargslist, syms.varargslist, syms.for_stmt)
                rebound = rebound or (kind == syms.expr_stmt and _value(leaf.next_sibling) == "=")
        return imported and not rebound

    # ---- other ----

    def message(self, node: Any) -> None:
        """`e.message` of an exception that was caught as `e`."""
        if _attribute(node.children[1]) != "message" or node.children[0].type != token.NAME:
            return
        if len(node.children) != 2 or node.children[0].value not in self.caught():
            return
        if node.parent is not None and node.parent.type == syms.expr_stmt and node.parent.children[0] is node:
            return
        prefix, name = node.prefix, node.children[0].clone()
        name.prefix = ""
        call = Call(self.helper("old_message"), [name])
        call.prefix = prefix
        node.replace(call)

    def caught(self) -> set[str]:
        if not hasattr(self, "_caught"):
            self._caught = {
                clause.children[3].value
                for clause in self.tree.pre_order()
                if clause.type == syms.except_clause
                and len(clause.children) == 4
                and hasattr(clause.children[3], "value")
            }
        return self._caught

    def in_memory_file(self, node: Any) -> None:
        """`import StringIO`, `from cStringIO import StringIO`, `import cStringIO as s`."""
        for leaf in node.leaves():
            if leaf.type != token.NAME or leaf.value not in ("StringIO", "cStringIO"):
                continue
            if node.type == syms.import_from and leaf is node.children[1]:
                leaf.value = "penstock.compat.python2.runtime"
                leaf.changed()
                return
            if node.type == syms.import_name:
                renamed = leaf.parent.type == syms.dotted_as_name
                if renamed and leaf.prev_sibling is not None:
                    continue
                name = leaf.value
                leaf.value = "penstock.compat.python2.runtime"
                if not renamed:
                    leaf.value += f" as {name}"
                leaf.changed()

    def divisions_of_classes(self) -> None:
        """`__div__` becomes `__truediv__` where the file does not define both."""
        if "__truediv__" in self.words or not self.words & {"__div__", "__rdiv__", "__idiv__"}:
            return
        names = {"__div__": "__truediv__", "__rdiv__": "__rtruediv__", "__idiv__": "__itruediv__"}
        for leaf in self.tree.leaves():
            if leaf.type == token.NAME and leaf.value in names:
                leaf.value = names[leaf.value]
                leaf.changed()


def mark(tree: Any, bound: set[str]) -> None:
    """Before fissix: calls of `unicode`, which it would not tell from those of `str` any more, get their helper."""
    for node in list(tree.pre_order()):
        if node.type == syms.power and node.children[0].type == token.NAME and node.children[0].value == "unicode":
            if _is_call(node, 1) and "unicode" not in bound:
                node.children[0].value = "old_unicode"


def keep(tree: Any, futures: frozenset[str], bound: set[str], for_disk: bool) -> set[str]:
    """Makes the translated `tree` mean what the original meant; returns the names of the helpers that it now calls.

    Args:
      tree: the module, as fissix left it.
      futures: what it takes from `__future__`; with `division`, `/` is left alone.
      bound: the names that the file binds.
      for_disk: whether a reader comes after us: formats are then left to Python 3.
    """
    _join_calls(tree)
    keeper = _Keeper(tree, futures, bound, for_disk)
    keeper.divisions_of_classes()
    actions: dict[int, Callable[[Any], None]] = {
        syms.term: keeper.term,
        syms.expr_stmt: keeper.augmented,
        syms.import_from: keeper.in_memory_file,
        syms.import_name: keeper.in_memory_file,
    }
    for node in list(tree.post_order()):
        if node.type == syms.power and node.parent is not None:
            if len(node.children) == 2:
                keeper.message(node)
            if node.parent is not None:
                keeper.power(node)
        elif node.type in actions and node.parent is not None:
            actions[node.type](node)
    return keeper.helpers


def _join_calls(tree: Any) -> None:
    """`next(a.b(c))`, as fissix writes it, has `a`, `.b` and `(c)` side by side: they become one expression."""
    for node in list(tree.pre_order()):
        if node.type == syms.arglist and len(node.children) > 1 and node.children[1].type == syms.trailer:
            inside = node.children[:]
            for child in inside:
                child.remove()
            node.append_child(Node(syms.power, inside))


# ---- reading nodes ----


def _value(node: Any) -> str:
    """The text of a token; nothing for an expression or None."""
    return getattr(node, "value", "")


def _line(node: Any) -> int:
    return node.get_lineno() or 0


def _attribute(trailer: Any) -> str:
    """The name after the dot, or nothing."""
    if trailer.type == syms.trailer and _value(trailer.children[0]) == ".":
        return trailer.children[1].value
    return ""


def _is_call(node: Any, n: int) -> bool:
    return (
        len(node.children) > n and node.children[n].type == syms.trailer and node.children[n].children[0].value == "("
    )


def _arguments(trailer: Any) -> list[Any]:
    inside = trailer.children[1:-1]
    if len(inside) == 1 and inside[0].type == syms.arglist:
        inside = inside[0].children
    return [part for part in inside if part.type != token.COMMA]


def _append(trailer: Any, argument: Any) -> None:
    argument.prefix = " "
    first = trailer.children[1]
    first.remove()
    trailer.insert_child(1, Node(syms.arglist, [first, Comma(), argument]))


def _aliases(tree: Any, modules: set[str]) -> set[str]:
    """The names under which a file imports one of `modules`."""
    pattern = re.compile(r"\bimport\s+(?:\w+\s*,\s*)*(" + "|".join(modules) + r")\b(?:\s+as\s+(\w+))?")
    return modules | {match[2] for match in pattern.finditer(str(tree)) if match[2]}


def _is_text(node: Any) -> bool:
    if node.type == token.STRING:
        return True
    return node.type == syms.atom and all(child.type == token.STRING for child in node.children)


def _calls(node: Any) -> bool:
    return any(leaf.value == "(" for leaf in node.leaves())


def _kind(nodes: list[Any]) -> str:
    """'int' or 'float' if an operand, or the product of several, certainly is one; else ''."""
    if len(nodes) > 1:
        kinds = {_kind([node]) for node in nodes[::2]}
        operators = {node.value for node in nodes[1::2]}
        if "float" in kinds:
            return "float"
        return "int" if kinds == {"int"} and operators <= {"*", "//", "%"} else ""
    node = nodes[0]
    if node.type == token.NUMBER:
        text = node.value.lower()
        return "int" if text.startswith("0x") or not set(text) & set(".ej") else "float"
    if node.type == syms.atom and len(node.children) == 3 and node.children[0].value == "(":
        return _kind([node.children[1]])
    if node.type == syms.factor:
        return _kind([node.children[1]])
    if node.type in (syms.term, syms.arith_expr):
        return _kind(node.children) if node.type == syms.term else _kind_of_sum(node)
    if node.type == syms.power and len(node.children) == 2 and _is_call(node, 1):
        return {"float": "float", "len": "int", "int": "int"}.get(str(node.children[0]).strip(), "")
    return ""


def _kind_of_sum(node: Any) -> str:
    kinds = {_kind([child]) for child in node.children[::2]}
    if "float" in kinds:
        return "float"
    return "int" if kinds == {"int"} else ""
