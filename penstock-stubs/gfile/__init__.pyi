"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.storage.gfile import Copy as Copy
from penstock.storage.gfile import DeleteRecursively as DeleteRecursively
from penstock.storage.gfile import Exists as Exists
from penstock.storage.gfile import Glob as Glob
from penstock.storage.gfile import IsDirectory as IsDirectory
from penstock.storage.gfile import ListDirectory as ListDirectory
from penstock.storage.gfile import MakeDirs as MakeDirs
from penstock.storage.gfile import MkDir as MkDir
from penstock.storage.gfile import Remove as Remove
from penstock.storage.gfile import Rename as Rename
from penstock.storage.gfile import Stat as Stat
from penstock.storage.gfile import Walk as Walk
from penstock.storage.open_file import FastGFile as FastGFile
from penstock.storage.open_file import GFile as GFile
from penstock.storage.open_file import GFile as Open

__all__ = [
    "Copy",
    "DeleteRecursively",
    "Exists",
    "FastGFile",
    "GFile",
    "Glob",
    "IsDirectory",
    "ListDirectory",
    "MakeDirs",
    "MkDir",
    "Open",
    "Remove",
    "Rename",
    "Stat",
    "Walk",
]
