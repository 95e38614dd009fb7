"""The layer as such, and the layers that networks make themselves."""

from penstock.keras.engine.base_layer import InputSpec, Layer, to_snake_case
from penstock.keras.engine.layer_nodes import KerasHistory
from penstock.keras.engine.op_layers import AddLoss, AddMetric, TensorFlowOpLayer
from penstock.keras.utils.generic_utils import serialize_keras_object
from penstock.keras.utils.tf_utils import is_tensor_or_tensor_list

__all__ = [
    "AddLoss",
    "AddMetric",
    "InputSpec",
    "KerasHistory",
    "Layer",
    "TensorFlowOpLayer",
    "is_tensor_or_tensor_list",
    "serialize_keras_object",
    "to_snake_case",
]
