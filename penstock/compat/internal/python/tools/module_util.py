"""Modules and where they are."""

import os
import types

__all__ = ["get_parent_dir"]


def get_parent_dir(module: types.ModuleType) -> str:
    """The folder above the one that a module's file is in."""
    return os.path.abspath(os.path.join(os.path.dirname(str(module.__file__)), ".."))
