"""The structures of `penstock/include/penstock/c_interface.h`: what a library of operations and Penstock tell each other.

They are plain C, so neither side knows anything of the other's compiler, standard library or Python.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, c_char_p, c_int32, c_int64, c_size_t, c_uint8, c_void_p

VERSION = 1
ASYNCHRONOUS, READER = 1, 2  # kinds of kernels

_TEXTS = POINTER(c_char_p)


class Tensor(Structure):
    _fields_ = [
        ("dtype", c_int32),
        ("rank", c_int32),
        ("dims", c_void_p),
        ("data", c_void_p),
        ("lengths", c_void_p),
    ]


class Status(Structure):
    _fields_ = [("code", c_int32), ("text", c_void_p)]


class Node(Structure):
    _fields_ = [
        ("node_def", c_char_p),
        ("node_def_bytes", c_size_t),
        ("device", c_char_p),
        ("input_args", c_char_p),
        ("output_args", c_char_p),
        ("n_inputs", c_int32),
        ("n_outputs", c_int32),
        ("input_types", POINTER(c_int32)),
        ("output_types", POINTER(c_int32)),
        ("resources", c_void_p),
    ]


class Call(Structure):
    _fields_ = [
        ("kernel", c_void_p),
        ("resources", c_void_p),
        ("step", c_int64),
        ("n_inputs", c_int32),
        ("n_outputs", c_int32),
        ("inputs", POINTER(Tensor)),
        ("outputs", POINTER(Tensor)),
        ("refs", POINTER(Tensor)),
        ("held", POINTER(c_void_p)),
        ("status", Status),
    ]


class Inference(Structure):
    _fields_ = [
        ("node_def", c_char_p),
        ("node_def_bytes", c_size_t),
        ("input_args", c_char_p),
        ("output_args", c_char_p),
        ("n_inputs", c_int32),
        ("n_outputs", c_int32),
        ("inputs", POINTER(Tensor)),
        ("values", POINTER(Tensor)),
        ("as_shapes", POINTER(Tensor)),
        ("asked", POINTER(c_uint8)),
        ("ranks", POINTER(c_int32)),
        ("dims", POINTER(POINTER(c_int64))),
        ("status", Status),
    ]


class Op(Structure):
    _fields_ = [("name", c_char_p), ("specs", _TEXTS), ("shape_function", c_void_p)]


class Kernel(Structure):
    _fields_ = [
        ("op", c_char_p),
        ("device", c_char_p),
        ("label", c_char_p),
        ("class_name", c_char_p),
        ("priority", c_int32),
        ("kinds", c_int32),
        ("constraints", _TEXTS),
        ("host_memory", _TEXTS),
        ("factory", c_void_p),
    ]


class Operations(Structure):
    _fields_ = [
        ("version", c_int32),
        ("n_ops", c_int32),
        ("compiler", c_char_p),
        ("ops", POINTER(Op)),
        ("infer", ctypes.CFUNCTYPE(None, c_void_p, POINTER(Inference))),
        ("release", ctypes.CFUNCTYPE(None, c_void_p)),
    ]


class Kernels(Structure):
    _fields_ = [
        ("version", c_int32),
        ("n_kernels", c_int32),
        ("compiler", c_char_p),
        ("kernels", POINTER(Kernel)),
        ("new_kernel", ctypes.CFUNCTYPE(c_void_p, c_void_p, POINTER(Node), POINTER(Status))),
        ("delete_kernel", ctypes.CFUNCTYPE(None, c_void_p)),
        ("run", ctypes.CFUNCTYPE(None, POINTER(Call))),
        ("cancel", ctypes.CFUNCTYPE(None, c_void_p, c_int64)),
        ("new_resources", ctypes.CFUNCTYPE(c_void_p)),
        ("clear_resources", ctypes.CFUNCTYPE(None, c_void_p, c_char_p)),
        ("delete_resources", ctypes.CFUNCTYPE(None, c_void_p)),
        ("release", ctypes.CFUNCTYPE(None, c_void_p)),
        ("release_tensor", ctypes.CFUNCTYPE(None, c_void_p)),
        ("string_lengths", ctypes.CFUNCTYPE(None, c_void_p, c_void_p)),
        ("string_bytes", ctypes.CFUNCTYPE(None, c_void_p, c_void_p)),
        ("set_threads", ctypes.CFUNCTYPE(None, c_int32)),
        ("find_reader", ctypes.CFUNCTYPE(c_void_p, c_void_p, POINTER(Status))),
        ("delete_reader", ctypes.CFUNCTYPE(None, c_void_p)),
        (
            "reader_call",
            ctypes.CFUNCTYPE(
                None,
                c_void_p,
                c_int32,
                c_char_p,
                c_size_t,
                POINTER(c_void_p),
                POINTER(c_size_t),
                POINTER(c_void_p),
                POINTER(c_size_t),
                POINTER(c_int32),
                POINTER(c_int32),
                POINTER(Status),
            ),
        ),
    ]


def texts(pointer: ctypes._Pointer) -> list[str]:
    """The strings of an array that ends with NULL."""
    found = []
    while pointer[len(found)] is not None:
        found.append(pointer[len(found)].decode("utf-8", "surrogateescape"))
    return found
