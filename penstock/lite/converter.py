"""`tf.lite.TFLiteConverter`: from a graph to the bytes of a `.tflite` file."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import SessionLike
from penstock.lite import freezing, pipeline, settings
from penstock.lite.conversion.reading import array_name
from penstock.lite.settings import OpsSet, Optimize, RepresentativeDataset, TargetSpec
from penstock.util.deprecation import deprecated

if TYPE_CHECKING:
    from penstock.protos import GraphDef


_Shapes = Mapping[str, Sequence[int | None]]


def _smallest(types: Iterable[Any]) -> Any:
    return min(types, key=lambda kind: kind.size, default=None)


class Settings:
    """What converters of both versions are told."""

    def __init__(self) -> None:
        self.allow_custom_ops = False
        self.target_spec = TargetSpec()
        self.optimizations: Any = []
        self.representative_dataset: Any = None
        self.experimental_enable_mlir_converter = False

    def _needs_int8(self) -> bool:
        spec = self.target_spec
        return (
            set(spec.supported_ops) == {OpsSet.TFLITE_BUILTINS_INT8} or _smallest(spec.supported_types) == settings.INT8
        )

    def _check_quantization(self) -> None:
        if self._needs_int8() and self.target_spec.supported_types:
            if _smallest(self.target_spec.supported_types) != settings.INT8:
                raise ValueError("TFLITE_BUILTINS_INT8 requires smallest supported type to be INT8.")
        if self.representative_dataset:
            if not isinstance(self.representative_dataset, RepresentativeDataset):
                self.representative_dataset = RepresentativeDataset(self.representative_dataset)
            if self.representative_dataset.input_gen is None:
                raise ValueError("Provide an input generator for representative_dataset")
        elif self._needs_int8():
            told = "representative_dataset is required when specifying TFLITE_BUILTINS_INT8 or INT8 supported types."
            raise ValueError(told)

    def _after_training(self) -> pipeline.AfterTraining:
        """What is to be done with the weights of the converted model."""
        if not (self._needs_int8() or set(self.optimizations) & set(Optimize)):
            return pipeline.AfterTraining.NOTHING
        if set(self.optimizations) & set(Optimize) and _smallest(self.target_spec.supported_types) == settings.FLOAT16:
            return pipeline.AfterTraining.HALF_PRECISION
        return pipeline.AfterTraining.INTEGERS if self.representative_dataset else pipeline.AfterTraining.WEIGHTS

    def _check_operators(self) -> None:
        if OpsSet.SELECT_TF_OPS in set(self.target_spec.supported_ops):
            raise ValueError(
                "Operations of TensorFlow inside of a TensorFlow Lite model (SELECT_TF_OPS) are not supported."
            )


@export("lite.TFLiteConverter")
class TFLiteConverter(Settings):
    """Converts a graph into a TensorFlow Lite model.

    Attributes:
      inference_type: the type of real numbers in the file: `tf.float32`, or `tf.uint8` after training with fake quantization.
      inference_input_type: that of the inputs, if it is another one.
      inference_output_type: that of the outputs, after training with a representative dataset.
      output_format: `tf.lite.constants.TFLITE` or `GRAPHVIZ_DOT`.
      quantized_input_stats: name of an input → (mean, standard deviation): real = (integer - mean) / deviation.
      default_ranges_stats: (lowest, highest) of the tensors whose range is not known.
      drop_control_dependency: whether control dependencies may be left out; they always are.
      reorder_across_fake_quant: whether fake quantization may change places with operations that only move elements.
      change_concat_input_ranges: whether what is concatenated gets one range.
      allow_custom_ops: whether operations without an operator become custom ones.
      post_training_quantize: an older form of `optimizations`.
      dump_graphviz_dir: a folder for drawings of the network, before and after.
      dump_graphviz_video: whether to draw it after each step.
      target_ops: an older form of `target_spec.supported_ops`.
      target_spec: the device, a `tf.lite.TargetSpec`.
      optimizations: a list of `tf.lite.Optimize`.
      representative_dataset: a `tf.lite.RepresentativeDataset`.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, [1, 4], name="x")
    >>> y = tf.nn.relu(tf.layers.dense(x, 2, kernel_initializer=tf.ones_initializer()), name="y")
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     converter = tf.lite.TFLiteConverter.from_session(sess, [x], [y])
    >>> content = converter.convert()
    >>> content[4:8], converter.get_input_arrays()
    (b'TFL3', ['x'])
    """

    def __init__(
        self,
        graph_def: GraphDef,
        input_tensors: Sequence[Any] | None,
        output_tensors: Sequence[Any] | None,
        input_arrays_with_shape: Sequence[tuple[str, Any]] | None = None,
        output_arrays: Sequence[str] | None = None,
        experimental_debug_info_func: Any = None,
    ) -> None:
        """Takes a frozen graph; `from_session` and the like make one.

        Args:
          graph_def: a `GraphDef` without variables.
          input_tensors: the tensors that are fed.
          output_tensors: the tensors that are wanted.
          input_arrays_with_shape: in their place, for graphs that cannot be loaded: (name, shape) of each input.
          output_arrays: and the names of the outputs.
          experimental_debug_info_func: not used.

        Raises:
          ValueError: inputs or outputs are lacking.
        """
        super().__init__()
        self._graph_def = graph_def
        self._input_tensors, self._output_tensors = input_tensors, output_tensors
        self.inference_type = settings.FLOAT
        self.inference_input_type: Any = None
        self.inference_output_type: Any = None
        self.output_format = settings.TFLITE
        self.quantized_input_stats: dict[str, tuple[float, float]] = {}
        self.default_ranges_stats: tuple[float, float] | None = None
        self.drop_control_dependency = True
        self.reorder_across_fake_quant = False
        self.change_concat_input_ranges = False
        self.dump_graphviz_dir: Any = None
        self.dump_graphviz_video = False
        if not self._has_tensors():
            if not input_arrays_with_shape or not output_arrays:
                told = "both input_arrays_with_shape and output_arrays must be defined."
                raise ValueError(f"If input_tensors and output_tensors are None, {told}")
            self._input_arrays_with_shape, self._output_arrays = input_arrays_with_shape, output_arrays

    @classmethod
    def from_session(
        cls, sess: SessionLike, input_tensors: Sequence[Any], output_tensors: Sequence[Any]
    ) -> TFLiteConverter:
        """Takes the graph of a session, with the values that its variables have.

        Args:
          sess: the session.
          input_tensors: the tensors that are fed; their shapes are the model's.
          output_tensors: the tensors that are wanted.
        """
        return cls(freezing.freeze(sess, output_tensors), input_tensors, output_tensors)

    @classmethod
    def from_frozen_graph(
        cls,
        graph_def_file: str | os.PathLike[str],
        input_arrays: Sequence[str],
        output_arrays: Sequence[str],
        input_shapes: _Shapes | None = None,
    ) -> TFLiteConverter:
        """Takes a graph without variables from a file.

        Args:
          graph_def_file: a `GraphDef`, binary or text.
          input_arrays: the names of the tensors that are fed.
          output_arrays: the names of those that are wanted.
          input_shapes: name of an input → shape, where the graph does not say it.

        Raises:
          IOError: there is no such file, or it holds no graph.
          ValueError: it has variables, or no such tensors.
        """
        graph_def = freezing.load_graph_def(graph_def_file)
        graph = tf.Graph()
        with graph.as_default():
            tf.import_graph_def(graph_def, name="")
        if not freezing.is_frozen(graph):
            raise ValueError("Please freeze the graph using freeze_graph.py.")
        inputs = freezing.tensors_by_name(graph, input_arrays)
        outputs = freezing.tensors_by_name(graph, output_arrays)
        freezing.set_shapes(inputs, input_shapes)
        return cls(graph_def, inputs, outputs)

    @classmethod
    def from_saved_model(
        cls,
        saved_model_dir: str | os.PathLike[str],
        input_arrays: Sequence[str] | None = None,
        input_shapes: _Shapes | None = None,
        output_arrays: Sequence[str] | None = None,
        tag_set: Iterable[str] | None = None,
        signature_key: str | None = None,
    ) -> TFLiteConverter:
        """Takes a SavedModel.

        Args:
          saved_model_dir: its folder.
          input_arrays: the names of the tensors that are fed; the signature's by default.
          input_shapes: name of an input → shape, where the graph does not say it.
          output_arrays: the names of the tensors that are wanted; the signature's by default.
          tag_set: which meta graph, `{"serve"}` by default.
          signature_key: which signature, "serving_default" by default.

        Raises:
          ValueError: there is no such signature or tensor, or there are assets.
        """
        tags = {tf.saved_model.tag_constants.SERVING} if tag_set is None else tag_set
        key = signature_key or tf.saved_model.signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
        return cls(*freezing.saved_model(saved_model_dir, input_arrays, input_shapes, output_arrays, tags, key))

    @classmethod
    def from_keras_model_file(
        cls,
        model_file: str | os.PathLike[str],
        input_arrays: Sequence[str] | None = None,
        input_shapes: _Shapes | None = None,
        output_arrays: Sequence[str] | None = None,
        custom_objects: Mapping[str, Any] | None = None,
    ) -> TFLiteConverter:
        """Takes a Keras model from a file; the session of Keras begins anew.

        Args:
          model_file: an HDF5 file.
          input_arrays: the names of the tensors that are fed; the model's by default.
          input_shapes: name of an input → shape, where the model does not say it.
          output_arrays: the names of the tensors that are wanted; the model's by default.
          custom_objects: name → class or function, for layers of the user's.

        Raises:
          ValueError: there is no such tensor.
        """
        backend = tf.keras.backend
        backend.clear_session()
        backend.set_learning_phase(False)
        model = tf.keras.models.load_model(model_file, custom_objects)
        sess = backend.get_session()
        inputs = freezing.tensors_by_name(sess.graph, input_arrays) if input_arrays else model.inputs
        outputs = freezing.tensors_by_name(sess.graph, output_arrays) if output_arrays else model.outputs
        freezing.set_shapes(inputs, input_shapes)
        return cls.from_session(sess, inputs, outputs)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "post_training_quantize":
            _warn_of(name, "optimizations=[Optimize.DEFAULT]")
            self.optimizations = [Optimize.DEFAULT] if value else []
        elif name == "target_ops":
            _warn_of(name, "target_spec.supported_ops")
            self.target_spec.supported_ops = value
        else:
            object.__setattr__(self, name, value)

    @property
    def post_training_quantize(self) -> bool:
        """An older form of `optimizations`."""
        _warn_of("post_training_quantize", "optimizations=[Optimize.DEFAULT]")
        return Optimize.DEFAULT in set(self.optimizations)

    @property
    def target_ops(self) -> Any:
        """An older form of `target_spec.supported_ops`."""
        _warn_of("target_ops", "target_spec.supported_ops")
        return self.target_spec.supported_ops

    def _has_tensors(self) -> bool:
        return bool(self._input_tensors and self._output_tensors)

    def get_input_arrays(self) -> list[str]:
        """The names of the inputs."""
        if self._has_tensors():
            return [array_name(tensor.name) for tensor in self._input_tensors or ()]
        return [name for name, _ in self._input_arrays_with_shape]

    def _settle_shapes(self) -> None:
        """A first dimension that is not known becomes 1."""
        for tensor in self._input_tensors or ():
            name = array_name(tensor.name)
            if tensor.shape.ndims is None:
                raise ValueError(f"Provide an input shape for input array '{name}'.")
            shape = tensor.shape.as_list()
            if None in shape[1:]:
                told = f"Tensor '{name}' has invalid shape '{shape}'."
                raise ValueError(f"None is only supported in the 1st dimension. {told}")
            if shape and shape[0] is None:
                tensor.set_shape([1, *shape[1:]])

    def _statistics(self) -> dict[str, tuple[float, float]]:
        if not self.quantized_input_stats:
            return {}
        lacking = [name for name in self.get_input_arrays() if name not in self.quantized_input_stats]
        if lacking:
            raise ValueError(f"Quantization input stats are not available for input tensors '{','.join(lacking)}'.")
        return {name: self.quantized_input_stats[name] for name in self.get_input_arrays()}

    def convert(self) -> bytes:
        """Converts the graph.

        Returns:
          The bytes of a `.tflite` file, or of a drawing for Graphviz.

        Raises:
          ValueError: a shape is not known, or attributes contradict each other.
          ConverterError: the graph has operations that TensorFlow Lite has no operators for.
        """
        if self._has_tensors():
            self._settle_shapes()
        statistics = self._statistics()
        self._check_quantization()
        self._check_operators()
        after = self._after_training()
        input_type, output_type = self.inference_input_type, self.inference_output_type
        if after is not pipeline.AfterTraining.NOTHING:
            if self.inference_type != settings.FLOAT:
                raise ValueError("`optimizations` require that `inference_type` is set to float.")
            input_type, output_type = input_type or settings.FLOAT, output_type or settings.FLOAT
            if self.representative_dataset is None and (input_type, output_type) != (settings.FLOAT, settings.FLOAT):
                raise ValueError("Provide an inference_input_type and inference_output_type of type tf.float32.")
        elif output_type is not None:
            raise ValueError("inference_output_type is currently not supported if optimizations are not enabled.")
        return pipeline.convert(
            self._graph_def,
            self._described_inputs(),
            [array_name(t.name) for t in self._output_tensors] if self._output_tensors else list(self._output_arrays),
            pipeline.Choices(
                inference_type=self.inference_type,
                input_type=input_type,
                output_type=output_type,
                statistics=statistics,
                default_range=self.default_ranges_stats,
                reorder_across_fake_quant=self.reorder_across_fake_quant,
                change_concat_input_ranges=self.change_concat_input_ranges,
                allow_custom_ops=self.allow_custom_ops,
                after_training=after,
                only_integers=self._needs_int8(),
                dataset=self.representative_dataset.input_gen if self.representative_dataset else None,
                drawing=self.output_format == settings.GRAPHVIZ_DOT,
                drawings=self.dump_graphviz_dir,
                all_drawings=self.dump_graphviz_video,
            ),
        )

    def _described_inputs(self) -> list[tuple[str, Any, Any]]:
        if self._input_tensors:
            return [(array_name(t.name), t.shape.as_list(), t.dtype) for t in self._input_tensors]
        return [(name, list(shape), None) for name, shape in self._input_arrays_with_shape]


def _warn_of(name: str, instead: str) -> None:
    warnings.warn(f"Property {name} is deprecated, please use {instead} instead.", stacklevel=3)


_OLD = "Use `lite.TFLiteConverter.{0}` instead."


@export("lite.TocoConverter")
class TocoConverter:
    """The name that `tf.lite.TFLiteConverter` had before.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, [1, 2], name="x")
    >>> converter = tf.lite.TocoConverter.from_session(tf.Session(), [x], [tf.abs(x)])
    >>> isinstance(converter, tf.lite.TFLiteConverter)
    True
    """

    @classmethod
    @deprecated(None, _OLD.format("from_session"))
    def from_session(
        cls, sess: SessionLike, input_tensors: Sequence[Any], output_tensors: Sequence[Any]
    ) -> TFLiteConverter:
        """As `tf.lite.TFLiteConverter.from_session`."""
        return TFLiteConverter.from_session(sess, input_tensors, output_tensors)

    @classmethod
    @deprecated(None, _OLD.format("from_frozen_graph"))
    def from_frozen_graph(
        cls,
        graph_def_file: Any,
        input_arrays: Sequence[str],
        output_arrays: Sequence[str],
        input_shapes: _Shapes | None = None,
    ) -> TFLiteConverter:
        """As `tf.lite.TFLiteConverter.from_frozen_graph`."""
        return TFLiteConverter.from_frozen_graph(graph_def_file, input_arrays, output_arrays, input_shapes)

    @classmethod
    @deprecated(None, _OLD.format("from_saved_model"))
    def from_saved_model(
        cls,
        saved_model_dir: Any,
        input_arrays: Sequence[str] | None = None,
        input_shapes: _Shapes | None = None,
        output_arrays: Sequence[str] | None = None,
        tag_set: Iterable[str] | None = None,
        signature_key: str | None = None,
    ) -> TFLiteConverter:
        """As `tf.lite.TFLiteConverter.from_saved_model`."""
        return TFLiteConverter.from_saved_model(
            saved_model_dir, input_arrays, input_shapes, output_arrays, tag_set, signature_key
        )

    @classmethod
    @deprecated(None, _OLD.format("from_keras_model_file"))
    def from_keras_model_file(
        cls,
        model_file: Any,
        input_arrays: Sequence[str] | None = None,
        input_shapes: _Shapes | None = None,
        output_arrays: Sequence[str] | None = None,
    ) -> TFLiteConverter:
        """As `tf.lite.TFLiteConverter.from_keras_model_file`."""
        return TFLiteConverter.from_keras_model_file(model_file, input_arrays, input_shapes, output_arrays)


# Arguments of `toco_convert` after the first three, in 1.15's order; those that a converter has no attribute for are None.
_TOCO_ARGUMENTS = """inference_type inference_input_type input_format input_shapes output_format quantized_input_stats
default_ranges_stats drop_control_dependency reorder_across_fake_quant allow_custom_ops change_concat_input_ranges
post_training_quantize quantize_to_float16 dump_graphviz_dir dump_graphviz_video target_ops allow_nonexistent_arrays
debug_info""".split()


@export("lite.toco_convert")
@deprecated(None, "Use `lite.TFLiteConverter` instead.")
def toco_convert(
    input_data: Any, input_tensors: Sequence[Any], output_tensors: Sequence[Any], *args: Any, **kwargs: Any
) -> bytes:
    """Converts a frozen graph; an older form of `tf.lite.TFLiteConverter`.

    Args:
      input_data: a `GraphDef` without variables.
      input_tensors: the tensors that are fed.
      output_tensors: the tensors that are wanted.
      *args: `inference_type`, `inference_input_type`, `input_format`, `input_shapes` and so on: see `kwargs`.
      **kwargs: the attributes of `tf.lite.TFLiteConverter`; here `quantized_input_stats` is a list of (mean, standard deviation).

    Returns:
      The bytes of a `.tflite` file.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, [1, 2], name="x")
    >>> y = tf.abs(x, name="y")
    >>> tf.lite.toco_convert(x.graph.as_graph_def(), [x], [y])[4:8]
    b'TFL3'
    """
    given = dict(zip(_TOCO_ARGUMENTS, args)) | kwargs
    unknown = set(given) - {*_TOCO_ARGUMENTS, "enable_mlir_converter"}
    if unknown:
        raise TypeError(f"toco_convert() got an unexpected keyword argument '{min(unknown)}'")
    if given.get("input_shapes"):
        for tensor, shape in zip(input_tensors, given["input_shapes"]):
            tensor.set_shape(shape)
    converter = TFLiteConverter(input_data, input_tensors, output_tensors)
    if given.get("post_training_quantize") or given.get("quantize_to_float16"):
        converter.optimizations = [Optimize.DEFAULT]
    if given.get("quantize_to_float16"):
        converter.target_spec.supported_types = [settings.FLOAT16]
    if given.get("quantized_input_stats"):
        converter.quantized_input_stats = dict(zip(converter.get_input_arrays(), given["quantized_input_stats"]))
    if given.get("target_ops"):
        converter.target_spec.supported_ops = given["target_ops"]
    for name in """inference_type inference_input_type output_format default_ranges_stats reorder_across_fake_quant
            allow_custom_ops change_concat_input_ranges dump_graphviz_dir dump_graphviz_video""".split():
        if given.get(name) is not None:
            setattr(converter, name, given[name])
    return converter.convert()
