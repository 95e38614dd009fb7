"""Networks and their weights in files: HDF5, checkpoints, JSON and YAML; and the summary as a table.

What the formats look like is in `penstock/keras/saving`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

from penstock._namespace import find
from penstock.graph import errors, nest
from penstock.graph.type_spec import TensorSpec
from penstock.platform import logging

KERAS_VERSION = "2.2.4-tf"


def is_hdf5_filepath(filepath: str) -> bool:
    """Whether a name ends as those of HDF5 files do."""
    return str(filepath).endswith((".h5", ".keras", ".hdf5"))


class NetworkSaving:
    """The part of a network that reads and writes files."""

    name: Any
    built: bool
    layers: Any
    optimizer: Any
    _is_graph_network: bool

    def get_config(self) -> dict[str, Any]:
        """The configuration."""
        raise NotImplementedError

    def _assert_weights_created(self) -> None:
        raise NotImplementedError

    def save(
        self,
        filepath: str,
        overwrite: bool = True,
        include_optimizer: bool = True,
        save_format: str | None = None,
        signatures: Any = None,
    ) -> None:
        """Saves the model with its weights: see `tf.keras.models.save_model`."""
        find("keras.models.save_model")(self, filepath, overwrite, include_optimizer, save_format, signatures)

    def save_weights(self, filepath: str, overwrite: bool = True, save_format: str | None = None) -> None:
        """Saves the weights.

        Args:
          filepath: the file; ".h5", ".hdf5" and ".keras" mean HDF5, other names a checkpoint.
          overwrite: whether to replace a file without asking.
          save_format: "h5" or "tf", if the name shall not decide.

        Raises:
          ValueError: the format is unknown or contradicts the name, or there are no weights yet.
        """
        self._assert_weights_created()
        filepath = os.fspath(filepath)
        chosen = _format_of(filepath, save_format)
        existing = filepath + ".index" if chosen == "tf" else filepath
        if not overwrite and os.path.isfile(existing):
            from penstock.keras.utils.files import ask_to_proceed_with_overwrite

            if not ask_to_proceed_with_overwrite(existing):
                return
        if chosen == "h5":
            import h5py

            from penstock.keras.saving import hdf5_format

            with h5py.File(filepath, "w") as file:
                hdf5_format.save_weights_to_hdf5_group(file, self.layers)
            return
        from penstock.train.checkpoint_management import update_checkpoint_state_internal

        session = find("keras.backend.get_session")()
        optimizer = getattr(self, "optimizer", None)
        if optimizer and not hasattr(optimizer, "_checkpoint_dependencies"):
            logging.warning(
                f"This model was compiled with a Keras optimizer ({optimizer}) but is being saved in TensorFlow format with "
                "`save_weights`. The model's weights will be saved, but unlike with TensorFlow optimizers in the TensorFlow "
                "format the optimizer's state will not be saved.\n\nConsider using a TensorFlow optimizer from `tf.train`."
            )
        self._checkpoint().write(filepath, session=session)
        update_checkpoint_state_internal(
            save_dir=os.path.dirname(filepath),
            model_checkpoint_path=filepath,
            save_relative_paths=True,
            all_model_checkpoint_paths=[filepath],
        )

    def load_weights(self, filepath: str, by_name: bool = False) -> Any:
        """Loads weights that `save_weights` or `save` has written.

        Args:
          filepath: the file.
          by_name: whether layers are found by their names (HDF5 only), not by their order.

        Returns:
          The status of the restoration of a checkpoint; None for HDF5.
        """
        filepath = os.fspath(filepath)
        if not is_hdf5_filepath(filepath):
            try:
                find("train.NewCheckpointReader")(filepath)
            except errors.DataLossError:
                pass
            else:
                return self._load_checkpoint(filepath, by_name)
        import h5py

        from penstock.keras.saving import hdf5_format

        if self._is_graph_network and not self.built:
            raise NotImplementedError(
                "Unable to load weights saved in HDF5 format into a subclassed Model which has not created its variables "
                "yet. Call the Model first, then load the weights."
            )
        self._assert_weights_created()
        with h5py.File(filepath, "r") as file:
            group = file["model_weights"] if "layer_names" not in file.attrs and "model_weights" in file else file
            if by_name:
                hdf5_format.load_weights_from_hdf5_group_by_name(group, self.layers)
            else:
                hdf5_format.load_weights_from_hdf5_group(group, self.layers)
        return None

    def _load_checkpoint(self, filepath: str, by_name: bool) -> Any:
        from penstock.keras.backend.sessions import restore_later

        status = self._checkpoint().restore(filepath)
        if by_name:
            raise NotImplementedError(
                "Weights may only be loaded based on topology into Models when loading TensorFlow-formatted weights (got "
                "by_name=True to load_weights)."
            )
        session = find("keras.backend.get_session")()
        if not hasattr(status, "restore_what_is_new"):  # variables found by their names: those that are there
            status.initialize_or_restore(session)
        elif not status.restore_what_is_new(session):
            restore_later(status, session)
        status.assert_nontrivial_match()
        return status

    def _checkpoint(self) -> Any:
        if "_trackable_saver" not in self.__dict__:  # kept, so that saving again adds no operations
            from penstock.train.checkpoint import RootedCheckpoint

            object.__setattr__(self, "_trackable_saver", RootedCheckpoint(self))
        return self.__dict__["_trackable_saver"]

    def _default_save_signature(self) -> Any:
        """The function that a SavedModel of the model serves, for `tf.saved_model.save`; None if its inputs are not known."""
        model: Any = self
        if not model.inputs or not model.output_names:
            return None
        specs = [
            TensorSpec(x.shape, x.dtype, name)
            for name, x in zip(model.input_names, nest.flatten(model.inputs), strict=True)
        ]

        def _wrapped_model(*given: Any) -> dict[str, Any]:
            arguments = {"training": False} if model._expects_training_arg else {}
            with find("keras.backend.learning_phase_scope")(0):
                outputs = model.call(given[0] if len(given) == 1 else list(given), **arguments)
            return dict(zip(model.output_names, nest.flatten(outputs), strict=True))

        return find("function")(_wrapped_model, input_signature=specs, autograph=False).get_concrete_function()

    def _updated_config(self) -> dict[str, Any]:
        return {
            "class_name": type(self).__name__,
            "config": self.get_config(),
            "keras_version": KERAS_VERSION,
            "backend": find("keras.backend.backend")(),
        }

    def to_json(self, **kwargs: Any) -> str:
        """The configuration as JSON; `tf.keras.models.model_from_json` makes a model of it.

        Args:
          **kwargs: arguments of `json.dumps`.
        """
        return json.dumps(self._updated_config(), default=get_json_type, **kwargs)

    def to_yaml(self, **kwargs: Any) -> str:
        """The configuration as YAML; `tf.keras.models.model_from_yaml` makes a model of it.

        Args:
          **kwargs: arguments of `yaml.dump`.
        """
        try:
            import yaml
        except ImportError:
            raise ImportError("Requires yaml module installed (`pip install pyyaml`).") from None
        return yaml.dump(self._updated_config(), **kwargs)

    def summary(
        self, line_length: int | None = None, positions: Any = None, print_fn: Callable[[str], Any] | None = None
    ) -> None:
        """Prints the layers with their shapes and numbers of weights as a table.

        Args:
          line_length: the width.
          positions: where the columns end, as fractions of it.
          print_fn: what prints a line, by default `print`.

        Raises:
          ValueError: the model is not built yet.
        """
        if not self.built:
            raise ValueError(
                "This model has not yet been built. Build the model first by calling `build()` or calling `fit()` with some "
                "data, or specify an `input_shape` argument in the first layer(s) for automatic build."
            )
        from penstock.keras.utils.layer_utils import print_summary

        print_summary(self, line_length=line_length, positions=positions, print_fn=print_fn)


def _format_of(filepath: str, save_format: str | None) -> str:
    looks_like_h5 = is_hdf5_filepath(filepath)
    if save_format is None:
        return "h5" if looks_like_h5 else "tf"
    asked = save_format.lower().strip()
    if asked in ("tensorflow", "tf"):
        if looks_like_h5:
            raise ValueError(
                f'save_weights got save_format="tf"/"tensorflow", but the filepath ("{filepath}") looks like an HDF5 file. '
                'Omit the ".h5"/".keras" when saving in TensorFlow format.'
            )
        return "tf"
    if asked in ("hdf5", "h5", "keras"):
        return "h5"
    raise ValueError(f'Unknown format "{save_format}". Was expecting one of {{"tf", "h5"}}.')


def get_json_type(obj: Any) -> Any:
    """What JSON cannot write as something it can: configurations, arrays, types, shapes.

    Raises:
      TypeError: it is none of these.
    """
    if hasattr(obj, "get_config"):
        return {"class_name": type(obj).__name__, "config": obj.get_config()}
    if type(obj).__module__ == "numpy":
        return obj.tolist() if hasattr(obj, "tolist") else obj.item()
    if callable(obj):
        return obj.__name__
    if hasattr(obj, "as_numpy_dtype"):
        return obj.name
    if hasattr(obj, "as_list"):
        return obj.as_list()
    raise TypeError("Not JSON Serializable:", obj)
