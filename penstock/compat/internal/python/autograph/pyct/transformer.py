"""Base of classes that rewrite a function's syntax tree. The converters of autograph themselves are not in Penstock yet."""

import ast
import collections
from typing import Any

__all__ = ["Base", "Context", "EntityInfo"]

EntityInfo = collections.namedtuple("EntityInfo", "source_code source_file future_features namespace")


class Context:
    """What a transformer knows of the function it works on."""

    def __init__(self, info: Any) -> None:
        self.info = info
        self.current_origin: Any = None


class Base(ast.NodeTransformer):
    """Visits the nodes of a tree and replaces them; remembers where in the program the current one came from."""

    def __init__(self, ctx: Any) -> None:
        self.ctx = ctx
        self._enclosing_entities: list[Any] = []

    @property
    def enclosing_entities(self) -> tuple:
        """The definitions of functions and classes around the current node."""
        return tuple(self._enclosing_entities)

    def visit_block(self, nodes: Any) -> Any:
        """Visits a list of statements; one may be replaced by several or by none."""
        if nodes is None:
            return None
        results: list[Any] = []
        for node in nodes:
            made = self.visit(node)
            if isinstance(made, (list, tuple)):
                results.extend(made)
            elif made is not None:
                results.append(made)
        return results

    def visit(self, node: Any) -> Any:
        """Replaces a node by what the method for its type returns."""
        if not isinstance(node, ast.AST):
            return node
        encloses = isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda))
        if encloses:
            self._enclosing_entities.append(node)
        try:
            return super().visit(node)
        finally:
            if encloses:
                self._enclosing_entities.pop()
