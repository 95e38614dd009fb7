"""`tf.contrib.learn.Estimator`: what a `model_fn` builds, with all that a `BaseEstimator` does, and its export.

The module has the names that 1.x kept together here; most of them are defined elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn import exporting
from penstock.contrib.learn.base_estimator import BaseEstimator
from penstock.contrib.learn.inputs import infer_real_valued_columns_from_input, infer_real_valued_columns_from_input_fn
from penstock.contrib.learn.keys import INPUT_FEATURE_KEYS, MetricKey, ModeKeys, NotFittedError
from penstock.contrib.learn.metric_spec import MetricSpec, metric_ops
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.contrib.learn.run_config import RunConfig
from penstock.contrib.learn.sk_compat import SKCompat
from penstock.estimator import saved_models
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.platform import logging
from penstock.saved_model import tag_constants
from penstock.saved_model.builder import SavedModelBuilder
from penstock.storage import gfile
from penstock.train import training_step
from penstock.train.saver import Saver
from penstock.util.function_utils import fn_args

__all__ = [
    "BaseEstimator",
    "Estimator",
    "GraphRewriteSpec",
    "MetricKey",
    "MetricSpec",
    "ModeKeys",
    "ModelFnOps",
    "NotFittedError",
    "RunConfig",
    "SKCompat",
    "infer_real_valued_columns_from_input",
    "infer_real_valued_columns_from_input_fn",
]


@export("contrib.learn.GraphRewriteSpec")
class GraphRewriteSpec(NamedTuple):
    """The tags of one graph of an export, and the transformations made to it.

    >>> import penstock as tf
    >>> tf.contrib.learn.GraphRewriteSpec(("serve",), ()).tags
    ('serve',)
    """

    tags: Any
    transforms: Any


@export("contrib.learn.Estimator")
class Estimator(BaseEstimator):
    """A model that a `model_fn` builds, with everything around it.

    Args:
      model_fn: a function of `features`, `labels`, and as far as it has such arguments `mode`, `params`, `config` and
        `model_dir`, which returns `ModelFnOps` or (predictions, loss, train_op).
      model_dir: where the model is saved and continued.
      config: a `RunConfig`.
      params: a dictionary for `model_fn`.
      feature_engineering_fn: a function of features and labels that returns others, which `model_fn` gets.

    >>> import numpy as np
    >>> import penstock as tf
    >>> def model_fn(features, labels, mode):
    ...     w = tf.get_variable("w", [])
    ...     loss = tf.reduce_mean((w * features[:, 0] - labels) ** 2) if labels is not None else None
    ...     if mode != tf.contrib.learn.ModeKeys.TRAIN:
    ...         return w * features, loss, None
    ...     step = tf.train.get_global_step()
    ...     return w * features, loss, tf.train.GradientDescentOptimizer(0.5).minimize(loss, global_step=step)
    >>> estimator = tf.contrib.learn.Estimator(model_fn)
    >>> _ = estimator.fit(np.ones([4, 1], np.float32), np.full(4, 2, np.float32), steps=20)
    >>> round(float(estimator.get_variable_value("w")), 3)
    2.0
    """

    def __init__(
        self,
        model_fn: Callable[..., Any] | None = None,
        model_dir: str | None = None,
        config: Any = None,
        params: Mapping[str, Any] | None = None,
        feature_engineering_fn: Callable[[Any, Any], Any] | None = None,
    ) -> None:
        super().__init__(model_dir=model_dir, config=config)
        if model_fn is not None:
            takes_params = "params" in fn_args(model_fn)
            if params is not None and not takes_params:
                raise ValueError(
                    f"Estimator's model_fn ({model_fn}) does not have a params argument, but params ({params}) were "
                    "passed to the Estimator's constructor."
                )
            if params is None and takes_params:
                logging.warning(
                    "Estimator's model_fn (%s) includes params argument, but params are not passed to Estimator.",
                    model_fn,
                )
        self._model_fn = model_fn
        self.params = params
        self._feature_engineering_fn = feature_engineering_fn or (lambda features, labels: (features, labels))

    def _call_model_fn(
        self, features: NestedTensors, labels: TensorLike | None, mode: str, metrics: Any = None, config: object = None
    ) -> ModelFnOps:
        features, labels = self._feature_engineering_fn(features, labels)
        offered = {
            "mode": mode,
            "params": self.params,
            "config": config or self.config,
            "model_dir": self.model_dir,
        }
        if self._model_fn is None:
            raise ValueError("This Estimator has no model_fn.")
        names = fn_args(self._model_fn)
        found = self._model_fn(features, labels, **{k: v for k, v in offered.items() if k in names})
        if not isinstance(found, ModelFnOps):
            if len(found) != 3:
                raise ValueError("Unrecognized value returned by model_fn, please return ModelFnOps.")
            found = ModelFnOps(mode=mode, predictions=found[0], loss=found[1], train_op=found[2])
        if metrics:
            found.eval_metric_ops.update(metric_ops(metrics, features, labels, found.predictions))
        return found

    def export_savedmodel(
        self,
        export_dir_base: str,
        serving_input_fn: Callable[[], Any],
        default_output_alternative_key: str | None = None,
        assets_extra: Mapping[str, str] | None = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
        graph_rewrite_specs: Sequence[GraphRewriteSpec] = (GraphRewriteSpec((tag_constants.SERVING,), ()),),
        strip_default_attrs: bool = False,
    ) -> str:
        """Exports the model for serving as a SavedModel in a new directory, whose path is returned.

        Args:
          export_dir_base: where exports are.
          serving_input_fn: returns `InputFnOps`.
          default_output_alternative_key: which of several heads answers if nobody says.
          assets_extra: path in `assets.extra` → file to copy there.
          as_text: whether the model is written as text.
          checkpoint_path: which checkpoint; the latest if None.
          graph_rewrite_specs: the tags of the graph.
          strip_default_attrs: whether attributes with default values are left out.
        """
        if serving_input_fn is None:
            raise ValueError("serving_input_fn must be defined.")
        if len(graph_rewrite_specs) != 1 or graph_rewrite_specs[0].transforms:
            raise ValueError(
                "The first element of graph_rewrite_specs must specify no transforms, and graphs are not transformed here."
            )
        checkpoint_path = self._checkpoint(checkpoint_path)
        export_dir = saved_models.get_timestamped_export_dir(export_dir_base)
        temporary = saved_models.get_temp_export_dir(export_dir)
        builder = SavedModelBuilder(temporary)
        with tf.Graph().as_default() as graph:
            training_step.create_global_step(graph)
            inputs, features = exporting.get_input_alternatives(input_ops := serving_input_fn())
            for key in input_ops[0]:
                tf.add_to_collection(INPUT_FEATURE_KEYS, key)
            model = self._call_model_fn(features, None, ModeKeys.INFER)
            outputs, default = exporting.get_output_alternatives(model, default_output_alternative_key)
            main_op = tf.group(tf.local_variables_initializer(), tf.tables_initializer())
            signatures = exporting.build_all_signature_defs(inputs, outputs, default)
            with tf.Session() as session:
                saver = (model.scaffold.saver if model.scaffold is not None else None) or Saver(sharded=True)
                saver.restore(session, checkpoint_path)
                builder.add_meta_graph_and_variables(
                    session,
                    graph_rewrite_specs[0].tags,
                    signature_def_map=signatures,
                    assets_collection=tf.get_collection(GraphKeys.ASSET_FILEPATHS),
                    main_op=main_op,
                    strip_default_attrs=strip_default_attrs,
                )
        if assets_extra:
            saved_models.copy_assets_extra(temporary, assets_extra)
        builder.save(as_text)
        gfile.rename(temporary, export_dir)
        return export_dir
