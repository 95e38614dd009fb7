"""`WarmStartSettings`: from which checkpoint, and with which of its variables, an Estimator begins."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from penstock._namespace import export
from penstock.platform import logging
from penstock.saved_model import utils
from penstock.storage import gfile


class _Fields(NamedTuple):
    ckpt_to_initialize_from: str
    vars_to_warm_start: Any
    var_name_to_vocab_info: dict[str, Any]
    var_name_to_prev_var_name: dict[str, str]


@export("estimator.WarmStartSettings")
class WarmStartSettings(_Fields):
    """Says with which values of a checkpoint a model begins.

    Args:
      ckpt_to_initialize_from: a checkpoint, or a directory, of which the latest one is taken.
      vars_to_warm_start: a regular expression for names of trainable variables; a list of regular expressions for names
        of all variables; a list of variables; or None for those of `var_name_to_vocab_info`.
      var_name_to_vocab_info: variables → `tf.estimator.VocabInfo`, where the vocabulary has changed.
      var_name_to_prev_var_name: variables → their names in the checkpoint, where these have changed.

    Raises:
      ValueError: `ckpt_to_initialize_from` is empty.

    >>> import penstock as tf
    >>> tf.estimator.WarmStartSettings("/some/model").vars_to_warm_start
    '.*'
    """

    def __new__(
        cls,
        ckpt_to_initialize_from: str,
        vars_to_warm_start: Any = ".*",
        var_name_to_vocab_info: Mapping[str, Any] | None = None,
        var_name_to_prev_var_name: Mapping[str, str] | None = None,
    ) -> WarmStartSettings:
        if not ckpt_to_initialize_from:
            raise ValueError("`ckpt_to_initialize_from` MUST be set in WarmStartSettings")
        return super().__new__(
            cls,
            ckpt_to_initialize_from,
            vars_to_warm_start,
            dict(var_name_to_vocab_info or {}),
            dict(var_name_to_prev_var_name or {}),
        )


def settings_from(warm_start_from: object) -> WarmStartSettings | None:
    """The settings for what a user gives as `warm_start_from`: settings, or the path of a checkpoint or SavedModel.

    Raises:
      ValueError: it is something else.
    """
    if warm_start_from is None or isinstance(warm_start_from, WarmStartSettings):
        return warm_start_from
    if not isinstance(warm_start_from, (str, bytes)):
        raise ValueError(
            f"warm_start_from must be a string or a WarmStartSettings, instead got {type(warm_start_from)}"
        )
    path = os.fsdecode(warm_start_from)
    if gfile.exists(os.path.join(utils.get_variables_dir(path), "variables.index")):
        logging.info("Warm-starting from a SavedModel")
        path = utils.get_variables_path(path)
    return WarmStartSettings(path)
