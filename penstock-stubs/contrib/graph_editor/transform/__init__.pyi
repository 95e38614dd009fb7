"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.graph_editor.copying import Transformer as Transformer
from penstock.contrib.graph_editor.copying import TransformerInfo as TransformerInfo
from penstock.contrib.graph_editor.copying import assign_renamed_collections_handler as assign_renamed_collections_handler
from penstock.contrib.graph_editor.copying import copy as copy
from penstock.contrib.graph_editor.copying import copy_op_handler as copy_op_handler
from penstock.contrib.graph_editor.copying import copy_with_input_replacements as copy_with_input_replacements
from penstock.contrib.graph_editor.copying import graph_replace as graph_replace
from penstock.contrib.graph_editor.copying import keep_t_if_possible_handler as keep_t_if_possible_handler
from penstock.contrib.graph_editor.copying import replace_t_with_placeholder_handler as replace_t_with_placeholder_handler
from penstock.contrib.graph_editor.copying import transform_op_if_inside_handler as transform_op_if_inside_handler

__all__ = [
    "Transformer",
    "TransformerInfo",
    "assign_renamed_collections_handler",
    "copy",
    "copy_op_handler",
    "copy_with_input_replacements",
    "graph_replace",
    "keep_t_if_possible_handler",
    "replace_t_with_placeholder_handler",
    "transform_op_if_inside_handler",
]
