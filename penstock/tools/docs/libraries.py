"""The libraries of the reference: pages on a subject, for the names that stand directly in `tf`.

Names of other namespaces have the namespace as their page; `tf` itself has hundreds, which are told apart by where they are
defined. An introduction may list names by `@@name` at the start of a line: their documentation is put there, in that order.
"""

from __future__ import annotations

import functools
from typing import NamedTuple


class Library(NamedTuple):
    """A page on a subject.

    Attributes:
      page: the name of its file, without `.md`.
      title: its title.
      homes: beginnings of the names of modules, without `penstock.`; what they define belongs here.
      text: the introduction, in Markdown, with lines `@@name`.
    """

    page: str
    title: str
    homes: tuple[str, ...]
    text: str


LIBRARIES: tuple[Library, ...] = (
    Library(
        "building_graphs",
        "Building graphs",
        ("graph.", "ops.state.module", "compat.", "platform.", "ops.gradients.custom", "train.collection_defs"),
        """A `tf.Graph` holds operations (`tf.Operation`) and the tensors (`tf.Tensor`) that go from one to the next. Calling a
function such as `tf.matmul` adds an operation to the default graph; nothing is computed until a session runs it.

## Graphs, operations, tensors

@@Graph
@@Operation
@@Tensor
@@get_default_graph
@@reset_default_graph
@@import_graph_def
@@convert_to_tensor
@@device
@@name_scope
@@control_dependencies
@@add_to_collection
@@get_collection
@@GraphKeys
@@RegisterGradient
@@load_op_library

## Types and shapes

@@DType
@@as_dtype
@@TensorShape
@@Dimension
@@TensorSpec
""",
    ),
    Library(
        "running_graphs",
        "Running graphs",
        ("runtime.", "protos.", "graph.errors"),
        """A session runs a graph: it takes what to fetch and what to feed, and returns NumPy arrays. The guide
[Graphs and sessions](../../guide/graphs_and_sessions.md) shows how.

@@Session
@@InteractiveSession
@@get_default_session
@@OpError
@@ConfigProto
@@GPUOptions
@@RunOptions
@@RunMetadata
""",
    ),
    Library(
        "checks",
        "Assertions and checks",
        ("ops.checks",),
        "Each adds an operation that fails when its condition does not hold, or checks what is known while the graph is built.",
    ),
    Library(
        "constants_and_random_values",
        "Constants, sequences and random values",
        ("ops.random", "ops.arrays.constants", "ops.arrays.fill", "ops.arrays.ranges"),
        """Values that need no input. Random operations have a seed each, see [Reproducibility](../../guide/reproducibility.md).

@@constant
@@zeros
@@ones
@@fill
@@range
@@linspace
@@set_random_seed
@@random_normal
@@random_uniform
@@truncated_normal
@@random_shuffle
""",
    ),
    Library(
        "variables",
        "Variables",
        ("ops.state",),
        """State that stays from one run to the next. The guide is [Variables](../../guide/variables.md).

@@Variable
@@get_variable
@@variable_scope
@@global_variables
@@trainable_variables
@@global_variables_initializer
@@assign
@@assign_add
@@assign_sub
""",
    ),
    Library(
        "array_ops",
        "Tensor transformations",
        ("ops.arrays",),
        """Shapes, slices, joins and types of tensors.

@@shape
@@reshape
@@cast
@@slice
@@strided_slice
@@concat
@@stack
@@split
@@gather
@@transpose
@@one_hot
@@pad
@@tile
""",
    ),
    Library("math_ops", "Math", ("ops.math",), "Arithmetic, comparisons, reductions, sums over segments, sorting."),
    Library("linear_algebra", "Linear algebra", ("ops.linalg",), "Products, systems of equations, decompositions."),
    Library("spectral_ops", "Spectra", ("ops.signal",), "Fourier transforms."),
    Library("string_ops", "Strings", ("ops.text",), "Tensors of strings."),
    Library(
        "control_flow_ops",
        "Control flow",
        ("ops.control", "autograph", "data"),
        """Branches and loops inside of a graph, and functions of graphs. The guide is
[Control flow](../../guide/control_flow.md).

@@cond
@@case
@@while_loop
@@group
@@tuple
@@no_op
@@map_fn
@@scan
@@foldl
@@foldr
@@TensorArray
@@function
""",
    ),
    Library(
        "gradients", "Gradients", ("ops.gradients",), "Derivatives. The guide is [Gradients](../../guide/gradients.md)."
    ),
    Library(
        "sparse_ops",
        "Sparse and ragged tensors",
        ("ops.sparse", "ops.ragged"),
        "Tensors that hold few of their elements.",
    ),
    Library(
        "io_ops",
        "Inputs, readers and files",
        ("ops.io", "ops.queues", "ops.lookup", "storage"),
        "Placeholders, parsing, files, queues and readers. The guide is [Input](../../guide/input.md).",
    ),
    Library(
        "nn_ops",
        "Networks",
        ("ops.nn", "ops.losses", "ops.quantized", "ops.image", "ops.training", "rnn"),
        "What `tf.nn` keeps in `tf`.",
    ),
)


@functools.cache
def listed() -> dict[str, Library]:
    """Names that an introduction lists, and the library it is of."""
    return {line[2:].strip(): library for library in LIBRARIES for line in library.text.split("\n") if line[:2] == "@@"}


def of(name: str, module: str) -> Library:
    """The library of a name of `tf` itself: the one that lists it, or whose home fits best to the module that defines it."""
    if library := listed().get(name):
        return library
    inside = module.removeprefix("penstock.")
    fitting = [(len(home), library) for library in LIBRARIES for home in library.homes if inside.startswith(home)]
    return max(fitting, key=lambda found: found[0], default=(0, LIBRARIES[0]))[1]
