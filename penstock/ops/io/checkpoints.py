"""The operations of a Saver: writing and reading checkpoints of both formats, and the names of their shards.

All of them run on the host. The formats themselves are in `penstock.storage`, which is loaded when a checkpoint is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.inference import Context
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.arrays.basic import shape_text

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType


def _bytes(value: TensorLike) -> bytes:
    """The single string in a tensor."""
    return value if isinstance(value, bytes) else np.asarray(value, object).reshape(-1)[0]


def _text(value: TensorLike) -> str:
    return _bytes(value).decode("utf-8", "surrogateescape")


def _strings(value: TensorLike) -> list[bytes]:
    return np.asarray(value, object).reshape(-1).tolist()


def _texts(value: TensorLike) -> list[str]:
    return [v.decode("utf-8", "surrogateescape") for v in _strings(value)]


def _require(ok: bool, message: str) -> None:
    if not ok:
        raise errors.InvalidArgumentError(None, None, message)


def _check_v2(prefix: str, names: Sequence[Any], specs: Any, tensors: Sequence[Any] | None) -> None:
    count = np.size(prefix)
    _require(count == 1, f"Input prefix should have a single element, got {count} instead.")
    _require(
        np.ndim(names) == 1 and np.ndim(specs) == 1,
        "Input tensor_names and shape_and_slices should be an 1-D tensors, got "
        f"{shape_text(np.shape(names))} and {shape_text(np.shape(specs))} instead.",
    )
    _require(
        len(names) == len(specs),
        f"tensor_names and shape_and_slices have different number of elements: {len(names)} vs. {len(specs)}",
    )
    if tensors is not None:
        _require(len(names) == len(tensors), f"Got {len(names)} tensor names but {len(tensors)} tensors.")


# -- format V2 ------------------------------------------------------------------------------------------------------------


def _save_shape(c: Context) -> list[TensorShape]:
    """The name of the file, then vectors (a name, a specification) with an element for each tensor."""
    vectors = 1 if c.op.type == "Save" else 2
    rule.check_scalars(c, 0)
    for i in range(1, vectors + 1):
        rule.with_value(rule.dim(rule.with_rank(c.shape(i), 1), 0), len(c.shapes) - vectors - 1)
    return []


@op("SaveV2", shape=_save_shape, host=True)
def _save_v2(xp, prefix, tensor_names, shape_and_slices, tensors, *, dtypes):
    from penstock.storage.bundle_writer import BundleWriter

    _check_v2(prefix, tensor_names, shape_and_slices, tensors)
    with BundleWriter(_text(prefix)) as writer:
        types = [dtype.base_dtype for dtype in dtypes]
        writer.add_all(_strings(tensor_names), tensors, types, _texts(shape_and_slices))


def _restore_shape(c: Context) -> list[TensorShape]:
    rule.with_rank(c.shape(0), 0)
    rule.merge(rule.with_rank(c.shape(1), 1), rule.with_rank(c.shape(2), 1))
    count, specs = len(c.op._attrs["dtypes"]), c.const(2)
    if specs is not None and specs.size != count:
        raise ValueError("The number of shape_and_slice doesn't match tensor outputs.")
    return _spec_shapes(specs, count)


def _spec_shapes(specs: Any, count: int) -> list[TensorShape]:
    """The shapes that specifications of slices tell; those of whole tensors are in the checkpoint only."""
    if specs is None:
        return [rule.UNKNOWN] * count
    from penstock.storage.tensor_slice import parse_shape_and_slice

    shapes = []
    for spec in _texts(specs):
        try:
            shapes.append(TensorShape(parse_shape_and_slice(spec)[2]) if spec else rule.UNKNOWN)
        except errors.InvalidArgumentError as error:
            raise ValueError(error.message) from None
    return shapes


@op("RestoreV2", shape=_restore_shape, host=True)
def _restore_v2(xp, prefix, tensor_names, shape_and_slices, *, dtypes):
    from penstock.storage import bundle, gfile, slices_v1

    _require(
        np.size(tensor_names) == len(dtypes),
        f"Got {np.size(tensor_names)} tensor names, but {len(dtypes)} expected dtypes.",
    )
    _check_v2(prefix, tensor_names, shape_and_slices, None)
    path = _text(prefix)
    # A prefix without an index may be a checkpoint of the older format.
    restore = bundle.restore if gfile.found(bundle.index_filename(path)) else slices_v1.restore
    return tuple(restore(path, _strings(tensor_names), _texts(shape_and_slices), dtypes))


@op("MergeV2Checkpoints", shape=rule.ranked(1, 0), host=True)
def _merge_v2_checkpoints(xp, checkpoint_prefixes, destination_prefix, *, delete_old_dirs):
    from penstock.storage import bundle_writer, gfile

    shape = np.shape(checkpoint_prefixes)
    _require(len(shape) == 1, f"Input checkpoint_prefixes should be an 1-D tensor, got {shape_text(shape)} instead.")
    prefixes, destination = _texts(checkpoint_prefixes), _text(destination_prefix)
    bundle_writer.merge(prefixes, destination)
    if delete_old_dirs:
        folders = {prefix.rpartition("/")[0] for prefix in prefixes} - {destination.rpartition("/")[0]}
        for folder in folders:
            try:
                if not gfile.listdir(folder):
                    gfile.rmtree(folder)
            except errors.OpError:
                pass  # the checkpoint is complete; a folder left behind does no harm


@op("ShardedFilename", shape=rule.ranked(0, 0, 0, out=rule.scalar), host=True)
def _sharded_filename(xp, basename, shard, num_shards):
    return _scalar(b"%s-%05d-of-%05d" % (_bytes(basename), int(shard), int(num_shards)))


@op("ShardedFilespec", shape=rule.ranked(0, 0, out=rule.scalar), host=True)
def _sharded_filespec(xp, basename, num_shards):
    return _scalar(b"%s-?????-of-%05d" % (_bytes(basename), int(num_shards)))


def _scalar(text: bytes) -> np.ndarray:
    box = np.empty((), object)
    box[()] = text
    return box


# -- format V1 ------------------------------------------------------------------------------------------------------------


@op("Save", shape=_save_shape, host=True)
def _save(xp, filename, tensor_names, data, *, T):  # noqa: N803 - the attribute's name
    _save_v1(filename, tensor_names, [""] * np.size(tensor_names), data, T, 2)


@op("SaveSlices", shape=_save_shape, host=True)
def _save_slices(xp, filename, tensor_names, shapes_and_slices, data, *, T):  # noqa: N803
    count, specs = np.size(tensor_names), _texts(shapes_and_slices)
    _require(len(specs) == count, f"Expected {count} elements for the tensor shapes and slices but got {len(specs)}")
    _save_v1(filename, tensor_names, specs, data, T, 3)


def _save_v1(
    filename: str, names: Sequence[Any], specs: list[str], data: Sequence[Any], types: Sequence[Any], fixed: int
) -> None:
    from penstock.storage.slices_v1 import SliceWriter

    size, count = np.size(filename), np.size(names)
    _require(size == 1, f"Input 0 (filename) must be a string scalar; got a tensor of {size}elements")
    _require(
        len(data) == count,
        f"Expected totally {count + fixed} inputs as input #1 (which is a string tensor of saved names) contains {count} "
        f"names, but received {len(data) + fixed} inputs",
    )
    writer = SliceWriter(_text(filename))
    for name, spec, tensor, dtype in zip(_texts(names), specs, data, types):
        writer.add(name, tensor, dtype, spec)
    writer.finish()


@op("Restore", shape=rule.ranked(0, 0), host=True)
def _restore(xp, file_pattern, tensor_name, *, dt):
    return _restore_v1(file_pattern, tensor_name, "", dt)


def _restore_slice_shape(c: Context) -> list[TensorShape]:
    rule.check_scalars(c, 0, 1, 2)
    return _spec_shapes(c.const(2), 1)


@op("RestoreSlice", shape=_restore_slice_shape, host=True)
def _restore_slice(xp, file_pattern, tensor_name, shape_and_slice, *, dt):
    size = np.size(shape_and_slice)
    _require(size == 1, f"Expected 1 element for the tensor shape and slice but got {size}")
    return _restore_v1(file_pattern, tensor_name, _text(shape_and_slice), dt)


def _restore_v1(pattern: Any, name: Any, spec: str, dtype: DType) -> np.ndarray:
    from penstock.storage import slices_v1

    for i, (what, value) in enumerate((("file_pattern", pattern), ("tensor_name", name))):
        size = np.size(value)
        _require(size == 1, f"Input {i} ({what}) must be a string scalar; got a tensor of {size}elements")
    return slices_v1.restore(_text(pattern), [_bytes(name)], [spec], [dtype])[0]


no_gradient("SaveV2", "RestoreV2", "MergeV2Checkpoints", "ShardedFilename", "ShardedFilespec", "Save", "SaveSlices")
no_gradient("Restore", "RestoreSlice")
