"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.storage.gfile import copy as copy
from penstock.storage.gfile import exists as exists
from penstock.storage.gfile import glob as glob
from penstock.storage.gfile import isdir as isdir
from penstock.storage.gfile import listdir as listdir
from penstock.storage.gfile import makedirs as makedirs
from penstock.storage.gfile import mkdir as mkdir
from penstock.storage.gfile import remove as remove
from penstock.storage.gfile import rename as rename
from penstock.storage.gfile import rmtree as rmtree
from penstock.storage.gfile import stat as stat
from penstock.storage.gfile import walk as walk
from penstock.storage.open_file import GFile as GFile

__all__ = [
    "GFile",
    "copy",
    "exists",
    "glob",
    "isdir",
    "listdir",
    "makedirs",
    "mkdir",
    "remove",
    "rename",
    "rmtree",
    "stat",
    "walk",
]
