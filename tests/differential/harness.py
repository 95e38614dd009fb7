"""Runs cases of one operation with Penstock, in both tiers, and with real TensorFlow: the same source, run three times.

A case is built twice: with everything about shapes known (inputs that decide shapes are constants), and with nothing
known. Values, types and static shapes of the outputs, the values left in variables, and the stage and class of errors
are what is compared.
"""

import dataclasses
from typing import Any

import numpy as np

import penstock as tf
from penstock.graph import registry
from penstock.runtime.xla import compile as compiler
from tests.differential.values import COMPLEX, FLOATS

TIERS = {"interpreted": -1, "compiled": 1}


@dataclasses.dataclass(eq=False)
class Case:
    """One call of an operation.

    `inputs`: arrays, lists of arrays, or `Ref`/`Handle` for variables. `attrs`: type attributes are written
    "dtype:float32". `fails`: TensorFlow reports an error. `grad`: the gradient is compared too. `loose`: a relative
    tolerance to use instead of the type's. `outputs`, `slopes`: how many outputs, or gradients, have a
    meaning; others are not compared.
    """

    kind: str
    inputs: dict[str, Any]
    attrs: dict[str, Any] = dataclasses.field(default_factory=dict)
    fails: bool = False
    grad: bool = True
    loose: float | None = None
    outputs: int | None = None
    slopes: int | None = None

    def __str__(self):
        def short(v):
            if isinstance(v, (list, tuple)):
                return "[" + ", ".join(map(short, v)) + "]"
            return f"{v.dtype}{list(v.shape)}" if isinstance(v, np.ndarray) else repr(v)

        return f"{self.kind}({', '.join(f'{k}={short(v)}' for k, v in self.inputs.items())}, {self.attrs})"

    def arrays(self):
        """All arrays among the inputs."""
        return [v for v in self._flat() if isinstance(v, np.ndarray)]

    def has_strings(self):
        """Whether some input is of strings, which XLA does not have."""
        return any((v[1] if isinstance(v, tuple) else v).dtype == object for v in self._flat())

    def _flat(self):
        return [v for value in self.inputs.values() for v in (value if isinstance(value, list) else [value])]


def Ref(value):
    """A reference variable with that initial value, as an input."""
    return ("ref", np.asarray(value))


def Handle(value):
    """A resource variable with that initial value, as an input."""
    return ("handle", np.asarray(value))


# Runs under Penstock and under TensorFlow: `cases` is a list of (operation type, inputs, attributes, names of inputs that
# are constants, whether shapes are known).
PROGRAM = """
feeds = {}
if CONFIG is None:
    CONFIG = tf.ConfigProto()
    CONFIG.graph_options.rewrite_options.disable_meta_optimizer = True
    CONFIG.graph_options.optimizer_options.opt_level = -1
    CONFIG.graph_options.place_pruned_graph = True  # a case without a kernel must not spoil the others
    from tensorflow.python.framework import op_def_library, op_def_registry

    if tf.__version__.startswith("1."):  # 1.15 as the judge
        registered, library = op_def_registry.get_registered_ops().get, op_def_library.OpDefLibrary()
        for op_def in op_def_registry.get_registered_ops().values():
            library.add_op(op_def)
    else:
        registered, library = op_def_registry.get, op_def_library

    def default_of(attr):
        value = attr.default_value
        field = value.WhichOneof("value")
        if field == "list":
            return [v for part in (value.list.s, value.list.i, value.list.f, value.list.b) for v in part]
        return tf.as_dtype(value.type) if field == "type" else getattr(value, field)

    def apply_op(kind, **arguments):
        op_def = registered(kind)
        inferred = {a for i in op_def.input_arg for a in (i.type_attr, i.number_attr, i.type_list_attr)}
        for attr in op_def.attr:
            if attr.name not in inferred and attr.name not in arguments and attr.HasField("default_value"):
                arguments[attr.name] = default_of(attr)
        return library.apply_op(kind, **arguments)
else:
    def apply_op(kind, **arguments):
        return getattr(tf.raw_ops, kind)(**arguments)

def typed(value):
    if isinstance(value, str) and value.startswith("dtype:"):
        return tf.as_dtype(value[6:])
    return [typed(v) for v in value] if isinstance(value, list) else value

def place(value, constant, known, state, inits, floats):
    if isinstance(value, list):
        return [place(v, constant, known, state, inits, floats) for v in value]
    if isinstance(value, tuple):
        kind, value = value
        dtype = tf.as_dtype(value.dtype) if value.dtype != object else tf.string
        name = "state_%d" % len(tf.get_default_graph().get_operations())
        start = tf.constant(value, dtype)
        if kind == "ref":
            v = tf.raw_ops.VariableV2(shape=value.shape, dtype=dtype, shared_name=name)
            inits.append(tf.raw_ops.Assign(ref=v, value=start).op)
            state.append(v)
        else:
            v = tf.raw_ops.VarHandleOp(shape=value.shape, dtype=dtype, shared_name=name)
            inits.append(tf.raw_ops.AssignVariableOp(resource=v, value=start))
            state.append((v, dtype))
        return v
    dtype = tf.as_dtype(value.dtype) if value.dtype != object else tf.string
    if constant:
        return tf.constant(value, dtype)
    p = tf.placeholder(dtype, value.shape if known else None)
    feeds[p] = value
    if dtype.is_floating or dtype.is_complex:
        floats.append(p)
    return p

def flat(made):
    if isinstance(made, (list, tuple)):
        return [t for part in made for t in flat(part)]
    return [made]

def smooth(t):
    return isinstance(t, tf.Tensor) and (t.dtype.is_floating or t.dtype.is_complex)

def build(kind, inputs, attrs, constants, known):
    state, inits, floats = [], [], []
    arguments = {n: place(v, n in constants, known, state, inits, floats) for n, v in inputs.items()}
    for n, v in attrs.items():
        arguments[n] = typed(v)
    made = flat(apply_op(kind, **arguments))
    outputs = [t for t in made if isinstance(t, tf.Operation) or t.dtype.base_dtype not in (tf.resource, tf.variant)]
    shapes = [t.shape.as_list() if t.shape.ndims is not None else None for t in outputs if isinstance(t, tf.Tensor)]
    if GRADIENTS:
        ys = [t for t in outputs if smooth(t)]
        weights = [tf.cast(tf.reshape(tf.range(1, tf.size(y) + 1), tf.shape(y)) % 7 - 3, y.dtype) for y in ys]
        found = tf.gradients(ys, floats, weights)
        shapes = [g is not None for g in found]
        outputs = [tf.convert_to_tensor(g) for g in found if g is not None]
    with tf.control_dependencies([t if isinstance(t, tf.Operation) else t.op for t in outputs]):
        after = [tf.identity(v) if not isinstance(v, tuple) else tf.raw_ops.ReadVariableOp(resource=v[0], dtype=v[1])
                 for v in state]
    return outputs, after, shapes, inits

def failure(stage, error):
    text = str(getattr(error, "message", error))
    # TensorFlow 2 puts a traceback before what the kernel said.
    return [stage, type(error).__name__, text.rpartition("Node: ")[2]]

answers = [None] * len(cases)
built = {}
for i, case in enumerate(cases):
    try:
        built[i] = build(*case)
    except Exception as error:
        answers[i] = failure("build", error)

def prepare(numbers):
    STRICT[0] = False  # variables of strings
    sess.run([built[i][3] for i in numbers])
    STRICT[0] = True

def evaluate(numbers):
    found = sess.run([[built[i][0], built[i][1]] for i in numbers], feeds)
    for i, (outputs, after) in zip(numbers, found):
        outputs = [v if v is None or isinstance(v, bytes) else np.asarray(v) for v in outputs]
        answers[i] = [outputs, [np.asarray(v) if not isinstance(v, bytes) else v for v in after], built[i][2]]

alone = [i for i in built if i in ALONE]
together = [i for i in built if i not in ALONE]
try:
    with tf.Session(config=CONFIG) as sess:
        prepare(together)
        evaluate(together)
except Exception:
    alone = list(built)
with tf.Session(config=CONFIG) as sess:  # another one, whose random streams are at their beginning
    prepare(alone)
    for i in alone:
        STRICT[0] = i not in ALONE
        try:
            evaluate([i])
        except Exception as error:
            answers[i] = failure("run", error)
result = {"answers": answers}
"""


def requests(cases, known):
    """The cases as PROGRAM wants them."""
    return [[c.kind, c.inputs, c.attrs, _constants(c) if known else [], known] for c in cases]


def types_of(case):
    """The types of a case: of its inputs, and those that attributes name."""

    def seen(value):
        if isinstance(value, list):
            return [seen(v) for v in value]
        return str((value[1] if isinstance(value, tuple) else value).dtype)

    attrs = [(n, str(v)) for n, v in case.attrs.items() if "dtype:" in str(v)]
    return repr(([(n, seen(v)) for n, v in case.inputs.items()], attrs))


def apart_from_types(case):
    """What a case has beside its types: shapes, attributes, and the values that decide shapes."""
    constants = _constants(case)

    def seen(name, value):
        if isinstance(value, list):
            return [seen(name, v) for v in value]
        kind, array = value if isinstance(value, tuple) else ("value", value)
        return (kind, array.shape, array.tolist() if name in constants else None)

    attrs = [(n, v) for n, v in case.attrs.items() if "dtype:" not in str(v)]
    return repr(([(n, seen(n, v)) for n, v in case.inputs.items()], attrs, case.outputs, case.slopes))


def _constants(case):
    """The inputs whose values decide shapes."""
    info = registry.lookup(case.kind)
    if callable(info.static):
        return [n for n, v in case.inputs.items() if n in ("begin", "end", "size", "strides", "shape")]
    return list(info.static)


def peer_answers(peer, cases, known, gradients=False):
    """What TensorFlow makes of the cases."""
    given = {"cases": requests(cases, known), "CONFIG": None, "GRADIENTS": gradients, "STRICT": [True]}
    given["ALONE"] = [i for i, c in enumerate(cases) if c.fails]
    return peer.run(PROGRAM, **given)["answers"]


def our_answers(cases, known, tier, gradients=False):
    """What Penstock makes of the cases in one tier; programs that the compiler should express are not interpreted."""
    if not cases:
        return []
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = TIERS[tier]
    scope = {"tf": tf, "np": np, "cases": requests(cases, known), "CONFIG": config, "GRADIENTS": gradients}
    scope["STRICT"] = _Strict()
    scope["ALONE"] = [i for i, c in enumerate(cases) if c.fails or c.has_strings()]
    strict, compiler.STRICT = compiler.STRICT, True
    try:
        with tf.Graph().as_default():
            exec(compile(PROGRAM, "<differential>", "exec"), scope)
    finally:
        compiler.STRICT = strict
    return scope["answers"]


class _Strict:
    """Whether it is an error if the compiler gives up; it may when the shapes of a case do not fit together."""

    def __setitem__(self, _, value):
        compiler.STRICT = value


# -- comparing -------------------------------------------------------------------------------------------------------

TOLERANCE = {"float16": 4e-3, "bfloat16": 3e-2, "float32": 3e-5, "complex64": 3e-5, "float64": 1e-9, "complex128": 1e-9}


def difference(ours, theirs, case, gradients=False):
    """What differs between two answers, in words; None if nothing does."""
    if is_error(theirs) or is_error(ours):
        if is_error(theirs) and is_error(ours) and ours[:2] == theirs[:2]:
            return None
        return f"{_told(ours)}, TensorFlow {_told(theirs)}"
    limit = case.slopes if gradients else case.outputs
    for part, mine, wanted in zip(("output", "variable"), ours[:2], theirs[:2]):
        if part == "output":
            mine, wanted = mine[:limit], wanted[:limit]
        if len(mine) != len(wanted):
            return f"{len(mine)} {part}s, TensorFlow {len(wanted)}"
        for i, (a, b) in enumerate(zip(mine, wanted)):
            told = _values_differ(a, b, case)
            if told:
                return f"{part} {i}: {told}"
    return None


def is_error(answer):
    """Whether an answer is an error: [stage, class, text]."""
    return isinstance(answer[0], str)


def no_kernel(answer):
    """Whether TensorFlow 2 does not allow the types of a case any more, or has no CPU kernel for them."""
    missing = ("No OpKernel was registered", "No registered", "not in list of allowed values", "No WhereOp available")
    return is_error(answer) and any(text in answer[2] for text in missing)


def _told(answer):
    return f"{answer[1]} at {answer[0]}: {answer[2][:300]!r}" if is_error(answer) else "gives values"


def _values_differ(a, b, case):
    if a is None or b is None or isinstance(b, bytes):
        return None if a == b else f"{a!r}, TensorFlow {b!r}"
    if a.dtype != b.dtype or a.shape != b.shape:
        return f"{a.dtype}{a.shape}, TensorFlow {b.dtype}{b.shape}"
    name = a.dtype.name
    if name not in FLOATS + COMPLEX:
        same = a == b
    else:
        rtol = max(case.loose or 0, TOLERANCE[name])
        wide = np.complex128 if name in COMPLEX else np.float64
        with np.errstate(all="ignore"):
            same = np.isclose(a.astype(wide), b.astype(wide), rtol=rtol, atol=rtol, equal_nan=True)
    wrong = [tuple(map(int, where)) for where in np.argwhere(~np.asarray(same))]
    told = "; ".join(f"{list(where)}: {a[where]}, TensorFlow {b[where]}" for where in wrong[:8])
    return f"{len(wrong)} of {a.size} elements of type {name}: {told}" if wrong else None
