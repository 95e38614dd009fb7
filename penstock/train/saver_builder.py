"""The operations that a Saver adds to the graph: `BaseSaverBuilder`, and the one that Savers use by default.

They have the names and the form of 1.15's, so that exported graphs are saved and restored by either.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from penstock import protos
from penstock.graph import device as devices
from penstock.graph.build import apply
from penstock.graph.convert import constant
from penstock.graph.graph import control_dependencies, device, get_default_graph, name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorOrVariable
from penstock.ops.arrays.basic import placeholder_with_default
from penstock.ops.checks.values import with_dependencies
from penstock.ops.control.grouping import group
from penstock.ops.state import saveable as saveables_module
from penstock.ops.state.partitioned_variable import PartitionedVariable
from penstock.ops.state.saveable import SaveableObject as Saveable
from penstock.ops.state.saveable import set_cpu0

V1, V2 = 1, 2


class BaseSaverBuilder:
    """Builds the operations of a Saver. Subclasses may save and restore in other ways.

    Args:
      write_version: the format of the checkpoints, `tf.train.SaverDef.V2` or `V1`.
    """

    SaveSpec = saveables_module.SaveSpec
    SaveableObject = saveables_module.SaveableObject
    VariableSaveable = saveables_module.ReferenceVariableSaveable
    ResourceVariableSaveable = saveables_module.ResourceVariableSaveable

    def __init__(self, write_version: int = V2) -> None:
        self._write_version = write_version

    # -- what a subclass may replace ------------------------------------------------------------------------------------

    def save_op(self, filename_tensor: Tensor, saveables: Sequence[Saveable]) -> Operation:
        """Makes the operation that writes `saveables` to a file."""
        specs = [spec for saveable in saveables for spec in saveable.specs]
        names, slices = [spec.name for spec in specs], [spec.slice_spec for spec in specs]
        tensors = [spec.tensor for spec in specs]
        if self._write_version == V1:
            return apply(
                "SaveSlices",
                filename=filename_tensor,
                tensor_names=names,
                shapes_and_slices=slices,
                data=tensors,
                name="save",
            )
        if self._write_version != V2:
            raise RuntimeError(f"Unexpected write_version: {self._write_version}")
        return apply("SaveV2", prefix=filename_tensor, tensor_names=names, shape_and_slices=slices, tensors=tensors)

    def restore_op(self, filename_tensor: Tensor, saveable: Saveable, preferred_shard: int) -> list[Tensor]:
        """Makes the operations that read the tensors of one saveable."""
        return [_restore(filename_tensor, [spec])[0] for spec in saveable.specs]

    def bulk_restore(
        self,
        filename_tensor: Tensor,
        saveables: Sequence[Saveable],
        preferred_shard: int,
        restore_sequentially: bool,
    ) -> list[Tensor]:
        """Makes the operations that read the tensors of all saveables: here, one for each tensor, on its host."""
        tensors: list[Tensor] = []
        for saveable in saveables:
            with device(set_cpu0(saveable.device) if saveable.device else None):
                tensors.extend(self.restore_op(filename_tensor, saveable, preferred_shard))
        return tensors

    def sharded_filename(self, filename_tensor: Tensor, shard: int, num_shards: Tensor) -> Tensor:
        """The name of the file of one shard."""
        return apply("ShardedFilename", basename=filename_tensor, shard=shard, num_shards=num_shards)

    # -- saving -------------------------------------------------------------------------------------------------------

    def _AddSaveOps(self, filename_tensor: Tensor, saveables: Sequence[Saveable]) -> Tensor:  # noqa: N802
        return with_dependencies([self.save_op(filename_tensor, saveables)], filename_tensor)

    def _add_sharded_save(self, filename: Tensor, per_device: Sequence[tuple[str, list[Saveable]]]) -> Tensor:
        """One file per device; those of V2 are written to a folder beside the checkpoint, and then become one."""
        is_v2 = self._write_version == V2
        target = _joined(filename, f"_temp_{uuid.uuid4().hex}/part") if is_v2 else filename
        num_shards = constant(len(per_device), name="num_shards")
        prefixes, saves = [], []
        for shard, (where, saveables) in enumerate(per_device):
            with device(set_cpu0(where) if is_v2 else where):
                prefixes.append(self.sharded_filename(target, shard, num_shards))
                saves.append(self._AddSaveOps(prefixes[-1], saveables))
        with control_dependencies([save.op for save in saves]):
            if not is_v2:
                return apply("ShardedFilespec", basename=filename, num_shards=num_shards)
            with device(set_cpu0(per_device[-1][0])):
                merged = apply(
                    "MergeV2Checkpoints",
                    checkpoint_prefixes=prefixes,
                    destination_prefix=filename,
                    delete_old_dirs=True,
                )
                with control_dependencies([merged]):
                    return apply("Identity", input=filename)

    # -- restoring ----------------------------------------------------------------------------------------------------

    def _AddRestoreOps(  # noqa: N802
        self,
        filename_tensor: Tensor,
        saveables: Sequence[Saveable],
        restore_sequentially: bool,
        reshape: bool,
        preferred_shard: int = -1,
        name: str = "restore_all",
    ) -> Operation:
        tensors = self.bulk_restore(filename_tensor, saveables, preferred_shard, restore_sequentially)
        assigns = []
        position = 0
        for saveable in saveables:
            shapes = [_shape_of(spec.tensor) for spec in saveable.specs] if reshape else None
            end = position + len(saveable.specs)
            assigns.append(saveable.restore(tensors[position:end], shapes))
            position = end
        return group(*assigns, name=name)

    def _add_sharded_restore(
        self,
        filename: Tensor,
        per_device: Sequence[tuple[str, list[Saveable]]],
        restore_sequentially: bool,
        reshape: bool,
    ) -> Operation:
        restores = []
        for shard, (where, saveables) in enumerate(per_device):
            with device(where):
                restores.append(
                    self._AddRestoreOps(
                        filename,
                        saveables,
                        restore_sequentially,
                        reshape,
                        preferred_shard=shard,
                        name="restore_shard",
                    )
                )
        return group(*restores, name="restore_all")

    # -- both -----------------------------------------------------------------------------------------------------------

    def _GroupByDevices(self, saveables: Sequence[Saveable]) -> list[tuple[str, list[Saveable]]]:  # noqa: N802
        per_device: dict[str, list[Saveable]] = {}
        for saveable in saveables:
            places = {devices.canonical_name(spec.device) for spec in saveable.specs}
            if len(places) != 1:
                raise ValueError(f"All tensors of a saveable object must be on the same device: {saveable.name}")
            per_device.setdefault(places.pop(), []).append(saveable)
        return sorted(per_device.items(), key=lambda item: item[0])

    def build(
        self,
        names_to_saveables: Any,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        filename: str | None = "model",
    ) -> Any:
        """Adds operations that save and restore, and returns the `SaverDef` that names them.

        Args:
          names_to_saveables: a dictionary or list of variables and saveables.
          reshape: restored values are reshaped to the variables' shapes.
          sharded: one file for each device.
          max_to_keep, keep_checkpoint_every_n_hours: which checkpoints are kept; see `tf.train.Saver`.
          name: the name scope, "save" by default.
          restore_sequentially: accepted; values are assigned one after the other anyway.
          filename: the file name that is used if none is fed.

        Raises:
          TypeError, ValueError: if `names_to_saveables` is not as it should be.
        """
        saveables = saveables_module.validate_and_slice_inputs(names_to_saveables)
        with name_scope(name, "save", [saveable.op for saveable in saveables]):
            file = placeholder_with_default(filename or "model", shape=(), name="filename")
            file = placeholder_with_default(file, shape=(), name="Const")
            if sharded:
                per_device = self._GroupByDevices(saveables)
                save = self._add_sharded_save(file, per_device)
                restore = self._add_sharded_restore(file, per_device, restore_sequentially, reshape)
            else:
                save = self._AddSaveOps(file, saveables)
                restore = self._AddRestoreOps(file, saveables, restore_sequentially, reshape)
        _make_partitioned_tensors()
        return protos.SaverDef(
            filename_tensor_name=file.name,
            save_tensor_name=save.name,
            restore_op_name=restore.name,
            max_to_keep=max_to_keep or 0,
            sharded=sharded,
            keep_checkpoint_every_n_hours=keep_checkpoint_every_n_hours,
            version=self._write_version,
        )


class BulkSaverBuilder(BaseSaverBuilder):
    """Reads all tensors of a shard by a single operation."""

    def bulk_restore(
        self,
        filename_tensor: Tensor,
        saveables: Sequence[Saveable],
        preferred_shard: int,
        restore_sequentially: bool,
    ) -> list[Tensor]:
        """Makes the operation that reads the tensors of all saveables."""
        with device("cpu:0"):
            return _restore(filename_tensor, [spec for saveable in saveables for spec in saveable.specs])


def _restore(filename: Tensor, specs: Sequence[Any]) -> list[Tensor]:
    return apply(
        "RestoreV2",
        prefix=filename,
        tensor_names=[spec.name for spec in specs],
        shape_and_slices=[spec.slice_spec for spec in specs],
        dtypes=[spec.dtype.base_dtype for spec in specs],
    )


def _shape_of(tensor: TensorOrVariable) -> Any:
    shape = tensor.get_shape()
    return shape if shape.is_fully_defined() else apply("Shape", input=tensor)


def _make_partitioned_tensors() -> None:
    """Partitioned variables in collections are exported by the tensor that stands for them: it must be there."""
    graph = get_default_graph()
    for key in graph.get_all_collection_keys():
        for element in graph.get_collection(key):
            if isinstance(element, PartitionedVariable):
                try:
                    graph.get_operation_by_name(element.name)
                except KeyError:
                    element.as_tensor()


def _joined(*texts: Any) -> Tensor:
    return apply("StringJoin", inputs=list(texts))
