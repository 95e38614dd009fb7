"""A model copied onto several devices, each of which computes a part of the batch."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


def _part(data: Any, i: int, parts: int) -> Tensor:
    shape = tf.shape(data)
    rows, rest = shape[:1], shape[1:]
    step = rows // parts
    size = rows - step * i if i == parts - 1 else step
    start = tf.concat([step, rest * 0], axis=0) * i
    return tf.slice(data, start, tf.concat([size, rest], axis=0))


@export("keras.utils.multi_gpu_model")
def multi_gpu_model(model: Any, gpus: Any, cpu_merge: bool = True, cpu_relocation: bool = False) -> Any:
    """A model that splits each batch over several GPUs, which share the weights, and joins their results.

    Args:
      model: a model.
      gpus: how many GPUs, or their numbers; 2 at least.
      cpu_merge: whether the results are joined on the CPU.
      cpu_relocation: whether the model is made anew, with its weights on the CPU.

    Raises:
      ValueError: if there are not so many GPUs.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> tf.keras.utils.multi_gpu_model(model, gpus=1)
    Traceback (most recent call last):
    ValueError: For multi-gpu usage to be effective, call `multi_gpu_model` with `gpus >= 2`. Received: `gpus=1`
    """
    listed = isinstance(gpus, (list, tuple))
    count = len(gpus) if listed else gpus
    if count <= 1:
        what = "len(gpus) >= 2" if listed else "gpus >= 2"
        raise ValueError(
            f"For multi-gpu usage to be effective, call `multi_gpu_model` with `{what}`. Received: `gpus={gpus}`"
        )
    numbers = list(gpus) if listed else list(range(count))
    wanted = ["/cpu:0", *(f"/gpu:{i}" for i in numbers)]
    names = [device.name for device in tf.keras.backend.get_session().list_devices()]
    available = ["/" + name.lower().split("device:")[1] for name in names]
    if any(device not in available for device in wanted):
        raise ValueError(
            f"To call `multi_gpu_model` with `gpus={gpus}`, we expect the following devices to be available: {wanted}. "
            f"However this machine only has: {available}. Try reducing `gpus`."
        )
    if cpu_relocation:
        with tf.device("/cpu:0"):
            model = tf.keras.models.clone_model(model)
    parts: list[list[Any]] = [[] for _ in model.outputs]
    for i, number in enumerate(numbers):
        with tf.device(f"/gpu:{number}"), tf.keras.backend.name_scope(f"replica_{number}"):
            inputs = [
                tf.keras.layers.Lambda(
                    _part, output_shape=tuple(x.shape.as_list())[1:], arguments={"i": i, "parts": count}
                )(x)
                for x in model.inputs
            ]
            outputs = model(inputs)
            for o, output in enumerate(outputs if isinstance(outputs, list) else [outputs]):
                parts[o].append(output)
    occurrences = collections.Counter(model.output_names)
    used: collections.Counter = collections.Counter()
    merged = []
    with tf.device("/cpu:0" if cpu_merge else f"/gpu:{numbers[0]}"):
        for name, outputs in zip(model.output_names, parts):
            if occurrences[name] > 1:
                used[name] += 1
                name += f"_{used[name]}"
            merged.append(tf.keras.layers.concatenate(outputs, axis=0, name=name))
    return tf.keras.Model(model.inputs, merged)
