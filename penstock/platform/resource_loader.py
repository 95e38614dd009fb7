"""`tf.resource_loader`: the data files that lie beside a program."""

import os
import sys
from types import FrameType

from penstock._namespace import export


def _folder_of(frame: FrameType) -> str:
    return os.path.dirname(frame.f_code.co_filename)


@export("resource_loader.get_data_files_path")
def get_data_files_path() -> str:
    """Returns the folder of the file that calls this.

    >>> line = "import penstock as tf; print(tf.resource_loader.get_data_files_path())"
    >>> exec(compile(line, "/srv/demo/program.py", "exec"))  # as if that line stood in that program
    /srv/demo
    """
    return _folder_of(sys._getframe(1))


@export("resource_loader.get_path_to_datafile")
def get_path_to_datafile(path: str) -> str:
    """Returns the path of a file given relative to the file that calls this.

    Args:
      path: the path of the data file, relative to the folder of the program.

    >>> line = "import penstock as tf; print(tf.resource_loader.get_path_to_datafile('words.txt'))"
    >>> exec(compile(line, "/srv/demo/program.py", "exec"))  # as if that line stood in that program
    /srv/demo/words.txt
    """
    return os.path.join(_folder_of(sys._getframe(1)), path)


@export("resource_loader.get_root_dir_with_all_resources")
def get_root_dir_with_all_resources() -> str:
    """Returns the folder below Bazel's `.runfiles` with the calling file; without Bazel, the file's own folder.

    >>> line = "import penstock as tf; print(tf.resource_loader.get_root_dir_with_all_resources())"
    >>> exec(compile(line, "/bazel/demo.runfiles/main/demo/program.py", "exec"))  # as if that line stood in that program
    /bazel/demo.runfiles/main
    """
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

    Args:
      path: the path of the data file, relative to the folder of the program.

    Returns:
      The content, as bytes.

    Raises:
      OSError: if it cannot be read.

    >>> import os
    >>> import penstock as tf
    >>> with open("words.txt", "w") as f:
    ...     _ = f.write("one two")
    >>> tf.resource_loader.load_resource(os.path.abspath("words.txt"))
    b'one two'
    """
    with open(os.path.join(_folder_of(sys._getframe(1)), path), "rb") as f:
        return f.read()


@export("resource_loader.readahead_file_path")
def readahead_file_path(path: str, readahead: str = "128M") -> str:
    """Returns `path`; reading ahead is left to the operating system.

    Args:
      path: the path.
      readahead: how much to read ahead; not used.

    >>> import penstock as tf
    >>> tf.resource_loader.readahead_file_path("images.tfrecord")
    'images.tfrecord'
    """
    return path
