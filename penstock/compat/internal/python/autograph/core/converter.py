"""What converters of AutoGraph share: the entity that is converted, and the analysis of its code.

The compiler is a package of its own here and works on trees of Python's `ast`.
"""

from __future__ import annotations

import ast
from typing import Any

from malt.core.converter import STANDARD_OPTIONS, Base, ConversionOptions, Feature, ProgramContext
from malt.pyct import anno, cfg, qual_names, transformer
from malt.pyct.static_analysis import activity, liveness, reaching_definitions, reaching_fndefs

__all__ = [
    "STANDARD_OPTIONS",
    "Base",
    "ConversionOptions",
    "EntityContext",
    "Feature",
    "ProgramContext",
    "standard_analysis",
]


class EntityContext(transformer.Context):
    """The function or class that is being converted.

    Args:
      namer: makes names that the code does not use.
      entity_info: a `transformer.EntityInfo`.
      program_ctx: the conversion it is a part of, a `ProgramContext`.
      target_name: the name it will have.
    """

    def __init__(self, namer: Any, entity_info: Any, program_ctx: Any, target_name: str | None = None) -> None:
        super().__init__(entity_info, namer, program_ctx)
        self.program = program_ctx
        self.target_name = target_name


def standard_analysis(node: ast.AST, context: EntityContext, is_initial: bool = False) -> ast.AST:
    """Notes at the nodes of a tree what reads and writes which variables, where values come from, and what is used later.

    Args:
      node: the tree.
      context: the entity it is of.
      is_initial: whether it is the code as the user wrote it; what is found is kept for later then.

    Returns:
      The tree.
    """
    graphs = cfg.build(node)
    node = qual_names.resolve(node)
    node = activity.resolve(node, context, None)
    node = reaching_definitions.resolve(node, context, graphs)
    node = reaching_fndefs.resolve(node, context, graphs)
    node = liveness.resolve(node, context, graphs)
    if is_initial:
        anno.dup(node, {anno.Static.DEFINITIONS: anno.Static.ORIG_DEFINITIONS})
    return node
