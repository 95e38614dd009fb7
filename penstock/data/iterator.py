"""Iterators in the graph: `tf.data.Iterator`, made from datasets, structures or string handles."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.data import structure
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.collections_of_graph import add_to_collection
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import colocate_with, name_scope
from penstock.graph.operation import Operation, Tensor

if TYPE_CHECKING:
    from penstock.data.dataset import Dataset


_MANY_CALLS = 32
_WARNING = (
    "An unusually high number of `Iterator.get_next()` calls was detected. This often indicates that "
    "`Iterator.get_next()` is being called inside a training loop, which will cause gradual slowdown and eventual "
    "resource exhaustion. If this is the case, restructure your code to call `next_element = iterator.get_next()` once "
    "outside the loop, and use `next_element` as the input to some computation that is invoked inside the loop."
)


@export("data.Iterator", "contrib.data.Iterator")
class Iterator:
    """A place in a dataset. `get_next` gives tensors that hold another element in each run.

    Args:
      iterator_resource: the handle.
      initializer: the operation that goes to the beginning, or None.
      output_types, output_shapes, output_classes: nested structures that describe the elements.

    >>> import penstock as tf
    >>> numbers = tf.data.Dataset.range(3).batch(3)
    >>> iterator = tf.data.Iterator.from_structure(numbers.output_types, numbers.output_shapes)
    >>> with tf.Session() as sess:
    ...     sess.run(iterator.make_initializer(numbers))
    ...     print(sess.run(iterator.get_next()))
    [0 1 2]
    """

    def __init__(
        self, iterator_resource: Tensor, initializer: Operation | None, output_types: Any, output_shapes: Any,
        output_classes: Any,
    ) -> None:  # fmt: skip
        if output_types is None or output_shapes is None or output_classes is None:
            raise ValueError(
                "If `structure` is not specified, all of `output_types`, `output_shapes`, and `output_classes` must be "
                "specified."
            )
        self._start(iterator_resource, initializer, structure.from_legacy(output_types, output_shapes, output_classes))

    @classmethod
    def _of(cls, handle: Tensor, initializer: Operation | None, element: object) -> Iterator:
        iterator = cls.__new__(cls)
        iterator._start(handle, initializer, element)
        return iterator

    def _start(self, handle: Tensor, initializer: Operation | None, element: object) -> None:
        self._iterator_resource = handle
        self._initializer = initializer
        self._structure = element
        self._string_handle = apply("IteratorToStringHandle", resource_handle=handle)
        self._calls = 0
        add_to_collection("iterators", handle)

    @staticmethod
    def from_structure(
        output_types: Any, output_shapes: Any = None, shared_name: str | None = None, output_classes: Any = None
    ) -> Iterator:
        """Makes an iterator for all datasets with elements of one structure; `make_initializer` chooses one.

        >>> import penstock as tf
        >>> iterator = tf.data.Iterator.from_structure(tf.int64, [])
        >>> start = iterator.make_initializer(tf.data.Dataset.range(5, 8))
        >>> x = iterator.get_next()
        >>> with tf.Session() as sess:
        ...     sess.run(start)
        ...     sess.run(x)
        np.int64(5)
        """
        element = structure.from_legacy(output_types, output_shapes, output_classes)
        attributes = structure.flat_attributes(element)
        handle = apply("IteratorV2", container="", shared_name=shared_name or "", **attributes)
        return Iterator._of(handle, None, element)

    @staticmethod
    def from_string_handle(
        string_handle: Any, output_types: Any, output_shapes: Any = None, output_classes: Any = None
    ) -> Iterator:
        """Makes an iterator that stands for the one whose `string_handle` is fed."""
        element = structure.from_legacy(output_types, output_shapes, output_classes)
        string_handle = convert_to_tensor(string_handle, dtypes.string)
        attributes = structure.flat_attributes(element)
        handle = apply("IteratorFromStringHandleV2", string_handle=string_handle, **attributes)
        return Iterator._of(handle, None, element)

    @property
    def initializer(self) -> Operation:
        """The operation that goes to the beginning of the dataset.

        Raises:
          ValueError: the iterator has none.
        """
        if self._initializer is None:
            raise ValueError("Iterator does not have an initializer.")
        return self._initializer

    def make_initializer(self, dataset: Dataset, name: str | None = None) -> Operation:
        """Returns the operation that goes to the beginning of `dataset`.

        Raises:
          TypeError: its elements are not those of the iterator.
        """
        with name_scope(name, "make_initializer") as scope:
            mine, others = self._structure, dataset._structure
            structure.assert_same(mine, others)
            for what, compatible in _CHECKS:
                had, got = structure.legacy(mine, what), structure.legacy(others, what)
                if not all(compatible(a, b) for a, b in zip(structure.flatten(mine), structure.flatten(others))):
                    word = "shapes compatible with" if what == "shapes" else what
                    raise TypeError(f"Expected output {word} {had!r} but got dataset with output {what} {got!r}.")
        with colocate_with(self._iterator_resource.op):
            return apply("MakeIterator", scope, dataset=dataset._variant_tensor, iterator=self._iterator_resource)

    def get_next(self, name: str | None = None) -> Any:
        """Returns the next element, in its nested structure; each run of any part of it goes on by one element.

        Raises (when run):
          tf.errors.OutOfRangeError: the dataset has ended.
          tf.errors.FailedPreconditionError: the iterator was not initialized.
        """
        self._calls += 1
        if self._calls > _MANY_CALLS:
            warnings.warn(_WARNING, stacklevel=2)
        attributes = structure.flat_attributes(self._structure)
        tensors = apply("IteratorGetNext", name, iterator=self._iterator_resource, **attributes)
        return structure.from_tensors(self._structure, tensors)

    def string_handle(self, name: str | None = None) -> Tensor:
        """A string that stands for this iterator, to be fed to one made by `from_string_handle`."""
        if name is None:
            return self._string_handle
        return apply("IteratorToStringHandle", name, resource_handle=self._iterator_resource)

    @property
    def output_types(self) -> Any:
        """The types of the components."""
        return structure.legacy(self._structure, "types")

    @property
    def output_shapes(self) -> Any:
        """The shapes of the components."""
        return structure.legacy(self._structure, "shapes")

    @property
    def output_classes(self) -> Any:
        """The classes of the components: `tf.Tensor` or `tf.SparseTensor`."""
        return structure.legacy(self._structure, "classes")

    @property
    def element_spec(self) -> Any:
        """What the components are."""
        return structure.public(self._structure)


_CHECKS: tuple[tuple[str, Any], ...] = (
    ("classes", lambda a, b: a.kind is b.kind),
    ("types", lambda a, b: a.dtype == b.dtype),
    ("shapes", lambda a, b: a.flat_shape.is_compatible_with(b.flat_shape)),
)
