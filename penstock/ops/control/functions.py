"""Control flow as users write it: cond, case, while_loop. Built on `control_ops` and `control_loops`; see also `grouping`."""

from __future__ import annotations

import collections
import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, nest, stack
from penstock.graph.build import apply
from penstock.graph.composite import CompositeTensor
from penstock.graph.convert import convert_to_tensor, convert_to_tensor_or_indexed_slices
from penstock.graph.function import FuncGraph
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.inference import _bracketed
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.ops.control import conditionals as control_ops
from penstock.ops.control import loops as control_loops

# -- structures of values as lists of tensors -------------------------------------------------------------------


class _Structure:
    """The form of a (nested) value: takes tensors out of it, and puts tensors back into it."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.leaves = nest.flatten(value) if nest.is_sequence(value) else [value]

    def tensors(self, convert: Callable[[Any], Tensor]) -> list[Tensor]:
        found: list[Tensor] = []
        for leaf in self.leaves:
            found.extend(convert(part) for part in _parts(leaf))
        return found

    def packed(self, tensors: Sequence[Tensor]) -> Any:
        leaves = []
        position = 0
        for leaf in self.leaves:
            count = len(_parts(leaf))
            leaves.append(_rebuilt(leaf, list(tensors[position : position + count])))
            position += count
        return nest.pack_sequence_as(self.value, leaves) if nest.is_sequence(self.value) else leaves[0]


def _parts(leaf: Any) -> list[Any]:
    if hasattr(leaf, "_flow_parts"):  # TensorArray
        return leaf._flow_parts()
    if isinstance(leaf, CompositeTensor):
        return leaf._to_components()
    return [leaf]


def _rebuilt(leaf: Any, tensors: list[Tensor]) -> Any:
    if hasattr(leaf, "_with_flow"):
        return leaf._with_flow(tensors[0])
    if isinstance(leaf, CompositeTensor):
        return leaf._from_components(tensors)
    return tensors[0]


# Of a predicate, 1.15 makes these before the branches: Switch, switch_t, switch_f, pred_id. Then comes a Switch for each captured
# tensor and a Merge for each result. Seeds of later random operations depend on how many there are.
_PIVOTS = 4


# -- conditionals ---------------------------------------------------------------------------------------


@export("cond")
def cond(
    pred: TensorLike,
    true_fn: Callable | None = None,
    false_fn: Callable | None = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Callable | None = None,
    fn2: Callable | None = None,
) -> Any:
    """Returns `true_fn()` if `pred` is true, else `false_fn()`; only the chosen one runs.

    Args:
      pred: a scalar tensor.
      true_fn, false_fn: functions without arguments that return values of the same structure and types.
      strict: keep a list of one value as a list.
      name: a name for the operations.

    Raises:
      TypeError: if `pred` is a Python bool, or the functions are not callable.
      ValueError: if they do not return the same number of tensors, or types.

    >>> import penstock as tf
    >>> x = tf.constant(2)
    >>> tf.Session().run(tf.cond(x < 5, lambda: x * 10, lambda: x))
    np.int32(20)
    """
    if fn1 is not None:
        if true_fn is not None:
            raise TypeError("cond(): true_fn and fn1 may not be set simultaneously.")
        true_fn = fn1
    elif true_fn is None:
        raise TypeError("cond(): true_fn argument required")
    if fn2 is not None:
        if false_fn is not None:
            raise TypeError("cond(): false_fn and fn2 may not be set simultaneously.")
        false_fn = fn2
    elif false_fn is None:
        raise TypeError("cond(): false_fn argument required")
    if not callable(true_fn):
        raise TypeError("true_fn must be callable.")
    if not callable(false_fn):
        raise TypeError("false_fn must be callable.")
    if isinstance(pred, bool):
        raise TypeError("pred must not be a Python bool")
    with name_scope(name, "cond", [pred]) as scope:
        pred = convert_to_tensor(pred, name="pred")
        if pred.dtype.base_dtype != dtypes.bool:
            raise TypeError(
                f"Input 'pred' of 'Switch' Op has type {pred.dtype.base_dtype.name} that does not match expected type of bool."
            )
        if pred.shape.ndims:
            raise ValueError(
                f"Shape must be rank 0 but is rank {pred.shape.ndims} for '{scope}Switch' (op: 'Switch') with input "
                f"shapes: {_bracketed(pred.shape)}, {_bracketed(pred.shape)}."
            )
        results = []
        graphs = []
        converted = []
        outer = stack.current_graph()
        if isinstance(outer, FuncGraph):
            pred = outer.capture(pred)
        outer._count(_PIVOTS)
        for which, function in (("true", true_fn), ("false", false_fn)):
            graph = FuncGraph(f"{scope.rstrip('/')}_{which}")
            _enter_scope(graph, outer)
            graph.begin_inlined()
            with graph.as_default():
                result = function()
                if result is None:
                    raise ValueError(f"{which}_fn must have a return value.")
                results.append(_Structure(_without_operations(result, graph)))
                converted.append(results[-1].tensors(functools.partial(_output, graph=graph)))
            graph.end_inlined()
            graphs.append(graph)
        _check_branches(results, strict)
        _check_types(converted)
        for graph, outputs in zip(graphs, converted, strict=True):
            with graph.as_default():
                graph.outputs = [_distinct(t) for t in outputs]
            graph.outermost._functions[graph.name] = graph
        with outer._counted_as(0):
            made = control_ops.make_if(pred, graphs[0], graphs[1], "If")
        outputs = [apply("Identity", name="Merge", input=t) for t in made._outputs]
        packed = results[0].packed(outputs)
    return packed if strict else _unpack_singleton(packed)


def _enter_scope(graph: FuncGraph, outer: Any) -> None:
    """Names inside of a body continue those around it."""
    graph._name_stack = outer._name_stack


def _without_operations(result: object, graph: FuncGraph) -> Any:
    """An operation stands for 'it has run': a bool that depends on it."""

    def one(value: object) -> Any:
        if isinstance(value, Operation):
            if value.graph is not graph:
                graph._note_outer_control(value)
                return convert_to_tensor(True)
            with graph._counted_as(1), graph.control_dependencies([value]):
                return apply("Identity", input=convert_to_tensor(True))
        return value

    if nest.is_sequence(result):
        return nest.map_structure(one, result)
    return one(result)


def _output(value: TensorLike, graph: FuncGraph) -> Tensor:
    tensor = convert_to_tensor_or_indexed_slices(value)
    if tensor.dtype._is_ref_dtype:
        with graph._counted_as(0):
            tensor = apply("Identity", input=tensor)
    return graph.capture(tensor) if tensor.graph is not graph else tensor


def _distinct(tensor: Tensor) -> Tensor:
    """A body's output is never its own input as such, so that exported functions are valid."""
    return apply("Identity", input=tensor) if tensor.op.type == "Placeholder" else tensor


def _check_branches(results: list[_Structure], strict: bool) -> None:
    a, b = results
    if nest.is_sequence(a.value) or nest.is_sequence(b.value):
        nest.assert_same_structure(*(r.value if strict else _unpack_singleton(r.value) for r in results))
    if [len(_parts(leaf)) for leaf in a.leaves] != [len(_parts(leaf)) for leaf in b.leaves]:
        raise ValueError("true_fn and false_fn must return the same number of results.")


def _check_types(converted: list[list[Tensor]]) -> None:
    for a, b in zip(*converted, strict=True):
        if a.dtype.base_dtype != b.dtype.base_dtype:
            raise ValueError(
                f"Outputs of true_fn and false_fn must have the same type: {a.dtype.base_dtype.name}, "
                f"{b.dtype.base_dtype.name}"
            )


def _unpack_singleton(value: object) -> Any:
    if isinstance(value, (list, tuple)) and len(value) == 1 and not hasattr(value, "_fields"):
        return value[0]
    return value


@export("case")
def case(
    pred_fn_pairs: Any,
    default: Callable | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """Runs the function of the first predicate that is true.

    Args:
      pred_fn_pairs: a list of (bool scalar tensor, function) pairs, or a dict of them.
      default: the function to run if no predicate is true.
      exclusive: whether it is an error if more than one predicate is true.
      strict: keep a list of one value as a list.
      name: a name for the operations.

    Raises:
      TypeError: if the pairs or the functions are of the wrong type.

    >>> import penstock as tf
    >>> x = tf.constant(3)
    >>> tf.Session().run(tf.case([(x < 2, lambda: tf.constant(1)), (x < 5, lambda: tf.constant(2))],
    ...                          default=lambda: tf.constant(-1)))
    np.int32(2)
    """
    pairs = _case_pairs(pred_fn_pairs, exclusive)
    with name_scope(name, "case", [p for p, _ in pairs]):
        preds = [convert_to_tensor(p) for p, _ in pairs]
        functions = [f for _, f in pairs]
        if default is not None and not callable(default):
            raise TypeError("default must be callable.")
        if default is None:
            default = _last_action(preds, functions[-1])
            preds, functions = preds[:-1], functions[:-1]
        result = default
        for pred, function in reversed(list(zip(preds, functions, strict=True))):
            result = functools.partial(cond, pred, function, result, strict=strict)
        checks = [_assert_at_most(1, preds, "Input error: exclusive=True")] if exclusive else []
        with control_dependencies(checks):
            return result()


def _case_pairs(pairs: Any, exclusive: bool) -> list[tuple[Any, Callable]]:
    if isinstance(pairs, dict):
        pairs = (
            list(pairs.items())
            if isinstance(pairs, collections.OrderedDict)
            else sorted(pairs.items(), key=lambda item: getattr(item[0], "name", str(item[0])))
        )
    if not isinstance(pairs, (list, tuple)):
        raise TypeError("pred_fn_pairs must be a list, tuple, or dict")
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError("Each entry in pred_fn_pairs must be a 2-tuple")
        pred, function = pair
        if getattr(pred, "dtype", None) is not None and pred.dtype.base_dtype != dtypes.bool:
            raise TypeError(f"pred must be of type bool: {pred.name}")
        if not callable(function):
            raise TypeError("fn for pred must be callable.")
    if not pairs:
        raise ValueError("pred_fn_pairs must not be empty")
    return list(pairs)


def _last_action(preds: list[Tensor], function: Callable) -> Callable:
    """Without a default, the last function is it; its predicate must then be true."""

    def action() -> Any:
        message = (
            f"Implementation error: selected default action #{len(preds) - 1} was called, but some of other predicates are "
            "True: "
        )
        told = ("Input error: None of conditions evaluated as True:", find("stack")(preds, name="preds_c"))
        with control_dependencies([_assert_at_most(0, preds[:-1], message), find("Assert")(preds[-1], told)]):
            return function()

    return action


def _assert_at_most(n: int, preds: list[Tensor], message: str) -> Operation:
    packed = find("stack")(preds, name="preds_c")
    count = find("reduce_sum")(find("cast")(packed, dtypes.int32), name="num_true_conds")
    condition = find("less_equal")(count, find("constant")(n, name="n_true_conds"))
    names = ", ".join(p.name for p in preds)
    told = [f"{message}: more than {n} conditions ({names}) evaluated as True:", packed]
    return find("Assert")(condition, told, summarize=len(preds))


# -- loops ---------------------------------------------------------------------------------------


@export("while_loop")
def while_loop(
    cond: Callable,
    body: Callable,
    loop_vars: NestedTensors,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
    maximum_iterations: Any = None,
    return_same_structure: bool = False,
) -> Any:
    """Repeats `body` while `cond` is true.

    Args:
      cond: takes the loop variables, returns a boolean scalar tensor.
      body: takes the loop variables, returns their new values in the same structure.
      loop_vars: a (possibly nested) tuple, list or dict of tensors, sparse tensors, TensorArrays, ...
      shape_invariants: the shapes that hold in every turn, if they are more general than those at the start.
      parallel_iterations: accepted; XLA decides what runs in parallel.
      back_prop: accepted; what the gradient needs is kept only if a gradient is taken.
      swap_memory: accepted.
      name: a name for the operations.
      maximum_iterations: how often the loop may turn at most.
      return_same_structure: return a list of one value as a list.

    Raises:
      TypeError: if `cond` or `body` is not callable.
      ValueError: if there are no loop variables, or a shape changes.

    >>> import penstock as tf
    >>> i = tf.constant(0)
    >>> tf.Session().run(tf.while_loop(lambda i: i < 10, lambda i: i + 1, [i]))
    np.int32(10)
    """
    if not callable(cond):
        raise TypeError("cond must be callable.")
    if not callable(body):
        raise TypeError("body must be callable.")
    if parallel_iterations < 1:
        raise TypeError("parallel_iterations must be a positive integer.")
    if (
        not loop_vars
        and not isinstance(loop_vars, Tensor)
        and loop_vars is not None
        and not hasattr(loop_vars, "dtype")
    ):
        raise ValueError("No loop variables provided")
    with name_scope(name, "while", nest.flatten(loop_vars) if nest.is_sequence(loop_vars) else [loop_vars]) as scope:
        wrap = not isinstance(loop_vars, (list, tuple))
        if wrap:
            loop_vars = (loop_vars,)
            if shape_invariants is not None:
                shape_invariants = (shape_invariants,)
        user_vars = loop_vars
        if maximum_iterations is not None:
            limit = convert_to_tensor(maximum_iterations, name="maximum_iterations")
            if limit.shape.ndims not in (None, 0):
                raise ValueError(f"maximum_iterations must be a scalar, saw shape: {limit.shape}")
            counter = convert_to_tensor(0, limit.dtype.base_dtype, name="iteration_counter")
            user_cond, user_body = cond, body

            def cond(i, lv):
                return apply("LogicalAnd", x=apply("Less", x=i, y=limit), y=convert_to_tensor(user_cond(*lv)))

            def body(i, lv):
                return apply("AddV2", x=i, y=np.asarray(1, i.dtype.as_numpy_dtype)), _matching(user_body(*lv), lv)

            loop_vars = (counter, loop_vars)
            if shape_invariants is not None:
                shape_invariants = (TensorShape([]), shape_invariants)
        result = _while(cond, body, loop_vars, shape_invariants, parallel_iterations, scope)
        if maximum_iterations is not None:
            result = result[1]
    del user_vars
    if return_same_structure:
        return result[0] if wrap else result
    return _unpack_singleton(result)


def _while(cond: Callable, body: Callable, loop_vars: object, invariants: Any, parallel: int, scope: str) -> Any:
    structure = _Structure(loop_vars)
    inputs = structure.tensors(_loop_input)
    shapes = _invariant_shapes(structure, inputs, invariants)
    outer = stack.current_graph()
    if isinstance(outer, FuncGraph):
        inputs = [outer.capture(t) for t in inputs]
    body_graph, cond_graph = (FuncGraph(f"{scope.rstrip('/')}_{kind}") for kind in ("body", "cond"))
    parameters = {}
    cond_graph.entered = body_graph.entered = set()
    for graph in (body_graph, cond_graph):
        _enter_scope(graph, outer)
        parameters[graph] = [
            graph.add_input(t.dtype.base_dtype, s, t.op.name.rpartition("/")[2])
            for t, s in zip(inputs, shapes, strict=True)
        ]
    outer._count(2 * len(inputs))  # Enter, Merge
    cond_graph.begin_inlined()
    with cond_graph.as_default():
        go = cond(*structure.packed(parameters[cond_graph]))
        go = convert_to_tensor(go)
        if go.graph is not cond_graph:
            go = cond_graph.capture(go)
        if go.dtype.base_dtype != dtypes.bool:
            raise TypeError(
                f"Input 'input' of 'LoopCond' Op has type {go.dtype.base_dtype.name} that does not match expected type of "
                "bool."
            )
        if go.shape.ndims:
            raise ValueError(
                f"Shape must be rank 0 but is rank {go.shape.ndims} for '{scope.rstrip('/')}/LoopCond' (op: 'LoopCond') "
                f"with input shapes: {_bracketed(go.shape)}."
            )
        cond_graph.end_inlined()
        cond_graph.outputs = [_distinct(go)]
    outer._count(1 + 2 * len(inputs))  # LoopCond; Switch, Identity
    body_graph.begin_inlined()
    with body_graph.as_default():
        result = body(*structure.packed(parameters[body_graph]))
        result = _matching(result, loop_vars)
        after = _Structure(result)
        if [len(_parts(a)) for a in after.leaves] != [len(_parts(b)) for b in structure.leaves]:
            raise ValueError("Number of inputs and outputs of body must match loop_vars")
        outputs = after.tensors(lambda v: _output(v, body_graph))
        body_graph.end_inlined()
        for given, new in zip(inputs, outputs, strict=True):
            if new.dtype.base_dtype != given.dtype.base_dtype:
                raise TypeError(
                    f"Input tensor '{given.name}' enters the loop with dtype {given.dtype.base_dtype.name}, but has "
                    f"dtype {new.dtype.base_dtype.name} after one iteration."
                )
        _check_invariants(inputs, shapes, outputs, explicit=invariants is not None)
        # An output that is another variable's parameter is a copy; its own parameter means: unchanged.
        own = parameters[body_graph]
        body_graph.outputs = [t if t is own[i] else _distinct(t) for i, t in enumerate(outputs)]
    for graph in (body_graph, cond_graph):
        graph.outermost._functions[graph.name] = graph
    with outer._counted_as(len(inputs)):  # NextIteration; the Exits are ours
        made = control_loops.make_while(cond_graph, body_graph, inputs, shapes, "While", parallel)
    exits = [apply("Identity", name="Exit", input=t) for t in made._outputs[: len(inputs)]]
    return structure.packed(exits)


def _loop_input(value: TensorLike) -> Tensor:
    tensor = convert_to_tensor(value)
    if tensor.dtype._is_ref_dtype:
        with stack.current_graph()._counted_as(0):
            tensor = apply("Identity", name="Enter", input=tensor)
    return tensor


def _matching(result: Any, loop_vars: Any) -> Any:
    """What the body returned, in the structure of the loop variables (a single value may come without its list)."""
    if len(loop_vars) == 1 and not (
        isinstance(result, (list, tuple)) and not hasattr(result, "_fields") and len(result) == 1
    ):
        candidate: Any = [result]
        try:
            nest.assert_same_structure(list(candidate), list(loop_vars))
            result = candidate
        except (TypeError, ValueError):
            pass
    if not isinstance(result, (list, tuple)):
        result = [result]
    try:
        nest.assert_same_structure(list(result), list(loop_vars), check_types=False)
    except (TypeError, ValueError):
        raise ValueError(
            f"The two structures don't have the same nested structure.\n\nFirst structure: {loop_vars}\n\n"
            f"Second structure: {result}"
        ) from None
    return nest.pack_sequence_as(loop_vars, nest.flatten(list(result)))


def _invariant_shapes(structure: _Structure, inputs: list[Tensor], invariants: Any) -> list[TensorShape]:
    if invariants is None:
        return [t.shape if t.dtype != dtypes.variant else TensorShape([]) for t in inputs]
    flat = nest.flatten_up_to(structure.value, invariants) if nest.is_sequence(structure.value) else [invariants]
    shapes: list[TensorShape] = []
    for leaf, given in zip(structure.leaves, flat, strict=True):
        shape = given if isinstance(given, TensorShape) else TensorShape(given)
        if hasattr(leaf, "_flow_parts"):
            shapes.append(TensorShape([]))
        elif isinstance(leaf, CompositeTensor):
            shapes += leaf._component_shapes(shape)
        else:
            shapes.append(shape)
    for tensor, shape in zip(inputs, shapes, strict=True):
        if not _less_than_or_equal(tensor.shape, shape):
            raise ValueError(
                f"The shape invariant specified for {tensor.name} is not compatible with the initial shape of the loop "
                f"variable. It enters the loop with shape {tensor.shape}, but the specified shape invariant is {shape}."
            )
    return shapes


def _less_than_or_equal(shape: TensorShape, general: TensorShape) -> bool:
    """Whether everything that `general` says of a shape also holds for `shape`."""
    a, b = shape._dims, general._dims
    if b is None:
        return True
    if a is None or len(a) != len(b):
        return False
    return all(y is None or x == y for x, y in zip(a, b, strict=True))


def _check_invariants(inputs: list[Tensor], shapes: list[TensorShape], outputs: list[Tensor], explicit: bool) -> None:
    for given, shape, new in zip(inputs, shapes, outputs, strict=True):
        if new.dtype != dtypes.variant and not _less_than_or_equal(new.shape, shape):
            if explicit:
                raise ValueError(
                    f"The shape invariant specified for {given.name} is {shape}, but the loop gives it the shape "
                    f"{new.shape} after one iteration. Provide shape invariants using the `shape_invariants` argument of "
                    "tf.while_loop or set_shape() on the loop variables."
                )
            raise ValueError(
                f"Input tensor '{given.name}' enters the loop with shape {shape}, but has shape {new.shape} after one "
                "iteration. To allow the shape to vary across iterations, use the `shape_invariants` argument of "
                "tf.while_loop to specify a less-specific shape."
            )
