"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.slim.data.reading import ParallelReader as ParallelReader
from penstock.contrib.slim.data.reading import get_data_files as get_data_files
from penstock.contrib.slim.data.reading import parallel_read as parallel_read
from penstock.contrib.slim.data.reading import single_pass_read as single_pass_read

__all__ = [
    "ParallelReader",
    "get_data_files",
    "parallel_read",
    "single_pass_read",
]
