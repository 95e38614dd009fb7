"""Functions of the graph: `Defun`, and what it makes of a Python function."""

from penstock.ops.control.defined_functions import DefinedBody as _FuncGraph
from penstock.ops.control.defined_functions import DefinedFunction as _DefinedFunction
from penstock.ops.control.defined_functions import (
    Defun,
    from_library,
    func_graph_from_py_func,
    get_extra_args,
    get_extra_inputs,
    get_extra_vars,
)
from penstock.ops.control.defined_functions import OverloadedFunction as _OverloadedFunction
from penstock.ops.control.defined_functions import _types_as_text as _type_list_to_str
from penstock.ops.control.defined_functions import attributes as _parse_kwargs_as_attrs
from penstock.ops.control.defined_functions import call as _call
from penstock.ops.control.defined_functions import from_definition as _from_definition

__all__ = [
    "Defun",
    "_DefinedFunction",
    "_FuncGraph",
    "_OverloadedFunction",
    "_call",
    "_from_definition",
    "_parse_kwargs_as_attrs",
    "_type_list_to_str",
    "from_library",
    "func_graph_from_py_func",
    "get_extra_args",
    "get_extra_inputs",
    "get_extra_vars",
]
