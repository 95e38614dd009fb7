"""`tf.contrib.framework.py_func`: a Python function of nested arrays and keyword arguments as an operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from penstock._namespace import export
from penstock.graph import nest
from penstock.graph.tensor_shape import as_shape
from penstock.ops.control import py_func as one_level


@export("contrib.framework.py_func")
def py_func(
    func: Callable,
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
    output_types: Any = None,
    output_shapes: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """Wraps a Python function of NumPy arrays as an operation; `tf.py_func` with keywords, nests and shapes.

    Args:
      func: the function; its arguments have the structure of `args` and `kwargs`, its result that of `output_types`.
      args: a list of tensors, or of nests of them.
      kwargs: names and the tensors, or nests of them, that are given under these.
      output_types: the type of the result, or a nest of types; or a function of the arguments that gives it.
      output_shapes: the shapes, in the same structure; or a function of the arguments that gives them.
      stateful: if False, the function is taken to give the same results for the same arguments.
      name: a name for the operation.

    Returns:
      Tensors in the structure of `output_types`.

    Raises:
      TypeError: `args` is no list, or `kwargs` no dictionary.

    >>> import penstock as tf
    >>> halves = tf.contrib.framework.py_func(
    ...     lambda x, by: {"quotient": x // by, "rest": x % by},
    ...     [tf.constant(7)],
    ...     {"by": tf.constant(2)},
    ...     {"quotient": tf.int32, "rest": tf.int32},
    ...     {"quotient": [], "rest": []},
    ... )
    >>> tf.Session().run(halves)
    {'quotient': np.int32(3), 'rest': np.int32(1)}
    """
    named = {} if kwargs is None else kwargs
    if not isinstance(args, (list, tuple)):
        raise TypeError(f"args must be list and not {type(args)}. args: {args}")
    if not isinstance(named, dict):
        raise TypeError(f"kwargs must be dict and not {type(named)}. args: {named}")
    types = output_types(*args, **named) if callable(output_types) else output_types
    shapes = output_shapes(*args, **named) if callable(output_shapes) else output_shapes
    given = (args, named)

    def flat(*values: Any) -> list[Any]:
        at_places, by_names = nest.pack_sequence_as(given, list(values))
        result = func(*at_places, **by_names)
        nest.assert_shallow_structure(types, result)
        return nest.flatten(result)

    results = one_level.py_func(flat, nest.flatten(given), nest.flatten(types), stateful=stateful, name=name)
    if shapes is not None:
        for result, shape in zip(results, nest.flatten(nest.map_structure_up_to(types, as_shape, shapes))):
            result.set_shape(shape)
    return nest.pack_sequence_as(types, results)
