"""Several steps in one run: `MultiStepContext` and the loop of `experimental_run_steps_on_iterator`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penstock._namespace import find
from penstock.distribute import values
from penstock.distribute.context import get_replica_context, get_strategy, in_cross_replica_context
from penstock.graph import nest
from penstock.graph.graph import control_dependencies
from penstock.graph.typing import TensorLike
from penstock.ops.control.loops import keep_whole_iterations

if TYPE_CHECKING:
    from penstock.distribute.reduce_op import ReduceOp
    from penstock.distribute.strategy import Strategy


class MultiStepContext:
    """What a step function tells of its last step: outputs by name, and how those of the replicas are put together."""

    def __init__(self) -> None:
        self._last_step_outputs: dict[str, Any] = {}
        self._last_step_outputs_reduce_ops: dict[str, Any] = {}
        self._non_tensor_outputs: dict[str, Any] = {}
        self.run_op: Any = None

    @property
    def last_step_outputs(self) -> dict[str, Any]:
        """The outputs of the last step, by name."""
        return self._last_step_outputs

    def _set_last_step_outputs(self, outputs: dict[str, Any]) -> None:
        if not isinstance(outputs, dict):
            raise ValueError("Need a dictionary to set last_step_outputs.")
        self._last_step_outputs = outputs

    def set_last_step_output(self, name: str, output: TensorLike, reduce_op: ReduceOp | None = None) -> None:
        """Makes a tensor an output of the step.

        Args:
          name: its name.
          output: a tensor, or a distributed value.
          reduce_op: how the values of replicas are put together; None keeps them apart, across replicas only.
        """
        if in_cross_replica_context():
            self._last_step_outputs_reduce_ops[name] = reduce_op
            if reduce_op is not None:
                output = get_strategy().reduce(reduce_op, output, axis=None)
            self._last_step_outputs[name] = output
            return
        assert reduce_op is not None

        def merge(strategy: Strategy, value: Any) -> None:
            self._last_step_outputs[name] = strategy.reduce(reduce_op, value, axis=None)
            self._last_step_outputs_reduce_ops[name] = reduce_op

        get_replica_context().merge_call(merge, args=(output,))

    @property
    def non_tensor_outputs(self) -> dict[str, Any]:
        """Outputs that are no tensors, by name."""
        return self._non_tensor_outputs

    def set_non_tensor_output(self, name: str, output: TensorLike) -> None:
        """Makes something that is no tensor an output of the step."""
        if in_cross_replica_context():
            self._non_tensor_outputs[name] = output
            return

        def merge(strategy: Strategy, value: Any) -> None:
            self._non_tensor_outputs[name] = strategy.experimental_local_results(value)

        get_replica_context().merge_call(merge, args=(output,))


def run_steps(
    extended: Any, fn: Callable, iterator: Any, iterations: Any, initial_loop_values: Any, device_map: Any = None
) -> MultiStepContext:
    """A `tf.while_loop` of so many steps.

    Args:
      extended: the strategy's.
      fn: called as `fn(context, inputs)`.
      iterator: gives the inputs.
      iterations: how many steps.
      initial_loop_values: the outputs before the first step.
      device_map: the replicas' devices, if outputs that were not reduced are distributed values.
    """
    initial = nest.flatten({} if initial_loop_values is None else initial_loop_values)
    context = MultiStepContext()

    def body(i: Any, *unused: Any) -> list[Any]:
        done = fn(context, iterator.get_next())
        if device_map is not None:
            for name, output in context.last_step_outputs.items():
                context.last_step_outputs[name] = extended._local_results(output)
        outputs = nest.flatten(context.last_step_outputs)
        with control_dependencies([done]):
            return [i + 1, *outputs]

    results = find("while_loop")(
        lambda i, *unused: i < iterations,
        body,
        [find("constant")(0), *initial],
        name="",
        parallel_iterations=1,
        back_prop=False,
        swap_memory=False,
        return_same_structure=True,
    )
    keep_whole_iterations(results[0])
    context.run_op = find("group")(*results)
    outputs = nest.pack_sequence_as(context.last_step_outputs, results[1:])
    if device_map is not None:
        for name, reduce_op in context._last_step_outputs_reduce_ops.items():
            if reduce_op is None:
                outputs[name] = values.regroup(device_map, outputs[name])
            else:
                (outputs[name],) = outputs[name]
    context._set_last_step_outputs(outputs)
    return context
