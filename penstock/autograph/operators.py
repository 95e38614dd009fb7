"""What converted statements do: with a tensor as condition or sequence they are `tf.cond` and `tf.while_loop`, else Python.

Each function has the name and the arguments that converted code calls it with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from malt.operators import conditional_expressions as _expressions
from malt.operators import control_flow as _control_flow
from malt.operators import exceptions as _exceptions
from malt.operators import logical as _logical
from malt.operators import py_builtins as _builtins
from malt.operators.variables import Undefined, UndefinedReturnValue

from penstock._namespace import find
from penstock.graph import convert, dtypes, nest
from penstock.graph.composite import CompositeTensor, SparseTensor
from penstock.graph.function import FuncGraph
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, TensorLike

if TYPE_CHECKING:
    from penstock.data.dataset import Dataset
    from penstock.graph.tensor_shape import TensorShape


_GIVEN = _builtins.UNSPECIFIED
_PLAIN = (bool, int, float, str)


def _is_tensor(value: Any) -> bool:
    return isinstance(value, (Tensor, SparseTensor, CompositeTensor, find("Variable")))


# ---- conditionals ----


def if_stmt(
    cond: Any,
    body: Callable,
    orelse: Callable,
    get_state: Callable,
    set_state: Callable,
    symbol_names: tuple[str, ...],
    nouts: int,
) -> None:
    """An `if`: both branches become part of the graph if the condition is a tensor."""
    if not _is_tensor(cond):
        _control_flow._py_if_stmt(cond, body, orelse)
        return
    before = get_state()
    names = symbol_names[:nouts]
    outputs: dict[str, Any] = {}

    def branch(which: str, run: Callable) -> Callable:
        def call() -> Any:
            set_state(before)
            run()
            found = tuple(get_state()[:nouts])
            _check_defined(found, which)
            if "if" in outputs:
                _check_alike(outputs["if"], found, names)
            outputs[which] = found
            return found or convert.constant(0)  # a conditional has a result

        return call

    result = find("cond")(cond, branch("if", body), branch("else", orelse), strict=True)
    set_state((tuple(result) if nouts else ()) + tuple(before[nouts:]))


def _check_defined(values: tuple[Any, ...], branch: str) -> None:
    undefined = tuple(value.symbol_name for value in values if isinstance(value, Undefined))
    if undefined:
        raise ValueError(
            f"The following symbols must also be initialized in the {branch} branch: {undefined}. Alternatively, you may "
            "initialize them before the if statement."
        )
    if any(isinstance(value, UndefinedReturnValue) for value in values):
        raise ValueError(
            f"A value must also be returned from the {branch} branch. If a value is returned from one branch of a "
            "conditional a value must be returned from all branches."
        )


def _check_alike(ours: tuple[Any, ...], theirs: tuple[Any, ...], names: tuple[str, ...]) -> None:
    for name, a, b in zip(names, ours, theirs, strict=True):
        try:
            nest.assert_same_structure(a, b)
        except (TypeError, ValueError) as error:
            raise TypeError(
                f'"{name}" does not have the same nested structure in the TRUE and FALSE branches.\n\n{error}'
            ) from None
        for x, y in zip(nest.flatten(a), nest.flatten(b), strict=True):
            kinds = _type_of(x), _type_of(y)
            if None not in kinds and kinds[0] != kinds[1]:
                raise TypeError(
                    f'"{name}" has dtype {kinds[0].name} in the TRUE branch, but dtype={kinds[1].name} in the FALSE '
                    "branch. TensorFlow control flow requires that they are the same."
                )


def _type_of(value: Any) -> Any:
    if isinstance(value, _PLAIN):
        kind = type(value)
        return {bool: dtypes.bool, int: dtypes.int32, float: dtypes.float32, str: dtypes.string}[kind]
    found = getattr(value, "dtype", None) if _is_tensor(value) else None
    return None if found is None else found.base_dtype


def if_exp(cond: Any, if_true: Callable, if_false: Callable, expr_repr: str) -> Any:
    """`a if cond else b`."""
    if _is_tensor(cond):
        return find("cond")(cond, if_true, if_false)
    return _expressions._py_if_exp(cond, if_true, if_false)


def not_(a: Any) -> Any:
    """`not a`."""
    return find("logical_not")(a) if _is_tensor(a) else not a


def and_(a: Callable, b: Callable) -> Any:
    """`a and b`, where b is computed only if a is true."""
    first = a()
    return find("cond")(first, b, lambda: first) if _is_tensor(first) else _logical._py_lazy_and(first, b)


def or_(a: Callable, b: Callable) -> Any:
    """`a or b`, where b is computed only if a is false."""
    first = a()
    return find("cond")(first, lambda: first, b) if _is_tensor(first) else _logical._py_lazy_or(first, b)


def eq(a: Any, b: Any) -> Any:
    """`a == b`, of the elements."""
    return find("equal")(a, b) if _is_tensor(a) or _is_tensor(b) else a == b


def not_eq(a: Any, b: Any) -> Any:
    """`a != b`, of the elements."""
    return not_(eq(a, b))


def assert_stmt(expression1: Any, expression2: Callable) -> Any:
    """`assert`: an operation that later ones in the function wait for, if the condition is a tensor."""
    if not _is_tensor(expression1):
        return _exceptions._py_assert_stmt(expression1, expression2)
    return find("Assert")(expression1, nest.flatten(expression2()))


# ---- loops ----


def while_stmt(
    test: Callable,
    body: Callable,
    get_state: Callable,
    set_state: Callable,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """A `while`: an operation if its condition is a tensor."""
    with _scratch():
        first = test()
    if not _is_tensor(first):
        _control_flow._py_while_stmt(test, body, get_state, set_state, opts)
        return
    _loop(lambda: test(), body, get_state, set_state, symbol_names, opts)


class _scratch:  # noqa: N801 - used as a function
    """A graph for what is made only to look at it."""

    def __enter__(self) -> None:
        self.graph = FuncGraph("scratch")
        self.graph.outermost._functions.pop(self.graph.name, None)
        self.entered = self.graph.as_default()
        self.entered.__enter__()

    def __exit__(self, *error: Any) -> None:
        self.entered.__exit__(*error)


def _loop(
    test: Callable,
    body: Callable,
    get_state: Callable,
    set_state: Callable,
    names: tuple[str, ...],
    opts: dict[str, Any],
    counter: tuple[Any, Callable, Callable] | None = None,
) -> None:
    """`tf.while_loop` over the state; `counter` is a start, a test and a step that gets and returns it."""
    before = tuple(get_state())
    _check_defined_before(before)

    def turn_test(count: Any, *state: Any) -> Any:
        set_state(state)
        if counter is None:
            return test()
        going = counter[1](count)
        return going if test is None else find("cond")(going, lambda: _as_bool(test()), lambda: False)

    def turn(count: Any, *state: Any) -> tuple[Any, ...]:
        set_state(state)
        count = counter[2](count) if counter is not None else count
        if counter is None:
            body()
        after = tuple(get_state())
        _check_unchanged(before, after, names, opts)
        return (count, *after)

    options = {k: v for k, v in opts.items() if k in ("parallel_iterations", "swap_memory", "maximum_iterations")}
    state = (convert.constant(0) if counter is None else counter[0], *before)
    if opts.get("shape_invariants"):
        wanted = [(tensor, shape) for tensor, shape in opts["shape_invariants"]]
        options["shape_invariants"] = (
            find("TensorShape")([]),
            *(next((shape for tensor, shape in wanted if tensor is value), _shape_of(value)) for value in before),
        )
    result = find("while_loop")(turn_test, turn, state, return_same_structure=True, **options)
    set_state(tuple(result[1:]))


def _shape_of(value: Any) -> Any:
    return nest.map_structure(lambda v: convert.convert_to_tensor(v).shape, value)


def _as_bool(value: Any) -> Tensor:
    return convert.convert_to_tensor(value, dtypes.bool)


def _check_defined_before(values: tuple[Any, ...]) -> None:
    undefined = tuple(value.symbol_name for value in values if isinstance(value, Undefined))
    if undefined:
        raise ValueError(f"TensorFlow requires that the following symbols must be defined before the loop: {undefined}")
    if any(isinstance(value, UndefinedReturnValue) for value in values):
        raise ValueError("return statements are not supported within a TensorFlow loop.")


def _check_unchanged(
    before: tuple[Any, ...], after: tuple[Any, ...], names: tuple[str, ...], opts: dict[str, Any]
) -> None:
    """What a variable is before a loop, it is after one turn."""
    for name, old, new in zip(names, before, after, strict=True):
        try:
            nest.assert_same_structure(old, new)
        except (TypeError, ValueError) as error:
            raise TypeError(
                f'"{name}" does not have the same nested structure after one iteration.\n\n{error}'
            ) from None
        for x, y in zip(nest.flatten(old), nest.flatten(new), strict=True):
            kinds = _type_of(x), _type_of(y)
            if None in kinds:
                continue
            if kinds[0] != kinds[1]:
                raise TypeError(
                    f'"{name}" has dtype {kinds[0].name} before the loop, but dtype {kinds[1].name} after one iteration. '
                    "TensorFlow control flow requires it stays the same."
                )
            shapes = (() if isinstance(x, _PLAIN) else x.shape), (() if isinstance(y, _PLAIN) else y.shape)
            first, later = (find("TensorShape")(shape) for shape in shapes)
            if not opts.get("shape_invariants") and not _covers(first, later):
                raise ValueError(
                    f'"{name}" has shape {first} before the loop, but shape {later} after one iteration. TensorFlow '
                    "control flow requires it stays the same or be more specific."
                )


def _covers(general: Any, shape: TensorShape) -> bool:
    if general.ndims is None:
        return True
    if shape.ndims != general.ndims:
        return False
    return all(a is None or a == b for a, b in zip(general.as_list(), shape.as_list(), strict=True))


def for_stmt(
    iter_: Any,
    extra_test: Callable | None,
    body: Callable,
    get_state: Callable,
    set_state: Callable,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """A `for`: over the rows of a tensor or the elements of a dataset, an operation."""
    if isinstance(iter_, find("Variable")):
        iter_ = convert.convert_to_tensor(iter_)
    if isinstance(iter_, find("data.Dataset")):
        _dataset_for(iter_, extra_test, body, get_state, set_state)
    elif not isinstance(iter_, Tensor):
        _control_flow._py_for_stmt(iter_, extra_test, body, get_state, set_state, symbol_names, opts)
    else:
        rows = iter_
        length = len_(rows)
        if rows.shape.ndims is not None and rows.shape.ndims and rows.shape.as_list()[0] is not None:
            opts = {"maximum_iterations": length, **opts}

        def step(count: Any) -> Any:
            body(rows[count])
            return count + 1

        test: Any = extra_test
        _loop(test, body, get_state, set_state, symbol_names, opts, (convert.constant(0), lambda i: i < length, step))


def _dataset_for(
    dataset: Dataset, extra_test: Callable | None, body: Callable, get_state: Callable, set_state: Callable
) -> None:
    before = tuple(get_state())
    _check_defined_before(before)

    def turn(state: Any, element: Any) -> tuple[Any, ...]:
        set_state(tuple(state))
        body(element)
        return tuple(get_state())

    if extra_test is None:
        set_state(tuple(dataset.reduce(before, turn) if before else _run_through(dataset, turn)))
        return

    def scanned(state: NestedTensors, element: Any) -> tuple[Any, tuple[Any, Tensor]]:
        after = turn(state, element)
        return after, (after, _as_bool(extra_test()))

    steps = dataset.apply(find("data.experimental.scan")(before, scanned))

    # A turn whose test fails is the last one, and counts: the flag that a turn is taken by is that of the turn before.
    def told_before(go_on: Any, step: Any) -> tuple[Any, tuple[Any, Any]]:
        state, next_go_on = step
        return next_go_on, (state, go_on)

    told = steps.apply(find("data.experimental.scan")(convert.constant(True), told_before))
    taken = told.apply(find("data.experimental.take_while")(lambda state, go_on: go_on))
    set_state(tuple(taken.reduce(before, lambda _, step: tuple(step[0]))))


def _run_through(dataset: Dataset, turn: Callable) -> tuple[Any, ...]:
    def one(count: Any, element: Any) -> Any:
        turn((), element)
        return count + 1

    dataset.reduce(find("constant")(0, dtypes.int64), one)
    return ()


# ---- builtin functions ----


def len_(s: Any) -> Any:
    """`len`: of a tensor, the size of its first dimension."""
    if isinstance(s, find("TensorArray")):
        return s.size()
    if not isinstance(s, Tensor):
        return len(s)
    if s.shape.ndims == 0:
        raise ValueError("len requires a tensor of rank at least one")
    if s.shape.ndims is not None and s.shape.as_list()[0] is not None:
        return s.shape.as_list()[0]
    return find("shape")(s)[0]


def range_(start_or_stop: Any, stop: Any = _GIVEN, step: Any = _GIVEN) -> Any:
    """`range`: a tensor, if one of its arguments is."""
    given = [x for x in (start_or_stop, stop, step) if x is not _GIVEN]
    if not any(_is_tensor(x) for x in given):
        return range(*given)
    if len(given) == 1:
        return find("range")(*given)
    # Numbers that run the wrong way are none, as in Python.
    if len(given) == 2:
        return find("range")(given[0], find("maximum")(*given))
    return find("range")(*given)


def print_(*objects: Any, **kwargs: Any) -> Any:
    """`print`: of tensors, an operation."""
    if not any(_is_tensor(x) for x in objects):
        return print(*objects, **kwargs)
    unknown = [key for key in kwargs if key not in ("sep", "end", "file", "flush")]
    if unknown:
        raise ValueError(f"invalid keyword arguments: {unknown}")

    def show(*values: Any) -> None:
        print(*(v.decode() if isinstance(v, bytes) else v for v in values), **kwargs)

    return find("py_func")(show, list(objects), [])


def abs_(x: TensorLike) -> Any:
    """`abs`."""
    return find("abs")(x)


def float_(x: Any = 0) -> Any:
    """`float`: of a tensor, another of that type."""
    if not _is_tensor(x):
        return float(x)
    return find("strings.to_number")(x) if x.dtype == dtypes.string else find("cast")(x, dtypes.float32)


def int_(x: Any = 0, base: Any = _GIVEN) -> Any:
    """`int`: of a tensor, another of that type."""
    if not _is_tensor(x):
        return int(x) if base is _GIVEN else int(x, base)
    if base not in (10, _GIVEN):
        raise NotImplementedError(f"base {base} not supported for int")
    to_number = find("strings.to_number")
    return to_number(x, out_type=dtypes.int32) if x.dtype == dtypes.string else find("cast")(x, dtypes.int32)


def enumerate_(s: Any, start: int = 0) -> Any:
    """`enumerate`: of a dataset, a dataset of pairs."""
    if isinstance(s, find("data.Dataset")):
        return s.apply(find("data.experimental.enumerate_dataset")(start))
    return enumerate(s, start)


def zip_(*iterables: Any) -> Any:
    """`zip`: of datasets, a dataset of tuples."""
    if iterables and all(isinstance(s, find("data.Dataset")) for s in iterables):
        return find("data.Dataset").zip(iterables)
    return zip(*iterables)  # noqa: B905 - as Python has it


BUILTINS: dict[Callable, Callable] = {
    abs: lambda x: abs_(x) if _is_tensor(x) else abs(x),
    float: float_,
    int: int_,
    len: len_,
    print: print_,
    range: range_,
    enumerate: enumerate_,
    zip: zip_,
}


def operators() -> Iterator[tuple[str, Callable]]:
    """The functions of this module that take the place of malt's, with their names."""
    for function in (if_stmt, if_exp, not_, and_, or_, eq, not_eq, assert_stmt, while_stmt, for_stmt, len_, range_, print_,
                     float_, int_):  # fmt: skip
        yield function.__name__, function
