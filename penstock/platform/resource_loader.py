"""`tf.resource_loader`: the data files that lie beside a program."""

import os
import sys
from types import FrameType

from penstock._namespace import export


def _folder_of(frame: FrameType) -> str:
    return os.path.dirname(frame.f_code.co_filename)


@export("resource_loader.get_data_files_path")
def get_data_files_path() -> str:
    """Returns the folder of the file that calls this."""
    return _folder_of(sys._getframe(1))


@export("resource_loader.get_path_to_datafile")
def get_path_to_datafile(path: str) -> str:
    """Returns the path of a file given relative to the file that calls this."""
    return os.path.join(_folder_of(sys._getframe(1)), path)


@export("resource_loader.get_root_dir_with_all_resources")
def get_root_dir_with_all_resources() -> str:
    """Returns the folder below Bazel's `.runfiles` with the calling file; without Bazel, the file's own folder."""
    own = _folder_of(sys._getframe(1))
    child, folder = "", own
    while ".runfiles" not in os.path.basename(folder):
        child, folder = folder, os.path.dirname(folder)
        if child == folder:
            return own
    return child or own


@export("resource_loader.load_resource")
def load_resource(path: str) -> bytes:
    """Reads a file given relative to the file that calls this.

    Raises:
      OSError: if it cannot be read.
    """
    with open(os.path.join(_folder_of(sys._getframe(1)), path), "rb") as f:
        return f.read()


@export("resource_loader.readahead_file_path")
def readahead_file_path(path: str, readahead: str = "128M") -> str:
    """Returns `path`; reading ahead is left to the operating system."""
    return path
