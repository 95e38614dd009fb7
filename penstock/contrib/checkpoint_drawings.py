"""`tf.contrib.checkpoint.dot_graph_from_checkpoint`: the objects of a checkpoint as a drawing."""

from __future__ import annotations

from penstock._namespace import export
from penstock.train.checkpoint_reader import CheckpointReader
from penstock.train.checkpoint_restore import object_metadata


def _label(name: str) -> str:
    return name.replace('"', '\\"')


@export("contrib.checkpoint.dot_graph_from_checkpoint")
def dot_graph_from_checkpoint(save_path: str) -> str:
    """The graph of the objects in a checkpoint, in the language of Graphviz.

    Variables are blue, slots orange and joined by dots to what they belong to, optimizers red.

    Args:
      save_path: the checkpoint, as `tf.train.Checkpoint.save` gives it.

    Raises:
      ValueError: the checkpoint was not written by objects.
      tf.errors.NotFoundError: there is none.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as session, tempfile.TemporaryDirectory() as folder:
    ...     checkpoint = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0], name="v"))
    ...     session.run(tf.global_variables_initializer())
    ...     path = checkpoint.save(os.path.join(folder, "model"), session=session)
    ...     print(tf.contrib.checkpoint.dot_graph_from_checkpoint(path).splitlines()[2])
    N_0 -> N_1 [label="v"]
    """
    reader = CheckpointReader(save_path)
    shapes, types = reader.get_variable_to_shape_map(), reader.get_variable_to_dtype_map()
    nodes = object_metadata(save_path).nodes
    slots = {slot.slot_variable_node_id for node in nodes for slot in node.slot_variables}
    lines = ["digraph {"]
    for number, node in enumerate(nodes):
        attribute = node.attributes[0] if node.attributes else None
        if attribute is not None and attribute.name == "VARIABLE_VALUE":
            kind, colour = ("Slot variable", "orange") if number in slots else ("Variable", "blue")
            key = attribute.checkpoint_key
            told = f"{kind} {attribute.full_name} shape={list(shapes[key])} {types[key].name}"
            lines.append(f'N_{number} [shape=point label="" color={colour} width=.25 tooltip="{told}"]')
        else:
            more = ' color=red,tooltip="Optimizer"' if node.slot_variables else ""
            lines.append(f'N_{number} [shape=point label="" width=.25{more}]')
        lines += [f'N_{number} -> N_{child.node_id} [label="{_label(child.local_name)}"]' for child in node.children]
        for slot in node.slot_variables:
            to = f"N_{slot.slot_variable_node_id}"
            lines.append(f'N_{number} -> {to} [label="{_label(slot.slot_name)}" style=dotted]')
            lines.append(f"N_{slot.original_variable_node_id} -> {to} [style=dotted]")
    return "\n".join([*lines, "}", ""])
