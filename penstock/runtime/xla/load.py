"""Loads serialized XLA programs: nothing is traced or lowered. Where JAX is not there yet, it is not imported (`client.py`).

Otherwise JAX calls one as if it had compiled it. JAX's own `deserialize_and_load` takes a pickle, which may execute anything;
what it would find in there is put together here instead. The kernels in C that a program calls are registered first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock.ops.backend import native_calls, start_jax
from penstock.platform import private_interfaces
from penstock.runtime.xla import background, client, written_loops
from penstock.runtime.xla.source import Form


class Unloadable(Exception):
    """A program that cannot be loaded here."""


def is_possible() -> bool:
    """Whether programs can be loaded with this version of JAX, on this device."""
    return private_interfaces.allowed("loaded_programs") and start_jax.on_cpu()


def register_kernels(kernels: Sequence[str], sources: Sequence[str]) -> None:
    """Makes the kernels that a program calls known to XLA.

    Raises:
      Unloadable: one of them is not there.
    """
    if (kernels or sources) and not native_calls.xla_ready():
        raise Unloadable("the kernels in C are not there")
    for name in kernels:
        try:
            native_calls.register(name)
        except AttributeError as error:
            raise Unloadable(str(error)) from error
    for source in sources:
        if written_loops.register(source) is None:
            raise Unloadable("a loop in C cannot be compiled")


def load(serialized: bytes, inputs: Sequence[Form], outputs: Sequence[Form]) -> Any:
    """A program that is called with arrays and gives arrays.

    Args:
      serialized: by XLA.
      inputs: shapes and types of its arguments.
      outputs: of its results.

    Raises:
      Unloadable: XLA or JAX does not take it.
    """
    if (without_jax := client.start()) is not None:
        try:
            return client.LoadedProgram(without_jax, serialized, inputs, outputs)
        except Exception as error:  # of whatever kind; JAX would not load it either
            raise Unloadable(f"{type(error).__name__}: {error}") from error
    background.import_jax()
    try:
        import jax
        from jax._src.interpreters import pxla
        from jax.core import ShapedArray
        from jaxlib.xla_client import DeviceList

        (device,) = jax.local_devices(backend="cpu")[:1]
        devices = DeviceList((device,))
        loaded = device.client.deserialize_executable(serialized, executable_devices=devices)
        place = jax.sharding.SingleDeviceSharding(device)
        given = [ShapedArray(shape, dtype) for shape, dtype in inputs]
        made = [ShapedArray(shape, dtype) for shape, dtype in outputs]
        layouts_in, layouts_out = pxla._get_layouts_from_executable(
            loaded, [None] * len(given), [None] * len(made), 0, given, made
        )
        places_in, places_out = [place] * len(given), [place] * len(made)
        unloaded = pxla.UnloadedMeshExecutable(
            xla_executable=loaded,
            device_list=devices,
            backend=device.client,
            input_avals=given,
            input_shardings=places_in,
            output_avals=made,
            output_shardings=places_out,
            committed=False,
            name="penstock",
            unordered_effects=[],
            ordered_effects=[],
            keepalive=[],
            host_callbacks=[],
            kept_var_idx=set(range(len(given))),
            mut=None,
            xla_in_layouts=layouts_in,
            dispatch_in_layouts=pxla.get_dispatch_layouts(layouts_in, places_in, given),
            xla_out_layouts=layouts_out,
            all_args_info=None,
            pgle_profiler=None,
        )
        tree = jax.tree_util.tree_structure((tuple([0] * len(given)), {}))
        info = jax.tree_util.tree_unflatten(tree, [jax.stages.ArgInfo(aval, False) for aval in given])
        return jax.stages.Compiled(
            unloaded.load(), [], info, jax.tree_util.tree_structure([0] * len(made)), no_kwargs=True
        )
    except Exception as error:  # of whatever kind, from insides of JAX that may be other ones tomorrow
        raise Unloadable(f"{type(error).__name__}: {error}") from error
