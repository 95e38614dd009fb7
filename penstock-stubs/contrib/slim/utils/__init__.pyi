"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.layers.utils import append_tensor_alias as append_tensor_alias
from penstock.contrib.layers.utils import channel_dimension as channel_dimension
from penstock.contrib.layers.utils import collect_named_outputs as collect_named_outputs
from penstock.contrib.layers.utils import constant_value as constant_value
from penstock.contrib.layers.utils import convert_collection_to_dict as convert_collection_to_dict
from penstock.contrib.layers.utils import gather_tensors_aliases as gather_tensors_aliases
from penstock.contrib.layers.utils import get_tensor_aliases as get_tensor_aliases
from penstock.contrib.layers.utils import get_variable_collections as get_variable_collections
from penstock.contrib.layers.utils import last_dimension as last_dimension
from penstock.contrib.layers.utils import smart_cond as smart_cond
from penstock.contrib.layers.utils import two_element_tuple as two_element_tuple

__all__ = [
    "append_tensor_alias",
    "channel_dimension",
    "collect_named_outputs",
    "constant_value",
    "convert_collection_to_dict",
    "gather_tensors_aliases",
    "get_tensor_aliases",
    "get_variable_collections",
    "last_dimension",
    "smart_cond",
    "two_element_tuple",
]
