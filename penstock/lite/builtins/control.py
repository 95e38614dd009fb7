"""Operators that run other subgraphs of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.lite.builtins import Node, register

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


@register("IF")
def _if(node: Node) -> Any:
    yes, no = node.option("then_subgraph_index"), node.option("else_subgraph_index")
    return tf.cond(
        tf.reshape(node.inputs[0], []), lambda: node.call(yes, node.inputs[1:]), lambda: node.call(no, node.inputs[1:])
    )


@register("WHILE")
def _while(node: Node) -> Any:
    condition, body = node.option("cond_subgraph_index"), node.option("body_subgraph_index")

    def goes_on(*values: Any) -> Tensor:
        return tf.reshape(node.call(condition, values)[0], [])

    return tf.while_loop(goes_on, lambda *values: node.call(body, values), node.inputs, return_same_structure=True)
