"""`tf.sysconfig` and `tf.version`: what 1.x tells a build system, and which TensorFlow this is.

The version is that of the API served (1.15): programs compare it to choose their spelling. Penstock's own is
`tf.__penstock__`.
"""

import os
import platform

import penstock
from penstock._namespace import export, export_value

VERSION = export_value("1.15.5", "VERSION", "__version__", "version.VERSION")
GIT_VERSION = export_value(f"penstock-{penstock.__penstock__}", "GIT_VERSION", "__git_version__", "version.GIT_VERSION")
COMPILER_VERSION = export_value(
    platform.python_compiler(), "COMPILER_VERSION", "__compiler_version__", "version.COMPILER_VERSION"
)
# What 1.15 writes into the `versions` of a GraphDef.
GRAPH_DEF_VERSION = export_value(134, "GRAPH_DEF_VERSION", "version.GRAPH_DEF_VERSION")
GRAPH_DEF_VERSION_MIN_CONSUMER = export_value(
    0, "GRAPH_DEF_VERSION_MIN_CONSUMER", "version.GRAPH_DEF_VERSION_MIN_CONSUMER"
)
GRAPH_DEF_VERSION_MIN_PRODUCER = export_value(
    0, "GRAPH_DEF_VERSION_MIN_PRODUCER", "version.GRAPH_DEF_VERSION_MIN_PRODUCER"
)
CXX11_ABI_FLAG = export_value(1, "CXX11_ABI_FLAG", "sysconfig.CXX11_ABI_FLAG")
MONOLITHIC_BUILD = export_value(0, "MONOLITHIC_BUILD", "sysconfig.MONOLITHIC_BUILD")


@export("sysconfig.get_lib")
def get_lib() -> str:
    """Returns the folder of what a library of custom operations is linked with.

    >>> import os
    >>> import penstock as tf
    >>> sorted(os.listdir(tf.sysconfig.get_lib()))
    ['libtensorflow_framework.so', 'libtensorflow_framework.so.1']
    """
    return os.path.join(get_include(), "lib")


@export("sysconfig.get_include")
def get_include() -> str:
    """Returns the folder of the C++ headers for custom operations.

    >>> import os
    >>> import penstock as tf
    >>> os.path.exists(os.path.join(tf.sysconfig.get_include(), "tensorflow/core/framework/op_kernel.h"))
    True
    """
    return os.path.join(os.path.dirname(os.path.abspath(penstock.__file__ or "")), "include")


@export("sysconfig.get_compile_flags")
def get_compile_flags() -> list[str]:
    """Returns the flags for compiling a custom operation.

    >>> import penstock as tf
    >>> tf.sysconfig.get_compile_flags()
    ['-I...include', '-D_GLIBCXX_USE_CXX11_ABI=1']
    """
    return [f"-I{get_include()}", f"-D_GLIBCXX_USE_CXX11_ABI={CXX11_ABI_FLAG}"]


@export("sysconfig.get_link_flags")
def get_link_flags() -> list[str]:
    """Returns the flags for linking a custom operation.

    >>> import penstock as tf
    >>> tf.sysconfig.get_link_flags()
    ['-L...lib', '-l:libtensorflow_framework.so.1']
    """
    return [f"-L{get_lib()}", "-l:libtensorflow_framework.so.1"]
