"""Graphs without the variables of pruning: `tensorflow.contrib.model_pruning.python.strip_pruning_vars_lib`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock import protos

__all__ = ["graph_def_from_checkpoint", "strip_pruning_vars_fn"]


def graph_def_from_checkpoint(checkpoint_dir: str, output_node_names: Sequence[str]) -> Any:
    """The `GraphDef` of the last checkpoint in a folder, its variables constants.

    Raises:
      ValueError: there is no checkpoint.
    """
    path = tf.train.latest_checkpoint(checkpoint_dir)
    if path is None:
        raise ValueError(f"Could not find a checkpoint at: {checkpoint_dir}.")
    saver = tf.train.import_meta_graph(f"{path}.meta", clear_devices=True)
    with tf.Session() as session:
        saver.restore(session, path)
        graph_def = tf.get_default_graph().as_graph_def()
        return tf.graph_util.convert_variables_to_constants(session, graph_def, output_node_names)


def strip_pruning_vars_fn(input_graph_def: Any, output_node_names: Sequence[str]) -> Any:
    """A graph whose masked weights are constants; masks, thresholds and weights before masking are gone.

    Args:
      input_graph_def: a `GraphDef` whose variables are constants.
      output_node_names: the nodes whose values are wanted.
    """
    masked = [node.name for node in input_graph_def.node if "masked_weight" in node.name]
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(input_graph_def, name="")
        with tf.Session() as session:
            values = session.run({name: graph.get_tensor_by_name(f"{name}:0") for name in masked})
    made = protos.GraphDef()
    for node in input_graph_def.node:
        if node.name not in values:
            made.node.add().CopyFrom(node)
            continue
        constant = made.node.add(name=node.name, op="Const")
        constant.attr["dtype"].CopyFrom(node.attr["T"])
        constant.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(values[node.name]))
    return tf.graph_util.extract_sub_graph(made, list(output_node_names))
