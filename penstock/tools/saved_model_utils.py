"""`tensorflow.python.tools.saved_model_utils`: the `SavedModel` message of a directory, without loading its graphs."""

from __future__ import annotations

from typing import Any

from penstock.saved_model import loader
from penstock.storage import gfile


def read_saved_model(saved_model_dir: gfile.Path) -> Any:
    """Reads the `SavedModel` message of a directory.

    Raises:
      OSError: there is none, or it cannot be read.
    """
    if not loader.maybe_saved_model_directory(saved_model_dir):
        raise OSError(f"SavedModel file does not exist at: {gfile._text(saved_model_dir)}")
    return loader.parse_saved_model(saved_model_dir)


def get_saved_model_tag_sets(saved_model_dir: gfile.Path) -> list[list[str]]:
    """The tags of each graph of a SavedModel."""
    return [list(found.meta_info_def.tags) for found in read_saved_model(saved_model_dir).meta_graphs]


def get_meta_graph_def(saved_model_dir: gfile.Path, tag_set: str) -> Any:
    """The `MetaGraphDef` that has these tags (separated by commas), no more and no less.

    Raises:
      RuntimeError: there is none.
    """
    wanted = set(tag_set.split(","))
    for found in read_saved_model(saved_model_dir).meta_graphs:
        if set(found.meta_info_def.tags) == wanted:
            return found
    raise RuntimeError(f"MetaGraphDef associated with tag-set {tag_set} could not be found in SavedModel")
