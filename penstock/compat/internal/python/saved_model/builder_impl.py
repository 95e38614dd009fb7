"""Files that belong to a SavedModel."""

from __future__ import annotations

import os
from typing import Any

from penstock._namespace import find
from penstock.platform import logging
from penstock.saved_model import builder, utils
from penstock.util import compat

__all__ = ["copy_assets_to_destination_dir", "get_asset_filename_to_add"]


def get_asset_filename_to_add(asset_filepath: str, asset_filename_map: dict[str, str]) -> str:
    """The name of a file among the assets: its own, with a number behind it if another file has that.

    Args:
      asset_filepath: its path.
      asset_filename_map: the names that are taken, and the paths of their files.
    """
    return builder.asset_name(asset_filepath, asset_filename_map)


def copy_assets_to_destination_dir(asset_filename_map: dict[str, str], destination_dir: Any) -> None:
    """Copies files into the folder of assets below a folder; those that are there stay.

    Args:
      asset_filename_map: name -> path of the file.
      destination_dir: the folder of the SavedModel.
    """
    folder = compat.as_text(utils.get_or_create_assets_dir(destination_dir))
    for name, source in asset_filename_map.items():
        target = os.path.join(folder, compat.as_text(name))
        if not find("gfile.Exists")(target):
            find("gfile.Copy")(source, target)
    logging.info("Assets written to: %s", folder)
