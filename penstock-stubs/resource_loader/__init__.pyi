"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.platform.resource_loader import get_data_files_path as get_data_files_path
from penstock.platform.resource_loader import get_path_to_datafile as get_path_to_datafile
from penstock.platform.resource_loader import get_root_dir_with_all_resources as get_root_dir_with_all_resources
from penstock.platform.resource_loader import load_resource as load_resource
from penstock.platform.resource_loader import readahead_file_path as readahead_file_path

__all__ = [
    "get_data_files_path",
    "get_path_to_datafile",
    "get_root_dir_with_all_resources",
    "load_resource",
    "readahead_file_path",
]
