"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.utils.arrays import normalize as normalize
from penstock.keras.utils.arrays import to_categorical as to_categorical
from penstock.keras.utils.enqueuers import GeneratorEnqueuer as GeneratorEnqueuer
from penstock.keras.utils.enqueuers import OrderedEnqueuer as OrderedEnqueuer
from penstock.keras.utils.enqueuers import Sequence as Sequence
from penstock.keras.utils.enqueuers import SequenceEnqueuer as SequenceEnqueuer
from penstock.keras.utils.files import HDF5Matrix as HDF5Matrix
from penstock.keras.utils.files import get_file as get_file
from penstock.keras.utils.generic_utils import CustomObjectScope as CustomObjectScope
from penstock.keras.utils.generic_utils import custom_object_scope as custom_object_scope
from penstock.keras.utils.generic_utils import deserialize_keras_object as deserialize_keras_object
from penstock.keras.utils.generic_utils import get_custom_objects as get_custom_objects
from penstock.keras.utils.generic_utils import serialize_keras_object as serialize_keras_object
from penstock.keras.utils.layer_utils import convert_all_kernels_in_model as convert_all_kernels_in_model
from penstock.keras.utils.layer_utils import get_source_inputs as get_source_inputs
from penstock.keras.utils.multi_gpu import multi_gpu_model as multi_gpu_model
from penstock.keras.utils.progress import Progbar as Progbar
from penstock.keras.utils.vis_utils import model_to_dot as model_to_dot
from penstock.keras.utils.vis_utils import plot_model as plot_model

__all__ = [
    "CustomObjectScope",
    "GeneratorEnqueuer",
    "HDF5Matrix",
    "OrderedEnqueuer",
    "Progbar",
    "Sequence",
    "SequenceEnqueuer",
    "convert_all_kernels_in_model",
    "custom_object_scope",
    "deserialize_keras_object",
    "get_custom_objects",
    "get_file",
    "get_source_inputs",
    "model_to_dot",
    "multi_gpu_model",
    "normalize",
    "plot_model",
    "serialize_keras_object",
    "to_categorical",
]
