"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import nest as nest
from penstock.contrib.framework.checkpoints import init_from_checkpoint as init_from_checkpoint
from penstock.contrib.framework.checkpoints import list_variables as list_variables
from penstock.contrib.framework.checkpoints import load_checkpoint as load_checkpoint
from penstock.contrib.framework.checkpoints import load_variable as load_variable
from penstock.contrib.framework.python_functions import py_func as py_func
from penstock.contrib.framework.restoring import VariableDeviceChooser as VariableDeviceChooser
from penstock.contrib.framework.restoring import assign_from_checkpoint as assign_from_checkpoint
from penstock.contrib.framework.restoring import assign_from_checkpoint_fn as assign_from_checkpoint_fn
from penstock.contrib.framework.restoring import filter_variables as filter_variables
from penstock.contrib.framework.restoring import load_linear_multiclass_bias_initializer as load_linear_multiclass_bias_initializer
from penstock.contrib.framework.restoring import load_variable_slot_initializer as load_variable_slot_initializer
from penstock.contrib.framework.scoped_arguments import add_arg_scope as add_arg_scope
from penstock.contrib.framework.scoped_arguments import arg_scope as arg_scope
from penstock.contrib.framework.scoped_arguments import arg_scope_func_key as arg_scope_func_key
from penstock.contrib.framework.scoped_arguments import arg_scoped_arguments as arg_scoped_arguments
from penstock.contrib.framework.scoped_arguments import current_arg_scope as current_arg_scope
from penstock.contrib.framework.scoped_arguments import has_arg_scope as has_arg_scope
from penstock.contrib.framework.specs import BoundedTensorSpec as BoundedTensorSpec
from penstock.contrib.framework.tensors import assert_scalar_int as assert_scalar_int
from penstock.contrib.framework.tensors import get_graph_from_inputs as get_graph_from_inputs
from penstock.contrib.framework.tensors import get_name_scope as get_name_scope
from penstock.contrib.framework.tensors import get_placeholders as get_placeholders
from penstock.contrib.framework.tensors import reduce_sum_n as reduce_sum_n
from penstock.contrib.framework.tensors import remove_squeezable_dimensions as remove_squeezable_dimensions
from penstock.contrib.framework.tensors import smart_case as smart_case
from penstock.contrib.framework.tensors import smart_cond as smart_cond
from penstock.contrib.framework.tensors import smart_constant_value as smart_constant_value
from penstock.contrib.framework.tensors import with_same_shape as with_same_shape
from penstock.contrib.framework.tensors import with_shape as with_shape
from penstock.contrib.framework.variables import add_model_variable as add_model_variable
from penstock.contrib.framework.variables import assert_or_get_global_step as assert_or_get_global_step
from penstock.contrib.framework.variables import assign_from_values as assign_from_values
from penstock.contrib.framework.variables import assign_from_values_fn as assign_from_values_fn
from penstock.contrib.framework.variables import get_unique_variable as get_unique_variable
from penstock.contrib.framework.variables import get_variable_full_name as get_variable_full_name
from penstock.contrib.framework.variables import get_variables as get_variables
from penstock.contrib.framework.variables import get_variables_by_name as get_variables_by_name
from penstock.contrib.framework.variables import get_variables_by_suffix as get_variables_by_suffix
from penstock.contrib.framework.variables import get_variables_to_restore as get_variables_to_restore
from penstock.contrib.framework.variables import global_variable as global_variable
from penstock.contrib.framework.variables import local_variable as local_variable
from penstock.contrib.framework.variables import model_variable as model_variable
from penstock.contrib.framework.variables import variable as variable
from penstock.contrib.framework.zeros import zero_initializer as zero_initializer
from penstock.graph.convert import is_tensor as is_tensor
from penstock.graph.type_spec import TensorSpec as TensorSpec
from penstock.ops.queues.barrier import RecordInput as RecordInput
from penstock.ops.state.orthogonal_initializers import ConvolutionDeltaOrthogonal as convolutional_delta_orthogonal
from penstock.ops.state.orthogonal_initializers import ConvolutionOrthogonal1D as convolutional_orthogonal_1d
from penstock.ops.state.orthogonal_initializers import ConvolutionOrthogonal2D as convolutional_orthogonal_2d
from penstock.ops.state.orthogonal_initializers import ConvolutionOrthogonal3D as convolutional_orthogonal_3d
from penstock.train.remap import load_and_remap_matrix as load_and_remap_matrix
from penstock.train.remap import load_and_remap_matrix_initializer as load_and_remap_matrix_initializer
from penstock.train.remap import load_embedding_initializer as load_embedding_initializer
from penstock.train.training_step import assert_global_step as assert_global_step
from penstock.train.training_step import create_global_step as create_global_step
from penstock.train.training_step import get_global_step as get_global_step
from penstock.train.training_step import get_or_create_global_step as get_or_create_global_step
from builtins import bool as _bool
from builtins import int as _int
from builtins import list as _list
from builtins import object as _object
from builtins import str as _str
from collections.abc import Sequence as _Sequence
from penstock.contrib.framework.variables import ScopeLike as _ScopeLike
from penstock.contrib.layers.embeddings import Tensor as _Tensor_17
from penstock.contrib.layers.embeddings import TensorLike as _TensorLike_16
from penstock.graph import dtypes as _dtypes
from penstock.graph.composite import DTypeLike as _DTypeLike
from penstock.graph.composite import SparseTensor as _SparseTensor
from penstock.graph.operation import Tensor as _Tensor
from penstock.ops.arrays.sorting import AxisLike as _AxisLike
from penstock.ops.arrays.sorting import TensorLike as _TensorLike_18
from penstock.ops.checks.shapes import TensorLike as _TensorLike
from penstock.ops.checks.values import DType as _DType
from penstock.ops.checks.values import TensorLike as _TensorLike_13
from typing import Any as _Any

def argsort(values: _Any, axis: _AxisLike = ..., direction: _str = ..., stable: _bool = ..., name: _str | None = ...) -> _Tensor:
    """Returns the indices that sort a tensor along one dimension; equal elements keep their order."""
def assert_same_float_dtype(tensors: _Sequence[_Any] | None = ..., dtype: _DType | None = ...) -> _dtypes.DType:
    """Returns the one floating-point type that `tensors` (and `dtype`) have; float32 if there are none."""
def assert_scalar(tensor: _TensorLike, name: _str | None = ..., message: _str | None = ...) -> _Tensor:
    """Returns `tensor`, after asserting that its static shape is that of a scalar."""
def convert_to_tensor_or_sparse_tensor(value: _object, dtype: _DTypeLike | None = ..., name: _str | None = ...) -> _Any:
    """Converts `value` to a SparseTensor if it is a sparse value, else to a Tensor."""
def deprecated(date: _str | None, instructions: _str, warn_once: _bool = ...) -> _Any:
    """Decorator for a function (or class) that is deprecated."""
def deprecated_arg_values(date: _str | None, instructions: _str, warn_once: _bool = ..., **deprecated_kwargs: _Any) -> _Any:
    """Decorator for a function of which some argument values, also by default, are deprecated."""
def deprecated_args(date: _str | None, instructions: _str, *deprecated_arg_names_or_tuples: _Any, warn_once: _bool = ...) -> _Any:
    """Decorator for a function of which some arguments are deprecated."""
def get_local_variables(scope: _ScopeLike | None = ..., suffix: _str | None = ...) -> _list[_Any]:
    """The local variables, those of a scope and with a suffix if they are given."""
def get_model_variables(scope: _ScopeLike | None = ..., suffix: _str | None = ...) -> _list[_Any]:
    """The model variables, those of a scope and with a suffix if they are given."""
def get_trainable_variables(scope: _ScopeLike | None = ..., suffix: _str | None = ...) -> _list[_Any]:
    """The trainable variables, those of a scope and with a suffix if they are given."""
def is_non_decreasing(x: _TensorLike_13, name: _str | None = ...) -> _Tensor:
    """Computes whether no element is less than the one before it, in row-major order."""
def is_numeric_tensor(tensor: _TensorLike_13) -> _bool:
    """Says whether `tensor` is a tensor of numbers."""
def is_strictly_increasing(x: _TensorLike_13, name: _str | None = ...) -> _Tensor:
    """Computes whether each element is greater than the one before it, in row-major order."""
def prepend_name_scope(name: _str, import_scope: _str | None) -> _str:
    """The name that `name` has after an import into `import_scope`."""
def safe_embedding_lookup_sparse(embedding_weights: _Any, sparse_ids: _SparseTensor, sparse_weights: _SparseTensor | None = ..., combiner: _str | None = ..., default_id: _int | None = ..., name: _str | None = ..., partition_strategy: _str = ..., max_norm: _TensorLike_16 | None = ...) -> _Tensor_17:
    """As `tf.nn.safe_embedding_lookup_sparse`, with 'mean' as the combiner if none is given."""
def sort(values: _TensorLike_18, axis: _AxisLike = ..., direction: _str = ..., name: _str | None = ...) -> _Tensor:
    """Sorts a tensor along one dimension, "ASCENDING" or "DESCENDING"."""
def strip_name_scope(name: _str, export_scope: _str | None) -> _str:
    """The name that `name` has within `export_scope`."""

__all__ = [
    "BoundedTensorSpec",
    "RecordInput",
    "TensorSpec",
    "VariableDeviceChooser",
    "add_arg_scope",
    "add_model_variable",
    "arg_scope",
    "arg_scope_func_key",
    "arg_scoped_arguments",
    "argsort",
    "assert_global_step",
    "assert_or_get_global_step",
    "assert_same_float_dtype",
    "assert_scalar",
    "assert_scalar_int",
    "assign_from_checkpoint",
    "assign_from_checkpoint_fn",
    "assign_from_values",
    "assign_from_values_fn",
    "convert_to_tensor_or_sparse_tensor",
    "convolutional_delta_orthogonal",
    "convolutional_orthogonal_1d",
    "convolutional_orthogonal_2d",
    "convolutional_orthogonal_3d",
    "create_global_step",
    "current_arg_scope",
    "deprecated",
    "deprecated_arg_values",
    "deprecated_args",
    "filter_variables",
    "get_global_step",
    "get_graph_from_inputs",
    "get_local_variables",
    "get_model_variables",
    "get_name_scope",
    "get_or_create_global_step",
    "get_placeholders",
    "get_trainable_variables",
    "get_unique_variable",
    "get_variable_full_name",
    "get_variables",
    "get_variables_by_name",
    "get_variables_by_suffix",
    "get_variables_to_restore",
    "global_variable",
    "has_arg_scope",
    "init_from_checkpoint",
    "is_non_decreasing",
    "is_numeric_tensor",
    "is_strictly_increasing",
    "is_tensor",
    "list_variables",
    "load_and_remap_matrix",
    "load_and_remap_matrix_initializer",
    "load_checkpoint",
    "load_embedding_initializer",
    "load_linear_multiclass_bias_initializer",
    "load_variable",
    "load_variable_slot_initializer",
    "local_variable",
    "model_variable",
    "nest",
    "prepend_name_scope",
    "py_func",
    "reduce_sum_n",
    "remove_squeezable_dimensions",
    "safe_embedding_lookup_sparse",
    "smart_case",
    "smart_cond",
    "smart_constant_value",
    "sort",
    "strip_name_scope",
    "variable",
    "with_same_shape",
    "with_shape",
    "zero_initializer",
]
