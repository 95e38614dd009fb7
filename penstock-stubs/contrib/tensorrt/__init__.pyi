"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.frozen_models import create_inference_graph as create_inference_graph

__all__ = [
    "create_inference_graph",
]
