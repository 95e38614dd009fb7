"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.tpu.feature_columns import EmbeddingConfigSpec as EmbeddingConfigSpec

__all__ = [
    "EmbeddingConfigSpec",
]
