"""What a layer asks of its inputs."""

from penstock.keras.engine.input_spec import InputSpec

__all__ = [
    "InputSpec",
]
