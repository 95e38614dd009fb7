"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.tensorboard.embeddings import EmbeddingInfo as EmbeddingInfo
from penstock.contrib.tensorboard.embeddings import ProjectorConfig as ProjectorConfig
from penstock.contrib.tensorboard.embeddings import SpriteMetadata as SpriteMetadata
from penstock.contrib.tensorboard.embeddings import visualize_embeddings as visualize_embeddings

__all__ = [
    "EmbeddingInfo",
    "ProjectorConfig",
    "SpriteMetadata",
    "visualize_embeddings",
]
