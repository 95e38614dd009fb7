"""Files that configure a server: messages as text, checked.

What is wrong in one is an error of `tf.errors` that names the file.
"""

from __future__ import annotations

import os
from typing import Any

from penstock import protos
from penstock.graph import errors
from penstock.serving.signatures import invalid

PLATFORM = "tensorflow"
_LARGEST_FILE = 16 << 20


def message(name: str) -> Any:
    """A message of TensorFlow Serving by its short name."""
    return protos.find(f"tensorflow.serving.{name}")


def read(path: str, name: str) -> Any:
    """The message in a file, as text or else as bytes.

    Raises:
      tf.errors.NotFoundError: there is no such file.
      tf.errors.InvalidArgumentError: it does not hold such a message.
    """
    from google.protobuf import text_format

    try:
        with open(path, "rb") as file:
            data = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise errors.NotFoundError(None, None, f"{path}; {error.strerror}") from None
    if len(data) > _LARGEST_FILE:
        raise invalid(f"Invalid protobuf file: '{path}'")
    try:
        return text_format.Parse(data.decode(), message(name)(), descriptor_pool=protos.pool())
    except (text_format.ParseError, UnicodeDecodeError) as problem:
        try:
            found = message(name).FromString(data)
            if found.ByteSize() and not found.UnknownFields() if hasattr(found, "UnknownFields") else found.ByteSize():
                return found
        except Exception:
            pass
        raise invalid(f"Invalid protobuf file: '{path}': {problem}") from None


def single_model(name: str, base_path: str) -> Any:
    """The configuration for one model."""
    config = message("ModelServerConfig")()
    config.model_config_list.config.add(name=name, base_path=base_path, model_platform=PLATFORM)
    return config


def check_models(config: Any, before: dict[str, str]) -> None:
    """Raises if a configuration is not one that a server can go on with.

    Args:
      config: a `ModelServerConfig`.
      before: name → platform of the models that are served now.
    """
    seen: set[str] = set()
    for model in config.model_config_list.config:
        if model.name in seen:
            raise invalid(f"Illegal to list model {model.name} multiple times in config list")
        seen.add(model.name)
        if not os.path.isabs(model.base_path):
            raise invalid(
                f"Expected model {model.name} to have an absolute path or URI; got base_path()={model.base_path}"
            )
        platform = platform_of(model)
        if platform != PLATFORM:
            raise invalid(f"Model {model.name} requests unsupported platform {platform}")
        if model.name in before and before[model.name] != platform:
            raise invalid(
                f"Illegal to change a model's platform. For model {model.name} platform was {before[model.name]} and "
                f"new platform requested is {platform}"
            )


def platform_of(model: Any) -> str:
    """What a `ModelConfig` says that the model is for."""
    if model.model_type:
        if model.model_platform:
            raise invalid(
                "Illegal setting both ModelServerConfig::model_type (deprecated) and "
                f"ModelServerConfig::model_platform, model name is {model.name}"
            )
        if model.model_type != message("ModelType").Value("TENSORFLOW"):
            raise invalid(f"ModelServerConfig::model_type choice {model.model_type} not supported.")
        return PLATFORM
    if not model.model_platform:
        raise invalid(
            "Illegal setting neither ModelServerConfig::model_type (deprecated) nor "
            f"ModelServerConfig::model_platform, model name is {model.name}"
        )
    return model.model_platform


class Batching:
    """What `BatchingParameters` say, with the defaults of TensorFlow Serving."""

    def __init__(self, given: Any = None) -> None:
        given = given if given is not None else message("BatchingParameters")()

        def of(field: str, otherwise: int) -> int:
            return getattr(given, field).value if given.HasField(field) else otherwise

        self.max_batch_size = of("max_batch_size", 1000)
        self.timeout = of("batch_timeout_micros", 0) / 1e6
        self.max_enqueued = of("max_enqueued_batches", 10)
        self.threads = of("num_batch_threads", os.cpu_count() or 1)
        self.allowed = list(given.allowed_batch_sizes)
        self.pads = given.pad_variable_length_inputs
        self.splits = given.HasField("enable_large_batch_splitting") and given.enable_large_batch_splitting.value
        if self.max_batch_size < 1:
            raise invalid(f"max_batch_size must be positive; was {self.max_batch_size}")
        if self.timeout < 0:
            raise invalid("batch_timeout_micros must be non-negative; was " + str(int(self.timeout * 1e6)))
        if self.max_enqueued < 0:
            raise invalid(f"max_enqueued_batches must be non-negative; was {self.max_enqueued}")
        if self.threads < 1:
            raise invalid(f"num_batch_threads must be positive; was {self.threads}")
        if self.allowed != sorted(set(self.allowed)) or (self.allowed and self.allowed[0] < 1):
            raise invalid("allowed_batch_sizes must be positive and increasing")
        if self.allowed and self.allowed[-1] != self.max_batch_size:
            raise invalid(
                "Last entry in allowed_batch_sizes must match max_batch_size; last entry was "
                f"{self.allowed[-1]}; expected {self.max_batch_size}"
            )

    def filled(self, size: int) -> int:
        """The largest size that `size` rows fill; 0 if they fill none."""
        return max((allowed for allowed in self.allowed if allowed <= size), default=0)

    def padded(self, size: int) -> int:
        """The size that a batch of `size` gets."""
        return next((allowed for allowed in self.allowed if allowed >= size), size)
