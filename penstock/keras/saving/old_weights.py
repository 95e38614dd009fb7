"""Weights as other versions wrote them, in the form that layers have now: Keras 1, Theano, cuDNN and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock.keras.utils.conv_utils import convert_kernel

if TYPE_CHECKING:
    from penstock.keras.engine.base_layer import Layer
    from penstock.keras.engine.training import Model


_CONVOLUTIONS = ("Conv1D", "Conv2D", "Conv3D", "Conv2DTranspose", "ConvLSTM2D")


def preprocess_weights_for_loading(
    layer: Any, weights: list[Any], original_keras_version: str | None = None, original_backend: str | None = None
) -> list[Any]:
    """The weights of a file as `layer` wants them."""
    version = (original_keras_version, original_backend)
    kind = type(layer).__name__
    if kind == "Bidirectional":
        half = len(weights) // 2
        weights = preprocess_weights_for_loading(
            layer.forward_layer, weights[:half], *version
        ) + preprocess_weights_for_loading(layer.backward_layer, weights[half:], *version)
    elif kind == "TimeDistributed":
        weights = preprocess_weights_for_loading(layer.layer, weights, *version)
    elif kind in ("Model", "Sequential"):
        weights = _nested(layer, weights, version)
    if original_keras_version == "1":
        weights = _from_keras_1(layer, kind, weights)
    if kind in _CONVOLUTIONS:
        kernels = 2 if kind == "ConvLSTM2D" else 1
        if original_backend == "theano":
            weights[:kernels] = [convert_kernel(w) for w in weights[:kernels]]
        if tf.keras.backend.int_shape(layer.weights[0]) != weights[0].shape:
            weights[:kernels] = [np.transpose(w, (3, 2, 0, 1)) for w in weights[:kernels]]
    return _recurrent(layer, kind, weights)


def _nested(model: Model, weights: list[Any], version: tuple[Any, Any]) -> list[Any]:
    count = len(model.trainable_weights)
    trained, others = weights[:count], weights[count:]
    new_trained: list[Any] = []
    new_others: list[Any] = []
    for layer in model.layers:
        n, m = len(layer.trainable_weights), len(layer.non_trainable_weights)
        if layer.weights:
            found = preprocess_weights_for_loading(layer, trained[:n] + others[:m], *version)
            new_trained += found[:n]
            new_others += found[n:]
            trained, others = trained[n:], others[m:]
    return new_trained + new_others


def _joined(weights: list[Any], order: tuple[int, ...]) -> list[Any]:
    """Kernel, recurrent kernel and bias of all gates from those of each gate."""
    return [np.concatenate([weights[3 * gate + part] for gate in order], axis=-1) for part in range(3)]


def _from_keras_1(layer: Layer, kind: str, weights: list[Any]) -> list[Any]:
    if kind == "TimeDistributed":
        return preprocess_weights_for_loading(layer.layer, weights, "1", None)
    first = getattr(layer, "data_format", None) == "channels_first"
    if kind == "Conv1D":
        shape = weights[0].shape
        if shape[:2] != (layer.kernel_size[0], 1) or shape[3] != layer.filters:
            assert shape[0] == layer.filters and shape[2:] == (layer.kernel_size[0], 1)
            weights[0] = np.transpose(weights[0], (2, 3, 1, 0))
        weights[0] = weights[0][:, 0, :, :]
    elif kind == "Conv2D" and first:
        weights[0] = np.transpose(weights[0], (2, 3, 1, 0))
    elif kind == "Conv2DTranspose":
        weights[0] = np.transpose(weights[0], (2, 3, 0, 1) if first else (0, 1, 3, 2))
    elif kind == "Conv3D" and first:
        weights[0] = np.transpose(weights[0], (2, 3, 4, 1, 0))
    elif kind == "GRU" and len(weights) == 9:
        weights = _joined(weights, (0, 1, 2))
    elif kind in ("LSTM", "ConvLSTM2D") and len(weights) == 12:
        weights = _joined(weights, (0, 2, 1, 3))
        if kind == "ConvLSTM2D" and first:
            weights[:2] = [np.transpose(w, (2, 3, 1, 0)) for w in weights[:2]]
    return weights


def _by_gate(kernels: Any, change: Callable, gates: int) -> np.ndarray:
    return np.hstack([change(kernel) for kernel in np.hsplit(kernels, gates)])


def _kernels(weights: list[Any], gates: int, from_cudnn: bool) -> list[Any]:
    order: Any = "F" if from_cudnn else "C"
    return [
        _by_gate(weights[0], lambda k: k.T.reshape(k.shape, order=order), gates),
        _by_gate(weights[1], lambda k: k.T, gates),
    ]


def _recurrent(layer: Layer, kind: str, weights: list[Any]) -> list[Any]:
    """Weights of cuDNN for layers without it, and the other way round."""
    if kind in ("LSTM", "CuDNNLSTM") and len(weights) == 3:
        width, shape = weights[1].shape[0] * 4, weights[2].shape
        if shape not in ((width,), (2 * width,)):
            raise ValueError("Invalid bias shape: " + str(shape))
        from_cudnn = shape == (2 * width,)
        if from_cudnn == (kind == "CuDNNLSTM"):
            return weights
        bias = np.sum(np.split(weights[2], 2, axis=0), axis=0) if from_cudnn else np.tile(0.5 * weights[2], 2)
        return [*_kernels(weights, 4, from_cudnn), bias]
    if kind in ("GRU", "CuDNNGRU") and len(weights) == 3:
        width, shape = weights[1].shape[0] * 3, weights[2].shape
        sources = {(2 * width,): "CuDNNGRU", (2, width): "GRU(reset_after=True)", (width,): "GRU(reset_after=False)"}
        if shape not in sources:
            raise ValueError("Invalid bias shape: " + str(shape))
        source = sources[shape]
        target = "CuDNNGRU" if kind == "CuDNNGRU" else f"GRU(reset_after={bool(layer.reset_after)})"
        if source == target:
            return weights
        if "GRU(reset_after=False)" in (source, target):
            raise ValueError(f"{source} is not compatible with {target}")
        from_cudnn = source == "CuDNNGRU"
        bias = np.array(weights[2]).reshape((2, -1) if from_cudnn else -1)
        return [*_kernels(weights, 3, from_cudnn), bias]
    return weights
