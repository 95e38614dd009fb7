"""Calls the kernel of one operation in both tiers, and asks the peer for the same operation."""

import numpy as np

from penstock.graph import build, convert, dtypes, graph, inference, opdef, registry

# Runs on the peer: `cases` is a list of (operation type, {input: value}, {attribute: value}).
PEER = """
from tensorflow.python.framework import op_def_library
answers = []
for kind, inputs, attrs in cases:
    with tf.Graph().as_default(), tf.Session() as sess:
        try:
            for k, v in attrs.items():
                if isinstance(v, str) and v.startswith("dtype:"):
                    attrs[k] = tf.as_dtype(v[6:])
            made = op_def_library.apply_op(kind, **inputs, **attrs)
            value = sess.run(made)
            answers.append([np.asarray(v) for v in value] if isinstance(value, (list, tuple)) else [np.asarray(value)])
        except Exception as error:
            answers.append(type(error).__name__ + ": " + str(getattr(error, "message", error)))
result = {"answers": answers}
"""


class Call:
    """One operation with its inputs, ready to be called in either tier."""

    def __init__(self, kind, inputs, attrs=None):
        given = {k: _attribute(v) for k, v in (attrs or {}).items()}
        with graph.Graph().as_default():
            # As tensors: an array may become the default of its attribute's type (tests/parity/input_types.py).
            tensors = {
                k: convert.convert_to_tensor(v) if isinstance(v, (np.ndarray, np.generic)) else v
                for k, v in inputs.items()
            }
            self.op = build.make(kind, None, {**tensors, **given})
        self.info = registry.lookup(kind)
        self.flat = [t.op._attrs["value"] for t in self.op.inputs]
        names = [a.name for a in self.op.op_def.inputs for _ in (inputs[a.name] if a.is_list else [0])]
        self.traced = [i for i, n in enumerate(names) if n not in self.info.static]
        self.compilable = not self.info.host and not any(v.dtype == object for v in self.flat)

    def plain(self):
        with np.errstate(all="ignore"):
            return [np.asarray(v) for v in inference.call_kernel(self.op, self.info, self.flat)]

    def trace(self, values):
        import jax.numpy as jnp

        everything = list(self.flat)
        for i, v in zip(self.traced, values, strict=True):
            everything[i] = v
        attrs = {name: self.op._attrs[name] for name in self.info.attr_names}
        registry.trace.flags = []
        try:
            result = self.info.kernel(jnp, *inference.group_inputs(self.op, everything), **attrs)
        finally:
            registry.trace.flags = None
        return result if isinstance(result, (tuple, list)) else (result,)

    def arguments(self):
        return [self.flat[i] for i in self.traced]


def _attribute(value):
    return dtypes.as_dtype(value[6:]) if isinstance(value, str) and value.startswith("dtype:") else value


def both(*cases):
    """Returns the outputs of all cases in the NumPy tier, after comparing them with XLA and with the static shapes."""
    import jax

    calls = [Call(*case) for case in cases]
    plain = [call.plain() for call in calls]
    wanted = [i for i, call in enumerate(calls) if call.compilable]
    with jax.enable_x64(True):
        program = jax.jit(lambda arguments: [calls[i].trace(a) for i, a in zip(wanted, arguments, strict=True)])
        compiled = dict(zip(wanted, program([calls[i].arguments() for i in wanted]), strict=True)) if wanted else {}
    for i, call in enumerate(calls):
        kind = call.op.type
        for j, (a, tensor) in enumerate(zip(plain[i], call.op.outputs, strict=True)):
            assert a.dtype == tensor.dtype.storage, f"{kind}: NumPy gives {a.dtype}, not {tensor.dtype.name}"
            assert tensor.shape.is_compatible_with(a.shape), f"{kind}: shape {a.shape} is not {tensor.shape}"
            if i in compiled:
                b = np.asarray(compiled[i][j])
                assert b.dtype == a.dtype, f"{kind}: XLA gives {b.dtype}, NumPy {a.dtype}"
                assert a.shape == b.shape, f"{kind}: XLA gives shape {b.shape}, NumPy {a.shape}"
                close(a, b, f"{kind}: XLA and NumPy")
    return plain


def complete(kind, attrs):
    """The attributes with their defaults, as the peer wants them."""
    op_def = opdef.get(kind)
    free = {n: a for n, a in op_def.attrs.items() if n not in op_def.inferred_attrs and a.has_default}
    defaults = {n: f"dtype:{a.default}" if a.type == "type" else a.default for n, a in free.items()}
    return {**defaults, **attrs}


TOLERANCE = {"float16": 4e-3, "bfloat16": 3e-2, "float32": 3e-5, "complex64": 3e-5, "float64": 1e-9, "complex128": 1e-9}


def close(a, b, what, rtol=None):
    """Equal for exact types, nearly equal for the others."""
    rtol = rtol or TOLERANCE.get(a.dtype.name, 0)
    if not rtol:
        np.testing.assert_array_equal(a, b, err_msg=what)
    else:
        wide = np.complex128 if a.dtype.kind == "c" else np.float64
        np.testing.assert_allclose(a.astype(wide), b.astype(wide), rtol=rtol, atol=rtol, err_msg=what)
