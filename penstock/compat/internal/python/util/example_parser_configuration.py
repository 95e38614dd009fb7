"""What a graph parses examples into."""

from __future__ import annotations

from typing import Any

from penstock import protos
from penstock._namespace import find
from penstock.graph.tensor_shape import as_shape

__all__ = ["extract_example_parser_configuration"]


def extract_example_parser_configuration(parse_example_op: Any, sess: Any) -> Any:
    """The `ExampleParserConfiguration` of an operation `ParseExample`: its features and the tensors they become.

    Args:
      parse_example_op: the operation.
      sess: the session that knows the keys and defaults, which are tensors.

    Raises:
      ValueError: its attributes or inputs do not fit each other.
    """
    config = protos.find("tensorflow.ExampleParserConfiguration")()
    n_sparse, n_dense = parse_example_op.get_attr("Nsparse"), parse_example_op.get_attr("Ndense")
    sparse_types, dense_types = parse_example_op.get_attr("sparse_types"), parse_example_op.get_attr("Tdense")
    dense_shapes = parse_example_op.get_attr("dense_shapes")
    for name, own, count, wanted in (
        ("sparse_types", sparse_types, "Nsparse", n_sparse),
        ("dense_types", dense_types, "Ndense", n_dense),
        ("dense_shapes", dense_shapes, "Ndense", n_dense),
    ):
        if len(own) != wanted:
            raise ValueError(f"len({name}) attribute does not match {count} attribute ({len(own)} vs {wanted})")
    tensors = list(parse_example_op.inputs)[2:]
    if len(tensors) != n_sparse + 2 * n_dense:
        raise ValueError(
            f"len(fetch_list) does not match total features + num_dense ({len(tensors)} vs {n_sparse + 2 * n_dense})"
        )
    values = sess.run(tensors)
    keys = [value.decode() if isinstance(value, bytes) else str(value) for value in values[: n_sparse + n_dense]]
    outputs = [tensor.name for tensor in parse_example_op.outputs]
    for i in range(n_dense):
        fixed = config.feature_map[keys[n_sparse + i]].fixed_len_feature
        fixed.default_value.CopyFrom(find("make_tensor_proto")(values[n_sparse + n_dense + i]))
        fixed.shape.CopyFrom(as_shape(dense_shapes[i]).as_proto())
        fixed.dtype = dense_types[i].as_datatype_enum
        fixed.values_output_tensor_name = outputs[3 * n_sparse + i]
    for i in range(n_sparse):
        free = config.feature_map[keys[i]].var_len_feature
        free.dtype = sparse_types[i].as_datatype_enum
        free.indices_output_tensor_name = outputs[i]
        free.values_output_tensor_name = outputs[n_sparse + i]
        free.shapes_output_tensor_name = outputs[2 * n_sparse + i]
    return config
