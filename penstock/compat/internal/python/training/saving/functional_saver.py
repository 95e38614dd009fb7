"""Saving and restoring as operations, without a Saver."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from penstock import protos
from penstock._namespace import find
from penstock.graph.build import apply
from penstock.ops.state.saveable import SaveableObject, set_cpu0

__all__ = ["MultiDeviceSaver", "sharded_filename"]


def sharded_filename(filename_tensor: object, shard: object, num_shards: object) -> Any:
    """The name of a part of a checkpoint: "ckpt-00001-of-00002"."""
    return apply("ShardedFilename", basename=filename_tensor, shard=shard, num_shards=num_shards)


class MultiDeviceSaver:
    """Writes what is to be saved on each device to a file of its own, and merges the files.

    Args:
      saveable_objects: `SaveableObject`s.
    """

    def __init__(self, saveable_objects: Iterable[Any]) -> None:
        self._by_device: dict[str, list[Any]] = {}
        for saveable in saveable_objects:
            if not isinstance(saveable, SaveableObject):
                raise ValueError(f"Expected a dictionary of SaveableObjects, got {saveable}.")
            devices = {set_cpu0(spec.device or "") for spec in saveable.specs}
            self._by_device.setdefault(sorted(devices)[0] if devices else "", []).append(saveable)

    def save(self, file_prefix: object) -> Any:
        """The operation that saves everything under a prefix, a tensor of type string."""
        parts = find("strings.join")([file_prefix, f"_temp_{uuid.uuid4().hex}/part"])
        prefixes, saved = [], []
        for shard, (device, saveables) in enumerate(sorted(self._by_device.items())):
            with find("device")(device):
                name = sharded_filename(parts, shard, len(self._by_device))
                specs = [spec for saveable in saveables for spec in saveable.specs]
                saved.append(
                    apply(
                        "SaveV2",
                        prefix=name,
                        tensor_names=[spec.name for spec in specs],
                        shape_and_slices=[spec.slice_spec for spec in specs],
                        tensors=[spec.tensor for spec in specs],
                    )
                )
                prefixes.append(name)
        with find("control_dependencies")(saved):
            return apply(
                "MergeV2Checkpoints", checkpoint_prefixes=prefixes, destination_prefix=file_prefix, delete_old_dirs=True
            )

    def restore(self, file_prefix: object) -> dict[str, Any]:
        """Name of each saveable -> the operation that gives it its value from a checkpoint."""
        made = {}
        for device, saveables in sorted(self._by_device.items()):
            with find("device")(device):
                for saveable in saveables:
                    values = apply(
                        "RestoreV2",
                        prefix=file_prefix,
                        tensor_names=[spec.name for spec in saveable.specs],
                        shape_and_slices=[spec.slice_spec for spec in saveable.specs],
                        dtypes=[spec.dtype.base_dtype for spec in saveable.specs],
                    )
                    made[saveable.name] = saveable.restore(list(values), None)
        return made

    def to_proto(self) -> Any:
        """A `SaverDef` with the operations that save and restore, made in the default graph."""
        name = find("placeholder")(find("string"), [], "saver_filename")
        with find("control_dependencies")([self.save(name)]):
            saved = find("identity")(name)
        restored = find("group")(*self.restore(name).values(), name="restore_all")
        return protos.SaverDef(
            filename_tensor_name=name.name,
            save_tensor_name=saved.name,
            restore_op_name=restored.name,
            version=protos.SaverDef.V2,
        )
