"""A dataset captured by value, as a function that makes it anew: what an iterator without an initializer is made of."""

from __future__ import annotations

from penstock.graph.function import FuncGraph
from penstock.graph.operation import Operation, Tensor

_SIDE_EFFECTS = ("Assert", "Print", "PrintV2", "ReadFile", "MatchingFiles")
_FAILED = (
    "Failed to create a one-shot iterator for a dataset. `Dataset.make_one_shot_iterator()` does not support datasets "
    "that capture stateful objects, such as a `Variable` or `LookupTable`. In these cases, use "
    "`Dataset.make_initializable_iterator()`. (Original error: {})"
)


def captured_by_value(variant: Tensor) -> str:
    """The name of a function without arguments that makes the dataset anew, with copies of all operations it needs.

    Raises:
      ValueError: one of them is a placeholder, or has a state.
    """
    body = FuncGraph("_make_dataset")
    copies: dict[Operation, Operation] = {}
    todo = [variant.op]
    while todo:
        op = todo[-1]
        before = [o for o in [t.op for t in op._inputs] + op._control_inputs if o not in copies]
        if op in copies:
            todo.pop()
        elif before:
            todo.extend(before)
        else:
            if op.type.startswith("Placeholder"):
                raise ValueError(f"Cannot capture a placeholder (name:{op.name}, type:{op.type}) by value.")
            if op.op_def.is_stateful and "Dataset" not in op.type and op.type not in _SIDE_EFFECTS:
                text = f"Cannot capture a stateful node (name:{op.name}, type:{op.type}) by value."
                raise ValueError(_FAILED.format(text))
            inputs = [copies[t.op]._outputs[t.value_index] for t in op._inputs]
            controls = [copies[c] for c in op._control_inputs]
            with body.as_default():
                copies[op] = body._create(
                    op.op_def, inputs, dict(op._attrs), f"{op.name}/", [t.dtype for t in op._outputs], controls
                )
            todo.pop()
    body.outputs = [copies[variant.op]._outputs[variant.value_index]]
    body.outermost._functions[body.name] = body
    return body.name
