"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.saved_model.constants import ASSETS_DIRECTORY as ASSETS_DIRECTORY
from penstock.saved_model.constants import ASSETS_KEY as ASSETS_KEY
from penstock.saved_model.constants import SAVED_MODEL_FILENAME_PB as SAVED_MODEL_FILENAME_PB
from penstock.saved_model.constants import SAVED_MODEL_FILENAME_PBTXT as SAVED_MODEL_FILENAME_PBTXT
from penstock.saved_model.constants import SAVED_MODEL_SCHEMA_VERSION as SAVED_MODEL_SCHEMA_VERSION
from penstock.saved_model.constants import VARIABLES_DIRECTORY as VARIABLES_DIRECTORY
from penstock.saved_model.constants import VARIABLES_FILENAME as VARIABLES_FILENAME
from penstock.saved_model.load_objects import load as load
from penstock.saved_model.loader import maybe_saved_model_directory as contains_saved_model
from penstock.saved_model.save_objects import save as save
from penstock.saved_model.signature_constants import CLASSIFY_INPUTS as CLASSIFY_INPUTS
from penstock.saved_model.signature_constants import CLASSIFY_METHOD_NAME as CLASSIFY_METHOD_NAME
from penstock.saved_model.signature_constants import CLASSIFY_OUTPUT_CLASSES as CLASSIFY_OUTPUT_CLASSES
from penstock.saved_model.signature_constants import CLASSIFY_OUTPUT_SCORES as CLASSIFY_OUTPUT_SCORES
from penstock.saved_model.signature_constants import DEFAULT_SERVING_SIGNATURE_DEF_KEY as DEFAULT_SERVING_SIGNATURE_DEF_KEY
from penstock.saved_model.signature_constants import PREDICT_INPUTS as PREDICT_INPUTS
from penstock.saved_model.signature_constants import PREDICT_METHOD_NAME as PREDICT_METHOD_NAME
from penstock.saved_model.signature_constants import PREDICT_OUTPUTS as PREDICT_OUTPUTS
from penstock.saved_model.signature_constants import REGRESS_INPUTS as REGRESS_INPUTS
from penstock.saved_model.signature_constants import REGRESS_METHOD_NAME as REGRESS_METHOD_NAME
from penstock.saved_model.signature_constants import REGRESS_OUTPUTS as REGRESS_OUTPUTS
from penstock.saved_model.tag_constants import GPU as GPU
from penstock.saved_model.tag_constants import SERVING as SERVING
from penstock.saved_model.tag_constants import TPU as TPU
from penstock.saved_model.tag_constants import TRAINING as TRAINING

__all__ = [
    "ASSETS_DIRECTORY",
    "ASSETS_KEY",
    "CLASSIFY_INPUTS",
    "CLASSIFY_METHOD_NAME",
    "CLASSIFY_OUTPUT_CLASSES",
    "CLASSIFY_OUTPUT_SCORES",
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY",
    "GPU",
    "PREDICT_INPUTS",
    "PREDICT_METHOD_NAME",
    "PREDICT_OUTPUTS",
    "REGRESS_INPUTS",
    "REGRESS_METHOD_NAME",
    "REGRESS_OUTPUTS",
    "SAVED_MODEL_FILENAME_PB",
    "SAVED_MODEL_FILENAME_PBTXT",
    "SAVED_MODEL_SCHEMA_VERSION",
    "SERVING",
    "TPU",
    "TRAINING",
    "VARIABLES_DIRECTORY",
    "VARIABLES_FILENAME",
    "contains_saved_model",
    "load",
    "save",
]
