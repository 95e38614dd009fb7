"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.engine.sequential import Sequential as Sequential
from penstock.keras.engine.training import Model as Model
from penstock.keras.models import clone_model as clone_model
from penstock.keras.saving.models import load_model as load_model
from penstock.keras.saving.models import model_from_config as model_from_config
from penstock.keras.saving.models import model_from_json as model_from_json
from penstock.keras.saving.models import model_from_yaml as model_from_yaml
from penstock.keras.saving.models import save_model as save_model

__all__ = [
    "Model",
    "Sequential",
    "clone_model",
    "load_model",
    "model_from_config",
    "model_from_json",
    "model_from_yaml",
    "save_model",
]
