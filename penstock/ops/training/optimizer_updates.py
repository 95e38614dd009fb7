"""Kernels of the operations that change variables while training: one rule per method, for all of its four operations.

A rule is written for whole variables, in the order of operations of 1.15's CPU kernels. `ApplyX` and `ResourceApplyX` call
it as it is, `SparseApplyX` and `ResourceSparseApplyX` on the rows that the indices name. Results that nobody else can see
yet are changed by `+=` and the like: this saves memory traffic in NumPy, and means the same in jax.numpy.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import dtypes, errors
from penstock.graph import opdef as opdefs
from penstock.graph import shape_rules as shapes
from penstock.graph.inference import Context
from penstock.graph.registry import check, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, TensorLike
from penstock.ops.arrays.scatter import check_indices, in_range, shape_text
from penstock.ops.arrays.unique import left_to_update
from penstock.ops.backend import arrays
from penstock.ops.state.kernels import handle_shape
from penstock.ops.training import adam_native as passes
from penstock.ops.training import row_updates as rows
from penstock.ops.training import row_updates_native as row_kernels

if TYPE_CHECKING:
    from penstock.graph.operation import Operation


def _known(value: TensorLike) -> bool:
    """Whether a scalar may decide which code is used: in XLA, the values of tensors that are not constant may not."""
    return isinstance(value, (np.ndarray, np.generic))


def _minus(xp: ModuleType, a: Array, b: Array) -> Any:
    """`a - b`, in the memory of `b`, which the caller has just made."""
    if type(b) is np.ndarray and xp is np:
        return np.subtract(a, b, out=b)
    return a - b


def _moved(average: Any, toward: Any, by: Any) -> Any:
    """`average + (toward - average) * by`."""
    step = toward - average
    step *= by
    step += average
    return step


# -- rules --------------------------------------------------------------------------------------------------------------


def _gradient_descent(xp, var, alpha, delta):
    return _minus(xp, var, delta * alpha)


def _momentum(xp, var, accum, lr, grad, momentum, *, use_nesterov):
    accum = accum * momentum
    accum += grad
    step = accum * lr
    if use_nesterov:
        step = accum * momentum
        step *= lr
        step += grad * lr
    return _minus(xp, var, step), accum


def _keras_momentum(xp, var, accum, lr, grad, momentum, *, use_nesterov):
    scaled = grad * lr
    accum = accum * momentum
    accum -= scaled
    if use_nesterov:
        step = accum * momentum
        step -= scaled
        step += var
        return step, accum
    return var + accum, accum


def _adam_rate(xp, beta1_power, beta2_power, lr):
    return lr * xp.sqrt(1 - beta2_power) / (1 - beta1_power)


def _adam(xp, var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, *, use_nesterov):
    rate = _adam_rate(xp, beta1_power, beta2_power, lr)
    m = _moved(m, grad, 1 - beta1)
    v = _moved(v, grad * grad, 1 - beta2)
    if use_nesterov:
        step = grad * (1 - beta1)
        step += m * beta1
        step *= rate
    else:
        step = m * rate
    root = xp.sqrt(v)
    root += epsilon
    step /= root
    return _minus(xp, var, step), m, v


def _adam_in_one_pass(xp, var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, *, use_nesterov):
    rate = _adam_rate(xp, beta1_power, beta2_power, lr)
    return passes.adam(xp, var, m, v, grad, (rate, beta1, beta2, epsilon), use_nesterov)


def _adam_with_amsgrad(xp, var, m, v, vhat, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad):
    m = _moved(m, grad, 1 - beta1)
    v = _moved(v, grad * grad, 1 - beta2)
    vhat = xp.maximum(vhat, v)
    step = m * _adam_rate(xp, beta1_power, beta2_power, lr)
    root = xp.sqrt(vhat)
    root += epsilon
    step /= root
    return _minus(xp, var, step), m, v, vhat


def _ada_max(xp, var, m, v, beta1_power, lr, beta1, beta2, epsilon, grad):
    m = _moved(m, grad, 1 - beta1)
    v = xp.maximum(beta2 * v, xp.abs(grad))
    step = m / (v + epsilon)
    step *= lr / (1 - beta1_power)
    return _minus(xp, var, step), m, v


def _adagrad(xp, var, accum, lr, grad, *, update_slots):
    accum = accum + grad * grad if update_slots else accum[...]
    step = grad * lr
    step /= xp.sqrt(accum)
    return _minus(xp, var, step), accum


def _adagrad_v2(xp, var, accum, lr, epsilon, grad, *, update_slots):
    accum = accum + grad * grad if update_slots else accum[...]
    step = grad * lr
    step /= xp.sqrt(accum) + epsilon
    return _minus(xp, var, step), accum


def _adagrad_da(xp, var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step):
    # 1.15 takes the step number through float32, whatever the variable's type.
    step = global_step.astype(np.float32).astype(var.dtype)
    total = gradient_accumulator + grad
    squares = gradient_squared_accumulator + grad * grad
    scale = xp.sqrt(squares)
    scale += l2 * (step * lr)
    new = _shrunk(xp, total, step * l1, l1)
    new *= -lr
    new /= scale
    return new, total, squares


def _adagrad_da_rows(xp, var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step):
    # 1.15 divides by the rate in its sparse kernel, and multiplies with it in the dense one.
    step = global_step.astype(np.float32).astype(var.dtype)
    total = gradient_accumulator + grad
    squares = gradient_squared_accumulator + grad * grad
    scale = xp.sqrt(squares)
    scale /= lr
    scale += l2 * step
    new = _shrunk(xp, total, step * l1, l1)
    new /= -scale
    return new, total, squares


def _shrunk(xp: ModuleType, x: Array, by: Array, l1: Array) -> Any:
    """A new array: `x` moved toward 0 by `by`, at most to 0, if `l1` is positive."""
    if _known(l1) and not l1 > 0:
        return x + 0
    size = xp.abs(x)
    size -= by
    size = xp.maximum(size, 0)
    size *= xp.sign(x)
    return size if _known(l1) else xp.where(l1 > 0, size, x)


def _proximal_gradient_descent(xp, var, alpha, l1, l2, delta):
    new = _shrunk(xp, var - delta * alpha, alpha * l1, l1)
    new /= 1 + l2 * alpha
    return new


def _proximal_adagrad(xp, var, accum, lr, l1, l2, grad):
    accum = accum + grad * grad
    rate = lr / xp.sqrt(accum)
    new = _shrunk(xp, var - grad * rate, rate * l1, l1)
    new /= 1 + l2 * rate
    return new, accum


def _adadelta(xp, var, accum, accum_update, lr, rho, epsilon, grad):
    accum = accum * rho
    accum += grad * grad * (1 - rho)
    step = xp.sqrt(accum_update + epsilon)
    step /= xp.sqrt(accum + epsilon)
    step *= grad
    accum_update = accum_update * rho
    accum_update += step * step * (1 - rho)
    step *= lr
    return _minus(xp, var, step), accum, accum_update


def _ftrl(xp, var, accum, linear, grad, lr, l1, l2, lr_power):
    return _ftrl_v2(xp, var, accum, linear, grad, lr, l1, l2, None, lr_power)


def _ftrl_v2(xp, var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power):
    new = accum + grad * grad
    root = _ftrl_power(xp, new, lr_power)
    sigma = root - _ftrl_power(xp, accum, lr_power)
    sigma /= lr
    sigma *= var
    shrinking = grad if l2_shrinkage is None else grad + 2 * l2_shrinkage * var
    linear = linear + _minus(xp, shrinking, sigma)
    pull = l1 * xp.sign(linear)
    pull -= linear
    root /= lr
    root += 2 * l2
    pull /= root
    return xp.where(xp.abs(linear) > l1, pull, xp.zeros((), var.dtype)), new, linear


def _ftrl_power(xp: ModuleType, x: Array, lr_power: Array) -> Any:
    """x ** -lr_power, which nearly always is a square root."""
    if _known(lr_power):
        return xp.sqrt(x) if lr_power == -0.5 else x ** (-lr_power)
    return xp.where(lr_power == -0.5, xp.sqrt(x), x ** (-lr_power))


def _rms_prop(xp, var, ms, mom, lr, rho, momentum, epsilon, grad):
    ms = _moved(ms, grad * grad, 1 - rho)
    step = grad * lr
    step /= xp.sqrt(ms + epsilon)
    step += mom * momentum
    return var - step, ms, step


def _rms_prop_rows(xp, var, ms, mom, lr, rho, momentum, epsilon, grad):
    ms = ms * rho
    ms += grad * grad * (1 - rho)
    step = grad * lr
    step /= xp.sqrt(ms + epsilon)
    step += mom * momentum
    return var - step, ms, step


def _centered_rms_prop(xp, var, mg, ms, mom, lr, rho, momentum, epsilon, grad):
    ms = _moved(ms, grad * grad, 1 - rho)
    mg = _moved(mg, grad, 1 - rho)
    spread = ms - mg * mg
    spread += epsilon
    step = grad * lr
    step /= xp.sqrt(spread)
    step += mom * momentum
    return var - step, mg, ms, step


def _centered_rms_prop_rows(xp, var, mg, ms, mom, lr, rho, momentum, epsilon, grad):
    ms = ms * rho
    ms += grad * grad * (1 - rho)
    mg = mg * rho
    mg += grad * (1 - rho)
    # Here 1.15 adds epsilon first; it can be all that is left of the difference.
    spread = ms + epsilon
    spread -= mg * mg
    step = grad * lr
    step /= xp.sqrt(spread)
    step += mom * momentum
    return var - step, mg, ms, step


def _add_sign(xp, var, m, lr, alpha, sign_decay, beta, grad):
    m = m * beta
    m += grad * (1 - beta)
    step = xp.sign(grad) * xp.sign(m)
    step *= sign_decay
    step += alpha
    step *= lr
    step *= grad
    return _minus(xp, var, step), m


def _power_sign(xp, var, m, lr, logbase, sign_decay, beta, grad):
    m = m * beta
    m += grad * (1 - beta)
    step = xp.sign(grad) * xp.sign(m)
    step *= logbase * sign_decay
    step = xp.exp(step)
    step *= lr
    step *= grad
    return _minus(xp, var, step), m


# -- what 1.15 checks -----------------------------------------------------------------------------------------------------

_POSITIVE = ("positive", lambda x: x > 0)
_NOT_NEGATIVE = ("non-negative", lambda x: x >= 0)
_REGULARIZED = {"lr": _POSITIVE, "l1": _NOT_NEGATIVE, "l2": _NOT_NEGATIVE}
# Method → conditions on its scalars.
_CONDITIONS: dict[str, dict[str, tuple[str, Callable]]] = {
    "Ftrl": {**_REGULARIZED, "lr_power": ("non-positive", lambda x: x <= 0)},
    "FtrlV2": {**_REGULARIZED, "l2_shrinkage": _NOT_NEGATIVE, "lr_power": ("non-positive", lambda x: x <= 0)},
    "ProximalAdagrad": _REGULARIZED,
}
_LONG_NAMES = {
    "l1": "l1 regularization strength",
    "l2": "l2 regularization strength",
    "l2_shrinkage": "l2 shrinkage regularization strength",
}
_GRADIENTS = ("grad", "delta")


def _check_scalar(name: str, value: Any, condition: tuple[str, Callable] | None) -> None:
    kind, holds = condition or ("", None)
    text = f"{_LONG_NAMES.get(name, name)} is not a {kind + ' ' if kind else ''}scalar: {shape_text(value.shape)}"
    if value.shape != ():
        raise errors.invalid(text)
    if holds is not None:
        check(holds(value), errors.InvalidArgumentError, text)


def _check_same_shape(name: str, value: Any, var: Any) -> None:
    if value.shape != var.shape:
        raise errors.invalid(
            f"var and {name} do not have the same shape{shape_text(var.shape)} {shape_text(value.shape)}"
        )


def _check_rows(var: Any, grad: Any, indices: Any) -> None:
    if var.ndim < 1:
        raise errors.invalid("var must be at least 1 dimensional")
    if indices.ndim != 1:
        raise errors.invalid("indices must be one-dimensional")
    for d in range(1, var.ndim):
        if d >= grad.ndim or var.shape[d] != grad.shape[d]:
            raise errors.invalid(f"var and grad must match in dimension {d}")
    if grad.ndim < 1 or grad.shape[0] != indices.shape[0]:
        raise errors.invalid("grad must be the same size as indices in the first dimension.")


def _check_range(xp: ModuleType, indices: Array, limit: int) -> None:
    def message() -> str:
        bad = int(np.flatnonzero((indices < 0) | (indices >= limit))[0])
        return f"Index {indices[bad]} at offset {bad} in indices is out of range"

    check(in_range(xp, indices, limit), errors.InvalidArgumentError, message)


# Rules that have a kernel in C for large variables; it may answer None.
_IN_ONE_PASS = {_adam: _adam_in_one_pass}
# Elements of a block in NumPy. For Adam on 3 million weights this takes 20 ms, against 39 ms in one piece.
_BLOCK = 1 << 15

# -- from rules to kernels --------------------------------------------------------------------------------------------------


def _input_names(op_type: str) -> list[str]:
    op_def = opdefs.get(op_type)
    return [arg.name for arg in op_def.inputs] if op_def is not None else []


def _checks(method: str, names: list[str], count: int) -> Callable[[tuple], None]:
    """A function that checks the inputs called `names`, of which `count` are variables, against the first."""
    slots = [(i, names[i]) for i in range(1, count)]
    conditions = _CONDITIONS.get(method, {})
    scalars = [
        (i, name, conditions.get(name))
        for i, name in enumerate(names)
        if i >= count and name not in (*_GRADIENTS, "indices")
    ]

    def run(inputs: tuple) -> None:
        for i, name in slots:
            _check_same_shape(name, inputs[i], inputs[0])
        for i, name, condition in scalars:
            _check_scalar(name, inputs[i], condition)

    return run


def _dense_kernel(method: str, names: list[str], count: int, rule: Callable) -> Callable:
    check_inputs = _checks(method, names, count)
    grad_at = next(i for i, name in enumerate(names) if name in _GRADIENTS)
    grad_name = names[grad_at]
    in_one_pass = _IN_ONE_PASS.get(rule)

    @functools.wraps(rule)
    def kernel(xp, *inputs, **attrs):
        check_inputs(inputs)
        _check_same_shape(grad_name, inputs[grad_at], inputs[0])
        new = None if in_one_pass is None else in_one_pass(xp, *inputs, **attrs)
        if new is not None:
            return new
        if xp is np and count > 1 and inputs[0].size > _BLOCK:
            return _in_blocks(rule, inputs, count, grad_at, attrs)
        return rule(xp, *inputs, **attrs)

    return kernel


def _in_blocks(rule: Callable, inputs: tuple, count: int, grad_at: int, attrs: dict[str, Any]) -> tuple:
    """The rule, in NumPy, on pieces that stay in the cache while its dozen passes go over them."""
    parts = {*range(count), grad_at}
    flat = [x.reshape(-1) if i in parts else x for i, x in enumerate(inputs)]
    out = tuple(np.empty(x.shape, x.dtype) for x in inputs[:count])
    targets = [x.reshape(-1) for x in out]
    for start in range(0, inputs[0].size, _BLOCK):
        piece = slice(start, start + _BLOCK)
        new = rule(np, *[x[piece] if i in parts else x for i, x in enumerate(flat)], **attrs)
        for target, values in zip(targets, new, strict=True):
            target[piece] = values
    return out


# Rules that have a kernel in C for rows, and what it is given of the scalars and attributes.
_ROW_KERNELS: dict[Callable, tuple[int, Callable[..., list[Any]]]] = {
    _adagrad: (row_kernels.ADAGRAD, lambda lr, *, update_slots: [lr, 0, update_slots]),
    _adagrad_v2: (row_kernels.ADAGRAD, lambda lr, epsilon, *, update_slots: [lr, epsilon, update_slots]),
    _ftrl: (row_kernels.FTRL, lambda lr, l1, l2, lr_power: [lr, l1, l2, 0, 0, lr_power]),
    _ftrl_v2: (row_kernels.FTRL, lambda lr, l1, l2, shrinkage, lr_power: [lr, l1, l2, shrinkage, 1, lr_power]),
}


def _summed(grad: np.ndarray, indices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows with different indices. Mostly they are: only a program may have left it to the update to sum up."""
    if len(set(indices.tolist())) == len(indices):
        return grad, indices
    different, first, positions = np.unique(indices, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty(len(order), np.intp)
    place[order] = np.arange(len(order))
    sums = arrays.segment_reduce(np, grad, place[positions.reshape(-1)], len(order), "add", grad.dtype.type(0))
    return sums, different[order]


def _sparse_kernel(method: str, names: list[str], count: int, rule: Callable) -> Callable:
    check_inputs = _checks(method, names, count)
    in_c = _ROW_KERNELS.get(rule)
    at = names.index("indices")  # the gradient is just before
    check_range = check_indices if method == "KerasMomentum" else _check_range

    @functools.wraps(rule)
    def kernel(xp, *inputs, distinct, summed, **attrs):
        check_inputs(inputs)
        variables, grad, indices = inputs[:count], inputs[at - 1], inputs[at]
        _check_rows(variables[0], grad, indices)
        check_range(xp, indices, variables[0].shape[0])
        between, after = inputs[count : at - 1], inputs[at + 1 :]
        if summed and xp is np:
            grad, indices = _summed(grad, indices)
        if in_c is not None and xp is not np and indices.shape[0] and row_kernels.ready(xp, variables[0].dtype):
            scalars = in_c[1](*between, *after, **attrs)
            return row_kernels.update(xp, in_c[0], variables, grad, indices, scalars, summed)

        def on_rows(old: tuple, grads: TensorLike) -> tuple:
            new = rule(xp, *old, *between, grads, *after, **attrs)
            return new if count > 1 else (new,)

        new = rows.update(xp, on_rows, variables, grad, indices, distinct)
        return new if count > 1 else new[0]

    return kernel


# -- shapes -------------------------------------------------------------------------------------------------------------------


def _check_equal(a: int | None, b: int | None) -> None:
    if a is not None and b is not None and a != b:
        raise ValueError(f"Dimensions must be equal, but are {a} and {b}")


def _shape_rule(names: list[str], count: int) -> Callable[[Context], list[TensorShape]]:
    sparse = "indices" in names

    def rule(c: Context) -> list[TensorShape]:
        is_handle = c.op._inputs[0].dtype is dtypes.resource
        shape = shapes.UNKNOWN
        for i in range(count):
            shape = shapes.merge(shape, handle_shape(c.op._inputs[i]) if is_handle else c.shape(i))
        for i in range(count, len(names)):
            if names[i] in _GRADIENTS:
                grad = c.shape(i)
                if sparse:
                    indices = shapes.with_rank(c.shape(i + 1), 1)
                    grad = shapes.with_rank_at_least(grad, 1)
                    if grad.ndims is not None:
                        _check_equal(indices.as_list()[0] if indices.ndims else None, grad.as_list()[0])
                        if shape.ndims is not None:
                            shapes.merge(shape, TensorShape([None]).concatenate(grad[1:]))
                else:
                    shape = shapes.merge(shape, grad)
            elif names[i] != "indices":
                shapes.with_rank(c.shape(i), 0)
        return [] if is_handle else [shape]

    return rule


# -- the table ------------------------------------------------------------------------------------------------------------------

# method → (number of variables, rule, rule for rows if it differs)
_METHODS: dict[str, tuple[int, Callable, Callable | None]] = {
    "GradientDescent": (1, _gradient_descent, None),
    "Momentum": (2, _momentum, None),
    "KerasMomentum": (2, _keras_momentum, None),
    "Adam": (3, _adam, None),
    "AdamWithAmsgrad": (4, _adam_with_amsgrad, None),
    "AdaMax": (3, _ada_max, None),
    "Adagrad": (2, _adagrad, None),
    "AdagradV2": (2, _adagrad_v2, None),
    "AdagradDA": (3, _adagrad_da, _adagrad_da_rows),
    "ProximalGradientDescent": (1, _proximal_gradient_descent, None),
    "ProximalAdagrad": (2, _proximal_adagrad, None),
    "Adadelta": (3, _adadelta, None),
    "Ftrl": (3, _ftrl, None),
    "FtrlV2": (3, _ftrl_v2, None),
    "RMSProp": (3, _rms_prop, _rms_prop_rows),
    "CenteredRMSProp": (4, _centered_rms_prop, _centered_rms_prop_rows),
    "AddSign": (2, _add_sign, None),
    "PowerSign": (2, _power_sign, None),
}


def _register() -> None:
    for method, (count, rule, rule_for_rows) in _METHODS.items():
        for prefix in ("Apply", "ResourceApply", "SparseApply", "ResourceSparseApply"):
            names = _input_names(prefix + method)
            if not names:
                continue  # not every method has all four
            sparse = "Sparse" in prefix
            chosen = rule_for_rows if sparse and rule_for_rows else rule
            kernel = (_sparse_kernel if sparse else _dense_kernel)(method, names, count, chosen)
            # Optimizers name every row once: they sum up the gradients of duplicates before.
            position = names.index("indices") if sparse else 0
            derived = {"distinct": _are_unique, "summed": _are_left_to_update} if sparse else {}
            derived = {key: functools.partial(function, position) for key, function in derived.items()}
            op(prefix + method, shape=_shape_rule(names, count), updates=tuple(names[:count]), derived=derived)(kernel)


def _are_unique(position: int, operation: Operation) -> bool:
    source = operation._inputs[position].op
    while source.type == "Identity":
        source = source._inputs[0].op
    return source.type == "Unique" and operation._inputs[position] is source._outputs[0]


def _are_left_to_update(position: int, operation: Operation) -> bool:
    source = operation._inputs[position].op
    return source.type == "Unique" and left_to_update(source)


_register()
