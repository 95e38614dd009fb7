"""Models for inference, here without TensorRT: `tensorflow.python.compiler.tensorrt.trt_convert`."""

from penstock._namespace import find
from penstock.contrib.frozen_models import (
    DEFAULT_TRT_CONVERSION_PARAMS,
    DEFAULT_TRT_MAX_WORKSPACE_SIZE_BYTES,
    TrtConversionParams,
    TrtGraphConverter,
    TrtPrecisionMode,
    create_inference_graph,
)

__all__ = [
    "DEFAULT_TRT_CONVERSION_PARAMS",
    "DEFAULT_TRT_MAX_WORKSPACE_SIZE_BYTES",
    "TrtConversionParams",
    "TrtGraphConverter",
    "TrtGraphConverterV2",
    "TrtPrecisionMode",
    "create_inference_graph",
]


class TrtGraphConverterV2:
    """Models of TensorFlow 2 for inference.

    Args:
      input_saved_model_dir: the folder of the model.
      input_saved_model_tags: the tags of its graph.
      input_saved_model_signature_key: the signature to keep.
      conversion_params: a `TrtConversionParams`.

    Raises:
      AssertionError: without eager execution, as in 1.15; `TrtGraphConverter` converts models in graphs.
    """

    def __init__(
        self,
        input_saved_model_dir: str | None = None,
        input_saved_model_tags: object = None,
        input_saved_model_signature_key: str | None = None,
        conversion_params: object = DEFAULT_TRT_CONVERSION_PARAMS,
    ) -> None:
        assert find("executing_eagerly")(), "TrtGraphConverterV2 needs eager execution; use TrtGraphConverter"
        raise NotImplementedError("TrtGraphConverterV2 is not in Penstock yet; use TrtGraphConverter.")
