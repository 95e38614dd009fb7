"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import builder as builder
from . import constants as constants
from . import experimental as experimental
from . import loader as loader
from . import main_op as main_op
from . import signature_constants as signature_constants
from . import signature_def_utils as signature_def_utils
from . import tag_constants as tag_constants
from . import utils as utils
from penstock.saved_model.builder import SavedModelBuilder as Builder
from penstock.saved_model.builder import simple_save as simple_save
from penstock.saved_model.constants import ASSETS_DIRECTORY as ASSETS_DIRECTORY
from penstock.saved_model.constants import ASSETS_KEY as ASSETS_KEY
from penstock.saved_model.constants import LEGACY_INIT_OP_KEY as LEGACY_INIT_OP_KEY
from penstock.saved_model.constants import MAIN_OP_KEY as MAIN_OP_KEY
from penstock.saved_model.constants import SAVED_MODEL_FILENAME_PB as SAVED_MODEL_FILENAME_PB
from penstock.saved_model.constants import SAVED_MODEL_FILENAME_PBTXT as SAVED_MODEL_FILENAME_PBTXT
from penstock.saved_model.constants import SAVED_MODEL_SCHEMA_VERSION as SAVED_MODEL_SCHEMA_VERSION
from penstock.saved_model.constants import VARIABLES_DIRECTORY as VARIABLES_DIRECTORY
from penstock.saved_model.constants import VARIABLES_FILENAME as VARIABLES_FILENAME
from penstock.saved_model.load_objects import load as load_v2
from penstock.saved_model.loader import load as load
from penstock.saved_model.loader import maybe_saved_model_directory as contains_saved_model
from penstock.saved_model.loader import maybe_saved_model_directory as maybe_saved_model_directory
from penstock.saved_model.main_op import main_op_with_restore as main_op_with_restore
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
from penstock.saved_model.signature_def_utils import build_signature_def as build_signature_def
from penstock.saved_model.signature_def_utils import classification_signature_def as classification_signature_def
from penstock.saved_model.signature_def_utils import is_valid_signature as is_valid_signature
from penstock.saved_model.signature_def_utils import predict_signature_def as predict_signature_def
from penstock.saved_model.signature_def_utils import regression_signature_def as regression_signature_def
from penstock.saved_model.tag_constants import GPU as GPU
from penstock.saved_model.tag_constants import SERVING as SERVING
from penstock.saved_model.tag_constants import TPU as TPU
from penstock.saved_model.tag_constants import TRAINING as TRAINING
from penstock.saved_model.utils import build_tensor_info as build_tensor_info
from penstock.saved_model.utils import get_tensor_from_tensor_info as get_tensor_from_tensor_info

__all__ = [
    "ASSETS_DIRECTORY",
    "ASSETS_KEY",
    "Builder",
    "CLASSIFY_INPUTS",
    "CLASSIFY_METHOD_NAME",
    "CLASSIFY_OUTPUT_CLASSES",
    "CLASSIFY_OUTPUT_SCORES",
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY",
    "GPU",
    "LEGACY_INIT_OP_KEY",
    "MAIN_OP_KEY",
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
    "build_signature_def",
    "build_tensor_info",
    "builder",
    "classification_signature_def",
    "constants",
    "contains_saved_model",
    "experimental",
    "get_tensor_from_tensor_info",
    "is_valid_signature",
    "load",
    "load_v2",
    "loader",
    "main_op",
    "main_op_with_restore",
    "maybe_saved_model_directory",
    "predict_signature_def",
    "regression_signature_def",
    "save",
    "signature_constants",
    "signature_def_utils",
    "simple_save",
    "tag_constants",
    "utils",
]
