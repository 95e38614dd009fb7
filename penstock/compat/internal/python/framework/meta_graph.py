"""Files that hold a `MetaGraphDef`."""

from typing import Any

from penstock import protos
from penstock._namespace import find

__all__ = ["read_meta_graph_file"]


def read_meta_graph_file(filename: str) -> Any:
    """Reads a `MetaGraphDef`, in binary or as text.

    Raises:
      IOError: there is no such file, or it holds none.
    """
    from google.protobuf import text_format
    from google.protobuf.message import DecodeError

    if not find("gfile.Exists")(filename):
        raise OSError(f"File {filename} does not exist.")
    with find("gfile.GFile")(filename, "rb") as file:
        content = file.read()
    found = protos.MetaGraphDef()
    try:
        found.ParseFromString(content)
        return found
    except DecodeError:
        pass
    try:
        return text_format.Merge(content.decode("utf-8"), protos.MetaGraphDef())
    except text_format.ParseError as error:
        raise OSError(f"Cannot parse file {filename}: {error}.") from None
