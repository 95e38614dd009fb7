"""Stubs of functions that are made while a module is loaded: `acos = export("acos")(function("Acos", …))`.

A type checker does not see what such a call returns, but the function itself knows its signature. It is written as a `def`
here, with the names in its annotations brought in from where the function was made.
"""

from __future__ import annotations

import ast
import builtins
import collections.abc
import functools
import importlib
import inspect
import pathlib
import sys
import types
import typing
from collections.abc import Callable
from typing import Any


@functools.cache
def written_out(module: str) -> frozenset[str]:
    """The names that a module's source defines by `def`, `class` or `import`, which a type checker can follow."""
    source = pathlib.Path(sys.modules[module].__file__ or "").read_text()
    found: set[str] = set()
    todo: list[ast.stmt] = list(ast.parse(source).body)
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, (ast.If, ast.Try)):
            todo += node.body
    return frozenset(found)


class Writer:
    """Writes the functions of one stub file, and remembers what they need to be imported."""

    def __init__(self) -> None:
        self.imports: dict[tuple[str, str], str] = {}  # (module, name) → what it is called in the stub
        self.functions: list[str] = []

    def import_lines(self) -> list[str]:
        return [f"from {module} import {name} as {alias}" for (module, name), alias in sorted(self.imports.items())]

    def add(self, target: str, leaf: str) -> str | None:
        """Writes `leaf`, which `module:attribute` defines, if it is a function that only exists at run time.

        Returns where the name comes from: `target` itself, the `module:attribute` in which its class is defined, or None if
        it was written here.
        """
        module, _, attribute = target.partition(":")
        value = getattr(importlib.import_module(module), attribute)
        if attribute in written_out(module):
            return target
        if isinstance(value, type):
            home, name = value.__module__, value.__name__
            if home == "penstock.protos":  # a message, whose stub stub_messages.py writes
                return f"{home}:{name}"
            known = getattr(sys.modules.get(home), name, None) is value and name in written_out(home)
            return f"{home}:{name}" if known else target
        if not isinstance(value, (types.FunctionType, functools.partial)):
            return target
        self.functions += self._function(leaf, value)
        return None

    def _function(self, leaf: str, function: Callable[..., Any]) -> list[str]:
        inner = inspect.unwrap(function.func if isinstance(function, functools.partial) else function)
        scope = vars(sys.modules[inner.__module__]) if inner.__module__ in sys.modules else {}
        scope = {**inner.__globals__, **scope}
        signature = inspect.signature(function)
        words = []
        slash = star = False
        for parameter in signature.parameters.values():
            if slash and parameter.kind != parameter.POSITIONAL_ONLY:
                words.append("/")
            slash = parameter.kind == parameter.POSITIONAL_ONLY
            if parameter.kind == parameter.KEYWORD_ONLY and not star:
                words.append("*")
            star = star or parameter.kind in (parameter.VAR_POSITIONAL, parameter.KEYWORD_ONLY)
            mark = "*" if parameter.kind == parameter.VAR_POSITIONAL else ""
            mark = "**" if parameter.kind == parameter.VAR_KEYWORD else mark
            default = "" if parameter.default is parameter.empty else " = ..."
            words.append(f"{mark}{parameter.name}: {self._parameter(parameter, scope, inner)}{default}")
        if slash:
            words.append("/")
        returned = self._annotation(signature.return_annotation, scope, inner)
        lines = [f"def {leaf}({', '.join(words)}) -> {returned}:"]
        summary = (inspect.getdoc(function) or "").partition("\n\n")[0].replace("\\", "\\\\").replace('"""', "'''")
        return [*lines, f'    """{summary}"""'] if summary else [lines[0] + " ..."]

    def _parameter(self, parameter: inspect.Parameter, scope: dict[str, Any], function: Callable[..., Any]) -> str:
        if parameter.name == "name" and parameter.default is None and parameter.annotation is parameter.empty:
            return f"{self._called('builtins', 'str')} | None"
        return self._annotation(parameter.annotation, scope, function)

    def _annotation(self, annotation: Any, scope: dict[str, Any], function: Callable[..., Any]) -> str:
        """An annotation as text, in which every name is one that the stub imports; `Any` if that cannot be said."""
        if annotation is inspect.Parameter.empty or annotation is Any:
            return self._called("typing", "Any")
        if annotation is None:
            return "None"
        if isinstance(annotation, str):
            return self._text(annotation, scope, function)
        if typing.get_origin(annotation) in (types.UnionType, typing.Union):
            return " | ".join(self._annotation(a, scope, function) for a in typing.get_args(annotation))
        if typing.get_origin(annotation) is not None:
            items = typing.get_args(annotation)
            if not all(isinstance(a, type) or a is Any for a in items):
                return self._called("typing", "Any")
            head = self._annotation(typing.get_origin(annotation), scope, function)
            return f"{head}[{', '.join(self._annotation(a, scope, function) for a in items)}]"
        if annotation is type(None):
            return "None"
        if isinstance(annotation, type):
            return self._called(annotation.__module__, annotation.__name__)
        return self._called("typing", "Any")

    def _text(self, annotation: str, scope: dict[str, Any], function: Callable[..., Any]) -> str:
        tree = ast.parse(annotation, mode="eval")
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                called = self._name(node.id, scope, function)
                if called is None:
                    return self._called("typing", "Any")
                node.id = called
        return ast.unparse(tree)

    def _name(self, name: str, scope: dict[str, Any], function: Callable[..., Any]) -> str | None:
        """What a name in an annotation of `function` is called in the stub."""
        value = scope.get(name)
        if value is None:
            if hasattr(builtins, name):
                return self._called("builtins", name)
            # Imported for type checkers only, perhaps; the module's source tells.
            return self._called(function.__module__, name) if name in written_out(function.__module__) else None
        if name in collections.abc.__all__:
            return self._called("collections.abc", name)
        if isinstance(value, type) and value.__module__ != "builtins" and "." not in value.__qualname__:
            return self._called(value.__module__, value.__name__)
        if getattr(typing, name, None) is value:
            return self._called("typing", name)
        if isinstance(value, types.ModuleType):
            package, _, last = value.__name__.rpartition(".")
            return self._called(package, last) if package else None
        return self._called(function.__module__, name)

    def _called(self, module: str, name: str) -> str:
        """The name in the stub of something imported: its own with an underscore, so that it is not part of the API.

        That goes for builtins, too: `bool` is a type of tensors among the public names.
        """
        key = (module, name)
        if key not in self.imports:
            alias, taken = f"_{name.lstrip('_')}", set(self.imports.values())
            self.imports[key] = alias if alias not in taken else f"{alias}_{len(taken)}"
        return self.imports[key]
