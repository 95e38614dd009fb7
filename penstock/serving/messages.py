"""Answers of the server as bytes, and the tables of its services.

A `PredictResponse` is put together from the bytes of its tensors without a message in between. Values stand in the fields of
their type (`float_val`), as in the answers of TensorFlow Serving: many clients read them there.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from penstock import protos
from penstock.distributed import rpc, tensors
from penstock.graph import dtypes, errors, tensor_proto

PREDICTION = "tensorflow.serving.PredictionService"
MODEL = "tensorflow.serving.ModelService"
SESSION = "tensorflow.serving.SessionService"
HEALTH = "grpc.health.v1.Health"


def _methods(service: str, package: str, rows: dict[str, tuple[str, str]]) -> dict[str, rpc.Method]:
    return {n: rpc.Method(service, n, f"{package}.{q}", f"{package}.{a}") for n, (q, a) in rows.items()}


@functools.cache
def prediction_methods() -> dict[str, rpc.Method]:
    """The methods of the PredictionService."""
    rows = {
        "Classify": ("ClassificationRequest", "ClassificationResponse"),
        "Regress": ("RegressionRequest", "RegressionResponse"),
        "Predict": ("PredictRequest", "PredictResponse"),
        "MultiInference": ("MultiInferenceRequest", "MultiInferenceResponse"),
        "GetModelMetadata": ("GetModelMetadataRequest", "GetModelMetadataResponse"),
    }
    return _methods(PREDICTION, "tensorflow.serving", rows)


@functools.cache
def model_methods() -> dict[str, rpc.Method]:
    """The methods of the ModelService."""
    rows = {
        "GetModelStatus": ("GetModelStatusRequest", "GetModelStatusResponse"),
        "HandleReloadConfigRequest": ("ReloadConfigRequest", "ReloadConfigResponse"),
    }
    return _methods(MODEL, "tensorflow.serving", rows)


@functools.cache
def session_methods() -> dict[str, rpc.Method]:
    """The methods of the SessionService."""
    return _methods(SESSION, "tensorflow.serving", {"SessionRun": ("SessionRunRequest", "SessionRunResponse")})


@functools.cache
def health_methods() -> dict[str, rpc.Method]:
    """The methods of the health service. The answer to Watch is a message for each change."""
    rows = dict.fromkeys(("Check", "Watch"), ("HealthCheckRequest", "HealthCheckResponse"))
    return _methods(HEALTH, "grpc.health.v1", rows)


# Fields of TensorProto whose packed values are the bytes of an array.
_AS_BYTES = {
    dtypes.float32: 0x2A,
    dtypes.float64: 0x32,
    dtypes.complex64: 0x4A,
    dtypes.bool: 0x5A,
    dtypes.complex128: 0x62,
}
# Those whose values are numbers of varying length.
_AS_NUMBERS = {
    **dict.fromkeys((dtypes.int32, dtypes.int16, dtypes.int8, dtypes.uint16, dtypes.uint8), "int_val"),
    dtypes.int64: "int64_val",
    dtypes.uint32: "uint32_val",
    dtypes.uint64: "uint64_val",
}


def tensor_bytes(value: Any, dtype: dtypes.DType, as_content: bool = False) -> bytes:
    """A serialized `TensorProto` with the values in the field of their type."""
    if as_content:
        return tensors.encoded(value, dtype)
    array = np.asarray(value)
    tag = _AS_BYTES.get(dtype)
    if tag is not None:
        if array.dtype != dtype.storage:
            array = array.astype(dtype.storage)
        start = tensors.head(dtype.as_datatype_enum, array.shape)
        content = array.tobytes()
        return b"".join((start, bytes((tag,)), tensors.varint(len(content)), content)) if content else start
    field = _AS_NUMBERS.get(dtype)
    if field is not None:
        start = tensors.head(dtype.as_datatype_enum, array.shape)
        return start + protos.TensorProto(**{field: array.ravel().tolist()}).SerializeToString()
    if dtype is dtypes.string:
        start = tensors.head(dtype.as_datatype_enum, array.shape)
        return start + protos.TensorProto(string_val=array.ravel().tolist()).SerializeToString()
    if dtype.name in ("resource", "variant"):
        raise errors.UnimplementedError(None, None, f"A tensor of type {dtype.name} cannot be an answer.")
    return tensor_proto.make_tensor_proto(array, dtype).SerializeToString()


@functools.lru_cache(maxsize=1024)
def model_spec(name: str, signature: str, version: int) -> Any:
    """The `ModelSpec` of an answer; it must not be changed."""
    spec = protos.find("tensorflow.serving.ModelSpec")(name=name, signature_name=signature)
    spec.version.value = version
    return spec


@functools.lru_cache(maxsize=1024)
def _spec_field(name: str, signature: str, version: int) -> bytes:
    data = model_spec(name, signature, version).SerializeToString()
    return b"\x12" + tensors.varint(len(data)) + data


@functools.lru_cache(maxsize=4096)
def _key(alias: str) -> bytes:
    data = alias.encode()
    return b"\x0a" + tensors.varint(len(data)) + data


def predict_response(
    name: str,
    signature: str,
    version: int,
    outputs: tuple[str, ...],
    values: list[Any],
    types: list[Any],
    content: bool,
) -> bytes:
    """A serialized `PredictResponse`."""
    parts = []
    for alias, value, dtype in zip(outputs, values, types):
        data = tensor_bytes(value, dtype, content)
        key = _key(alias)
        size = tensors.varint(len(data))
        parts += [b"\x0a", tensors.varint(len(key) + 1 + len(size) + len(data)), key, b"\x12", size, data]
    parts.append(_spec_field(name, signature, version))
    return b"".join(parts)
