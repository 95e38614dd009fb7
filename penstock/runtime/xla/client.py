"""Loads and calls compiled programs by XLA's client in jaxlib alone: the process that only runs programs never imports JAX.

To import JAX is half a second of Python code, beside which short steps stand still, and 40 MB; jaxlib takes a tenth of both.
Where jaxlib has other insides than are known, where there may be a GPU, or where JAX is there already, JAX loads the programs
(`load.py`). `PENSTOCK_PRIVATE=-xla_client` leaves all of them to JAX.
"""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock.ops.backend import start_jax
from penstock.ops.backend.xla_array import Form, XlaArray, form_of
from penstock.platform import private_interfaces

_lock = threading.Lock()
_client: Client | None = None


class _Aval:
    """What jaxlib asks of a type of arrays."""

    __slots__ = ("dtype", "shape", "weak_type")

    def __init__(self, form: Form) -> None:
        self.shape, self.dtype = form
        self.weak_type = False


class Client:
    """XLA on the CPU."""

    def __init__(self) -> None:
        from jaxlib import _hlo, _jax, xla_client

        everywhere = _hlo.HloSharding.replicate()

        class Place(_jax.SingleDeviceSharding):
            """The one device, as jaxlib asks for it; JAX adds the same to the class when it is imported."""

            memory_kind = None

            def _to_xla_hlo_sharding(self, ndim: int) -> Any:
                return everywhere

        self._jaxlib = _jax
        self._client = xla_client.make_cpu_client(asynchronous=False)
        (device,) = self._client.local_devices()[:1]
        self._devices, self._device_list = _jax.DeviceList((device,)), [device]
        self._put = _jax.batched_device_put
        self._place = Place(device)
        self._semantics = _jax.HostBufferSemantics.ZERO_COPY
        value = np.arange(3, dtype=np.float32)
        if not np.array_equal(np.asarray(self.buffer(value, True)), value):
            raise ValueError("jaxlib has lost a value")

    def buffer(self, array: np.ndarray, copy: bool = False) -> Any:
        """An array as jaxlib's; without `copy` it is read where it lies, if it is aligned as XLA wants it."""
        return self.reader((array.shape, array.dtype))(array, copy)

    def reader(self, form: Form) -> Callable[..., Any]:
        """`buffer` for arrays of one shape and type."""
        put, aval, place, devices, semantics = self._put, _Aval(form), self._place, self._device_list, self._semantics

        def buffer(array: np.ndarray, copy: bool = False) -> Any:
            return put(aval, place, [array], devices, True, copy, semantics, True)

        return buffer

    def handler(self, form: Form) -> Any:
        """What makes jaxlib's arrays of a program's results of one shape and type."""
        try:
            return self._jaxlib.array_result_handler(_Aval(form), self._place, False, True)
        except TypeError:  # jaxlib 0.12 never asks JAX to check
            return self._jaxlib.array_result_handler(_Aval(form), self._place, False)

    def deserialize(self, serialized: bytes) -> Any:
        """The executable that XLA has serialized."""
        return self._client.deserialize_executable(serialized, executable_devices=self._devices)


class LoadedProgram:
    """A program that is called without JAX: arrays in, `XlaArray`s out.

    Args:
      client: which runs it.
      serialized: by XLA.
      inputs: shapes and types of its arguments.
      outputs: of its results.
    """

    def __init__(self, client: Client, serialized: bytes, inputs: Sequence[Form], outputs: Sequence[Form]) -> None:
        given = [form_of(*form) for form in inputs]
        readers = {form: client.reader(form) for form in set(given)}
        self._inputs = [(form, readers[form]) for form in given]
        self._outputs = [form_of(*form) for form in outputs]
        handlers = {form: client.handler(form) for form in set(self._outputs)}
        self._handlers = [handlers[form] for form in self._outputs]
        self._execute = client.deserialize(serialized).execute_sharded

    def __call__(self, *values: Any) -> list[XlaArray]:
        """The results.

        Raises:
          TypeError: the arguments are of other shapes or types.
        """
        given: list[Any] = []
        add = given.append
        for value, (form, buffer) in zip(values, self._inputs, strict=True):
            if type(value) is XlaArray:
                if value.form is not form:
                    raise TypeError(f"{value.form} instead of {form}")
                add(value.buffer)
                continue
            array = value if type(value) is np.ndarray else np.asarray(value)
            if array.shape != form[0] or array.dtype != form[1]:
                raise TypeError(f"{(array.shape, array.dtype)} instead of {form}")
            add(buffer(array))
        return list(map(XlaArray, self._execute(given).consume_with_handlers(self._handlers), self._outputs))


def start() -> Client | None:
    """XLA's client, started by the first call; None if programs are JAX's business here."""
    global _client
    if _client is None and is_possible():
        with _lock:
            if _client is None:
                _client = _started()
    return _client


def is_started() -> bool:
    """Whether there may be `XlaArray`s."""
    return _client is not None


def is_possible() -> bool:
    """Whether programs are loaded without JAX, as far as is known before the first."""
    if _client is not None:
        return True
    return "jax" not in sys.modules and private_interfaces.allowed("xla_client") and start_jax.is_only_cpu()


@functools.cache
def _started() -> Client | None:
    try:
        start_jax.prepare()
        return Client()
    except Exception as error:  # of whatever kind, from insides of jaxlib that may be other ones tomorrow
        private_interfaces.step_aside("xla_client", f"{type(error).__name__}: {error}")
        return None


def copied(value: np.ndarray) -> XlaArray:
    """A copy in XLA's memory, which a program may overwrite that it is donated to; there must be a client."""
    assert _client is not None
    return XlaArray(_client.buffer(value, True), form_of(value.shape, value.dtype))
