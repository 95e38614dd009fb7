"""How a layer takes part in SavedModels of objects; what the file has of it is in `penstock/keras/saving/layer_objects.py`."""

from __future__ import annotations

import importlib
from typing import Any


def _described() -> Any:
    """The module that knows, which stands on layers and is needed by those who save only."""
    return importlib.import_module("penstock.keras.saving.layer_objects")


class LayerSaving:
    """The part of a layer that `tf.saved_model.save` asks. Subclasses may override these, as in 1.15."""

    @property
    def _object_identifier(self) -> str:
        return _described().identifier(self)

    @property
    def _tracking_metadata(self) -> str:
        return _described().metadata(self)

    def _list_extra_dependencies_for_serialization(self, serialization_cache: dict) -> dict[str, Any]:
        return _described().children_for(self, serialization_cache)

    def _list_functions_for_serialization(self, serialization_cache: dict) -> dict[str, Any]:
        return _described().functions_for(self, serialization_cache)
