"""The debugger: `from tensorflow.python import debug as tf_debug`.

`lib` has the dumps and what is watched, `wrappers` the sessions and hooks that run programs under it, `cli` its command line.
The debugged run itself is the runtime's (`penstock/runtime/debugged`). What stands in `__all__` is loaded when it is first used.
"""

import importlib
from typing import Any

# Module below this package → the public names in it.
_PUBLIC = {
    "lib.debug_data": "DebugDumpDir DebugTensorDatum has_inf_or_nan load_tensor_from_event load_tensor_from_event_file",
    "lib.debug_gradients": "GradientsDebugger clear_gradient_debuggers",
    "lib.debug_graphs": "reconstruct_non_debug_graph_def",
    "lib.debug_utils": "add_debug_tensor_watch reset_disk_byte_usage watch_graph watch_graph_with_blacklists",
    "wrappers.dumping_wrapper": "DumpingDebugWrapperSession",
    "wrappers.framework": "WatchOptions",
    "wrappers.grpc_wrapper": "GrpcDebugWrapperSession TensorBoardDebugWrapperSession",
    "wrappers.hooks": "DumpingDebugHook GrpcDebugHook LocalCLIDebugHook TensorBoardDebugHook",
    "wrappers.local_cli_wrapper": "LocalCLIDebugWrapperSession",
}
_HOMES = {name: module for module, names in _PUBLIC.items() for name in names.split()}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
