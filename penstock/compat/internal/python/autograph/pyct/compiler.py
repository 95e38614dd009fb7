"""Trees of Python back into functions."""

from typing import Any

from malt.pyct import loader, parser

__all__ = ["ast_to_object", "ast_to_source"]


def ast_to_source(node: Any, indentation: str = "  ", include_encoding_marker: bool = True) -> str:
    """The source of a tree, or of a list of them."""
    return parser.unparse(node, indentation=indentation, include_encoding_marker=include_encoding_marker)


def ast_to_object(
    nodes: Any,
    indentation: str = "  ",
    include_source_map: bool = False,
    delete_on_exit: bool = True,
) -> tuple[Any, str]:
    """A module that holds what the trees define, and its source."""
    module, source, _ = loader.load_ast(nodes, indentation, include_source_map, delete_on_exit)
    return module, source
