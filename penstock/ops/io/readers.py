"""Readers as operations: `tf.TextLineReader`, `tf.TFRecordReader` and their relatives, from queues to records."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.inference import Context
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors
from penstock.ops.io import reader_state
from penstock.ops.queues.state import Queue, boxed
from penstock.ops.state import named_state

# -- kernels -----------------------------------------------------------------------------------------------------------

_OPS = ("Read", "ReadUpTo", "NumRecordsProduced", "NumWorkUnitsCompleted", "SerializeState", "RestoreState", "Reset")
for _name in _OPS:
    no_gradient(f"Reader{_name}", f"Reader{_name}V2")


def _both(name: str) -> tuple[str, str]:
    return f"Reader{name}V2", f"Reader{name}"


def _handle_shape(c: Context) -> list[TensorShape]:
    return [TensorShape([2]) if c.op._outputs[0].dtype._is_ref_dtype else rule.SCALAR]


def register_reader(op_type: str, reader: type[reader_state.Reader], sig: dict[str, Any] | None = None) -> None:
    """Makes `reader` the implementation of the operation type `op_type`, which gives a handle for `tf.ReaderBase`.

    Args:
      op_type: the operation type.
      reader: a subclass of `penstock.ops.io.reader_state.Reader`.
      sig: the signature of a new operation type, as for `penstock.graph.registry.op`.
    """

    def kernel(xp: ModuleType, *, ctx: Any) -> np.ndarray:
        known = named_state.quick(ctx)
        if known is not None:
            return known
        handle, state = named_state.state_of(ctx, "reader", lambda name: reader(**ctx.op._attrs))
        return named_state.remember(ctx, handle, state)

    kernel.__module__ = __name__
    op(op_type, shape=_handle_shape, host=True, sig=sig)(kernel)
    no_gradient(op_type)


for _kind in ("Identity", "WholeFile", "TextLine", "FixedLengthRecord", "TFRecord"):
    register_reader(f"{_kind}Reader", getattr(reader_state, f"{_kind}Reader"))
    register_reader(f"{_kind}ReaderV2", getattr(reader_state, f"{_kind}Reader"))
register_reader("LMDBReader", reader_state.LMDBReader)


@op("FakeQueue", shape=lambda c: [TensorShape([2])], host=True)
def _fake_queue(xp, resource):
    return named_state.boxed(named_state.unboxed(resource), True)


no_gradient("FakeQueue")


def _read(ctx: Any, reader_handle: Any, queue_handle: Any, count: int) -> list[reader_state.Record]:
    reader: reader_state.Reader = named_state.find(ctx, reader_handle)
    queue: Queue = named_state.find(ctx, queue_handle)
    if len(queue.dtypes) != 1:
        raise errors.InvalidArgumentError(None, None, "Expected single component queue")
    if not queue.dtypes[0].hasobject:
        raise errors.InvalidArgumentError(None, None, "Expected queue with single string component")
    if queue.shapes and queue.shapes[0]:
        raise errors.InvalidArgumentError(None, None, "Expected queue with single scalar string component")
    return reader.read(queue, count, ctx.cancel)


@op(_both("Read"), shape=rule.scalar, blocking=True)
def _reader_read(xp, reader_handle, queue_handle, *, ctx):
    ((key, value),) = _read(ctx, reader_handle, queue_handle, 1)
    return boxed(key), boxed(value)


@op(_both("ReadUpTo"), shape=rule.fixed([None], [None]), blocking=True)
def _reader_read_up_to(xp, reader_handle, queue_handle, num_records, *, ctx):
    if num_records <= 0:
        raise errors.InvalidArgumentError(None, None, f"num_records must be positive, not {int(num_records)}")
    keys, values = zip(*_read(ctx, reader_handle, queue_handle, int(num_records)))
    return reader_state.strings(list(keys)), reader_state.strings(list(values))


@op(_both("NumRecordsProduced"), shape=rule.scalar, host=True)
def _num_records_produced(xp, reader_handle, *, ctx):
    return np.int64(named_state.find(ctx, reader_handle).produced)


@op(_both("NumWorkUnitsCompleted"), shape=rule.scalar, host=True)
def _num_work_units_completed(xp, reader_handle, *, ctx):
    return np.int64(named_state.find(ctx, reader_handle).finished)


@op(_both("SerializeState"), shape=rule.scalar, host=True)
def _serialize_state(xp, reader_handle, *, ctx):
    return boxed(named_state.find(ctx, reader_handle).serialize())


@op(_both("RestoreState"), shape=rule.no_outputs, host=True)
def _restore_state(xp, reader_handle, state, *, ctx):
    named_state.find(ctx, reader_handle).restore(state if isinstance(state, bytes) else state[()])


@op(_both("Reset"), shape=rule.no_outputs, host=True)
def _reset(xp, reader_handle, *, ctx):
    named_state.find(ctx, reader_handle).reset()


# -- classes -----------------------------------------------------------------------------------------------------------


@export("ReaderBase")
class ReaderBase:
    """What all readers can do: turn work units (such as file names) of a queue into records, keys with values.

    Args:
      reader_ref: the handle that the reader's operation gives.
      supports_serialize: whether its state can be saved.

    >>> import penstock as tf
    >>> reader, units = tf.IdentityReader(), tf.FIFOQueue(3, tf.string, shapes=[[]])
    >>> isinstance(reader, tf.ReaderBase), reader.supports_serialize
    (True, True)
    >>> key, value = reader.read(units)
    >>> with tf.Session() as sess:
    ...     sess.run(units.enqueue_many([["a", "b", "c"]]))
    ...     print(sess.run(value), sess.run(value), sess.run(reader.num_records_produced()))
    b'a' b'b' 2
    """

    def __init__(self, reader_ref: Tensor, supports_serialize: bool = False) -> None:
        self._reader_ref = reader_ref
        self._supports_serialize = supports_serialize

    @property
    def reader_ref(self) -> Tensor:
        """The handle."""
        return self._reader_ref

    @property
    def supports_serialize(self) -> bool:
        """Whether `serialize_state` and `restore_state` work."""
        return self._supports_serialize

    def _op(self, kind: str, name: str | None, **arguments: Any) -> Any:
        version = "V2" if self._reader_ref.dtype == dtypes.resource else ""
        return apply(f"Reader{kind}{version}", name, reader_handle=self._reader_ref, **arguments)

    def _queue(self, queue: Any) -> Tensor:
        handle = queue if isinstance(queue, Tensor) else queue.queue_ref
        if self._reader_ref.dtype == dtypes.resource or handle.dtype != dtypes.resource:
            return handle
        return apply("FakeQueue", resource=handle)  # an old reader takes an old handle

    def read(self, queue: object, name: str | None = None) -> Any:
        """Reads the next record, taking a work unit from `queue` when it needs one.

        Args:
          queue: a queue of strings, or its handle.
          name: a name for the operation.

        Returns:
          `(key, value)`, two scalar strings.
        """
        return self._op("Read", name, queue_handle=self._queue(queue))

    def read_up_to(self, queue: object, num_records: Any, name: str | None = None) -> Any:
        """Reads up to `num_records` records, which may be fewer before the end, too.

        Returns:
          `(keys, values)`, two vectors of strings.
        """
        return self._op("ReadUpTo", name, queue_handle=self._queue(queue), num_records=num_records)

    def num_records_produced(self, name: str | None = None) -> Tensor:
        """The number of records read so far."""
        return self._op("NumRecordsProduced", name)

    def num_work_units_completed(self, name: str | None = None) -> Tensor:
        """The number of work units that are finished."""
        return self._op("NumWorkUnitsCompleted", name)

    def serialize_state(self, name: str | None = None) -> Tensor:
        """The state of the reader as a string, if it can be saved."""
        return self._op("SerializeState", name)

    def restore_state(self, state: NestedTensors, name: str | None = None) -> Operation:
        """Restores what `serialize_state` of a reader of the same kind gave."""
        return self._op("RestoreState", name, state=state)

    def reset(self, name: str | None = None) -> Operation:
        """Brings the reader back to its beginning."""
        return self._op("Reset", name)


@export("WholeFileReader")
class WholeFileReader(ReaderBase):
    """Reads whole files: the key is the name, the value the content.

    >>> import penstock as tf
    >>> with open("hello.txt", "w") as file:
    ...     _ = file.write("Hello")
    >>> names = tf.FIFOQueue(2, tf.string, shapes=[[]])
    >>> key, value = tf.WholeFileReader().read(names)
    >>> with tf.Session() as sess:
    ...     sess.run(names.enqueue("hello.txt"))
    ...     print(*sess.run([key, value]))
    b'hello.txt' b'Hello'
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__(apply("WholeFileReaderV2", name), supports_serialize=True)


@export("TextLineReader")
class TextLineReader(ReaderBase):
    r"""Reads the lines of files, without their ends.

    Args:
      skip_header_lines: lines to leave out at the beginning of each file.

    >>> import penstock as tf
    >>> with open("lines.txt", "w") as file:
    ...     _ = file.write("heading\nfirst\nsecond\n")
    >>> names = tf.FIFOQueue(2, tf.string, shapes=[[]])
    >>> key, value = tf.TextLineReader(skip_header_lines=1).read(names)
    >>> with tf.Session() as sess:
    ...     sess.run(names.enqueue("lines.txt"))
    ...     print(*sess.run([key, value]))
    b'lines.txt:2' b'first'
    """

    def __init__(self, skip_header_lines: int | None = None, name: str | None = None) -> None:
        super().__init__(apply("TextLineReaderV2", name, skip_header_lines=skip_header_lines))


@export("FixedLengthRecordReader")
class FixedLengthRecordReader(ReaderBase):
    """Reads records of one length.

    Args:
      record_bytes: their length.
      header_bytes, footer_bytes: bytes to leave out at the beginning and the end of each file.
      hop_bytes: bytes from the beginning of one record to that of the next; their length by default.
      encoding: '', 'ZLIB' or 'GZIP'.

    >>> import penstock as tf
    >>> with open("records", "wb") as file:
    ...     _ = file.write(b"headABCDEF")
    >>> names = tf.FIFOQueue(2, tf.string, shapes=[[]])
    >>> key, value = tf.FixedLengthRecordReader(record_bytes=3, header_bytes=4).read(names)
    >>> with tf.Session() as sess:
    ...     sess.run(names.enqueue("records"))
    ...     for _ in range(2):
    ...         print(*sess.run([key, value]))
    b'records:0' b'ABC'
    b'records:1' b'DEF'
    """

    def __init__(
        self,
        record_bytes: int,
        header_bytes: int | None = None,
        footer_bytes: int | None = None,
        hop_bytes: int | None = None,
        name: str | None = None,
        encoding: str | None = None,
    ) -> None:
        sizes = {"record_bytes": record_bytes, "header_bytes": header_bytes, "footer_bytes": footer_bytes}
        ref = apply("FixedLengthRecordReaderV2", name, hop_bytes=hop_bytes, encoding=encoding, **sizes)
        super().__init__(ref)


@export("TFRecordReader")
class TFRecordReader(ReaderBase):
    """Reads the records of TFRecord files.

    Args:
      options: `TFRecordOptions` with the compression.

    >>> import penstock as tf
    >>> with tf.python_io.TFRecordWriter("records") as writer:
    ...     writer.write(b"one")
    >>> names = tf.FIFOQueue(2, tf.string, shapes=[[]])
    >>> _, value = tf.TFRecordReader().read(names)
    >>> with tf.Session() as sess:
    ...     sess.run(names.enqueue("records"))
    ...     print(sess.run(value))
    b'one'
    """

    def __init__(self, name: str | None = None, options: Any = None) -> None:
        from penstock.storage.records import TFRecordOptions

        kind = TFRecordOptions.get_compression_type_string(options)
        super().__init__(apply("TFRecordReaderV2", name, compression_type=kind))


@export("LMDBReader")
class LMDBReader(ReaderBase):
    """Reads the keys and values of LMDB databases; needs the Python package `lmdb`.

    >>> import penstock as tf
    >>> units = tf.FIFOQueue(2, tf.string, shapes=[[]])
    >>> key, value = tf.LMDBReader().read(units)
    >>> value.dtype, value.shape.as_list()
    (tf.string, [])
    """

    def __init__(self, name: str | None = None, options: Any = None) -> None:
        super().__init__(apply("LMDBReader", name))


@export("IdentityReader")
class IdentityReader(ReaderBase):
    """Gives each work unit as both key and value.

    >>> import penstock as tf
    >>> units = tf.FIFOQueue(2, tf.string, shapes=[[]])
    >>> key, value = tf.IdentityReader().read(units)
    >>> with tf.Session() as sess:
    ...     sess.run(units.enqueue("work"))
    ...     print(sess.run([key, value]))
    [b'work', b'work']
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__(apply("IdentityReaderV2", name), supports_serialize=True)
