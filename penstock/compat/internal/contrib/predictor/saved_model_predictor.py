"""Predictors as classes: `tensorflow.contrib.predictor.saved_model_predictor`."""

from __future__ import annotations

from typing import Any

from penstock.contrib.predictor.predictors import Predictor, from_saved_model
from penstock.saved_model import loader

__all__ = ["SavedModelPredictor", "get_meta_graph_def"]


def get_meta_graph_def(saved_model_dir: str, tags: str) -> Any:
    """The graph of a SavedModel that has exactly these tags, which commas part.

    Raises:
      ValueError: there is none.
    """
    wanted = {tag.strip() for tag in tags.split(",")}
    for graph in loader.parse_saved_model(saved_model_dir).meta_graphs:
        if set(graph.meta_info_def.tags) == wanted:
            return graph
    raise ValueError(f"Could not find MetaGraphDef with tags {tags}")


class SavedModelPredictor(Predictor):
    """A predictor of a SavedModel; `tf.contrib.predictor.from_saved_model` tells of its arguments."""

    def __init__(
        self,
        export_dir: str,
        signature_def_key: str | None = None,
        signature_def: Any = None,
        input_names: dict[str, str] | None = None,
        output_names: dict[str, str] | None = None,
        tags: str | None = None,
        graph: Any = None,
        config: Any = None,
    ) -> None:
        made = from_saved_model(
            export_dir, signature_def_key, signature_def, input_names, output_names, tags, graph, config
        )
        super().__init__(made.graph, made.session, made.feed_tensors, made.fetch_tensors)
