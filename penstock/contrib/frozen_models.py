"""`tf.contrib.tensorrt` on a machine without TensorRT: models are frozen and kept as graphs, as 1.15.5 does there.

No part of a graph becomes an engine, so precision, batch and segment sizes are checked and have no effect. Unlike 1.15.5,
constants are not folded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from penstock._namespace import export, find
from penstock.graph import graph_util
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.protos import ConfigProto, GraphDef
from penstock.saved_model import loader, signature_constants, tag_constants
from penstock.saved_model.builder import SavedModelBuilder
from penstock.train import collection_defs

if TYPE_CHECKING:
    from penstock.graph.graph import Graph


DEFAULT_TRT_MAX_WORKSPACE_SIZE_BYTES = 1 << 30
_DROPPED = (*GraphKeys._VARIABLE_COLLECTIONS, GraphKeys.TRAIN_OP, GraphKeys.WHILE_CONTEXT, GraphKeys.COND_CONTEXT)


class TrtPrecisionMode:
    """The precisions that engines may compute with."""

    FP32 = "FP32"
    FP16 = "FP16"
    INT8 = "INT8"

    @staticmethod
    def supported_precision_modes() -> list[str]:
        """Their names, in capitals and in small letters."""
        modes = [TrtPrecisionMode.FP32, TrtPrecisionMode.FP16, TrtPrecisionMode.INT8]
        return modes + [mode.lower() for mode in modes]


class TrtConversionParams(NamedTuple):
    """What a conversion is told."""

    rewriter_config_template: Any
    max_workspace_size_bytes: int
    precision_mode: str
    minimum_segment_size: int
    is_dynamic_op: bool
    maximum_cached_engines: int
    use_calibration: bool
    max_batch_size: int


DEFAULT_TRT_CONVERSION_PARAMS = TrtConversionParams(
    None, DEFAULT_TRT_MAX_WORKSPACE_SIZE_BYTES, TrtPrecisionMode.FP32, 3, True, 1, True, 1
)


class TrtGraphConverter:
    """Freezes a SavedModel or takes a `GraphDef`; see the module for what is done without TensorRT.

    Args:
      input_saved_model_dir: the folder of a SavedModel.
      input_saved_model_tags: its tags, by default `serve`.
      input_saved_model_signature_key: the signature that is kept, by default the one for serving.
      input_graph_def: a `GraphDef`, instead of a SavedModel.
      nodes_blacklist: names of nodes, or tensors, that no engine may swallow.
      session_config: a `ConfigProto` for the sessions.
      max_batch_size, max_workspace_size_bytes, minimum_segment_size, maximum_cached_engines: sizes for engines.
      precision_mode: one of `TrtPrecisionMode.supported_precision_modes()`.
      is_dynamic_op: whether engines would be built when the graph runs.
      use_calibration: whether eight bits would be calibrated.

    Raises:
      ValueError: there is not exactly one input, or the precision is unknown.
    """

    def __init__(
        self,
        input_saved_model_dir: str | None = None,
        input_saved_model_tags: Iterable[str] | None = None,
        input_saved_model_signature_key: str | None = None,
        input_graph_def: GraphDef | None = None,
        nodes_blacklist: Any = None,
        session_config: ConfigProto | None = None,
        max_batch_size: int = 1,
        max_workspace_size_bytes: int = DEFAULT_TRT_MAX_WORKSPACE_SIZE_BYTES,
        precision_mode: str = TrtPrecisionMode.FP32,
        minimum_segment_size: int = 3,
        is_dynamic_op: bool = False,
        maximum_cached_engines: int = 1,
        use_calibration: bool = True,
    ) -> None:
        if input_graph_def and input_saved_model_dir:
            raise ValueError("Can only specify one of input_graph_def and input_saved_model_dir")
        if not input_graph_def and not input_saved_model_dir:
            raise ValueError("Must specify one of input_graph_def and input_saved_model_dir")
        modes = TrtPrecisionMode.supported_precision_modes()
        if precision_mode not in modes:
            raise ValueError(f"precision mode '{precision_mode}' is not supported.It should be one of {modes}")
        self._input_graph_def, self._nodes_blacklist = input_graph_def, nodes_blacklist
        self._folder = input_saved_model_dir or ""
        self._tags = list(input_saved_model_tags or [tag_constants.SERVING])
        self._key = input_saved_model_signature_key or signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
        self._config = session_config or ConfigProto()
        self._need_calibration = precision_mode == TrtPrecisionMode.INT8 and use_calibration
        self._calibrated = False
        self._converted_graph_def: Any = None
        self._source: Any = None

    def convert(self) -> Any:
        """The graph that the model became, as a `GraphDef` with constants for variables."""
        assert self._converted_graph_def is None
        if self._input_graph_def:
            self._converted_graph_def = GraphDef()
            self._converted_graph_def.CopyFrom(self._input_graph_def)
            return self._converted_graph_def
        with find("Session")(graph=find("Graph")(), config=self._config) as sess:
            self._source = loader.load(sess, self._tags, self._folder)
            signature = self._source.signature_def[self._key]
            infos = [*signature.inputs.values(), *signature.outputs.values()]
            kept = dict.fromkeys(info.name.partition(":")[0] for info in infos)
            for key in self._collections():
                kept.update((x.name, None) for x in sess.graph.get_collection(key) if isinstance(x, Operation))
            whole = sess.graph.as_graph_def(add_shapes=True)
            self._converted_graph_def = graph_util.convert_variables_to_constants(sess, whole, list(kept))
        return self._converted_graph_def

    def calibrate(
        self,
        fetch_names: list[str],
        num_runs: int,
        feed_dict_fn: Callable[[], Any] | None = None,
        input_map_fn: Callable[[], Any] | None = None,
    ) -> Any:
        """Runs the converted graph; there are no engines that would learn ranges from it.

        Args:
          fetch_names: names of tensors to fetch.
          num_runs: how often.
          feed_dict_fn: returns what is fed, by name.
          input_map_fn: returns tensors for inputs, by name.

        Raises:
          ValueError: there are both functions, or none.
        """
        assert self._converted_graph_def is not None and self._need_calibration and not self._calibrated
        if bool(feed_dict_fn) == bool(input_map_fn):
            raise ValueError("Should specify one and only one of feed_dict_fn and input_map_fn.")
        for key, value in (input_map_fn() if input_map_fn else {}).items():
            if not isinstance(key, str):
                raise ValueError("Keys of input_map_fn must be of type str")
            if not isinstance(value, Tensor):
                raise ValueError("Values of input_map_fn must be of type tf.Tensor")
        with find("Graph")().as_default() as graph:
            inputs = input_map_fn() if input_map_fn else None
            fetches = find("import_graph_def")(
                self._converted_graph_def, input_map=inputs, return_elements=fetch_names, name=""
            )
            with find("Session")(graph=graph, config=self._config) as sess:
                for _ in range(num_runs):
                    sess.run(fetches, feed_dict=feed_dict_fn() if feed_dict_fn else None)
        self._calibrated = True
        return self._converted_graph_def

    def save(self, output_saved_model_dir: str) -> None:
        """Writes the converted graph as a SavedModel with the signature that was kept.

        Raises:
          ValueError: the input was a `GraphDef`.
        """
        assert self._converted_graph_def is not None and (self._calibrated or not self._need_calibration)
        if self._input_graph_def:
            raise ValueError("Not able to save to a SavedModel since input is a GraphDef")
        builder = SavedModelBuilder(output_saved_model_dir)
        with find("Graph")().as_default() as graph:
            find("import_graph_def")(self._converted_graph_def, name="")
            for key in self._collections():
                _restore(graph, key, self._source.collection_def[key])
            with find("Session")(config=self._config) as sess:
                signatures = {self._key: self._source.signature_def[self._key]}
                builder.add_meta_graph_and_variables(sess, self._tags, signature_def_map=signatures)
        builder.save()

    def _collections(self) -> list[str]:
        return [key for key in self._source.collection_def if key not in _DROPPED]


def _restore(graph: Graph, key: str, collection: Any) -> None:
    """Gives a graph the members of a collection that are still there."""
    kind = collection.WhichOneof("kind")
    functions = collection_defs.functions_of(key)
    if kind is None or (functions is not None and kind == "bytes_list"):
        return  # members with messages of their own tell of variables, queues or loops
    for value in getattr(collection, kind).value:
        if kind == "node_list":
            try:
                value = graph.as_graph_element(value)
            except (TypeError, ValueError, KeyError):
                continue
        graph.add_to_collection(key, value)


@export("contrib.tensorrt.create_inference_graph")
def create_inference_graph(
    input_graph_def: GraphDef,
    outputs: Any,
    max_batch_size: int = 1,
    max_workspace_size_bytes: int = DEFAULT_TRT_MAX_WORKSPACE_SIZE_BYTES,
    precision_mode: str = TrtPrecisionMode.FP32,
    minimum_segment_size: int = 3,
    is_dynamic_op: bool = False,
    maximum_cached_engines: int = 1,
    input_saved_model_dir: str | None = None,
    input_saved_model_tags: Iterable[str] | None = None,
    input_saved_model_signature_key: str | None = None,
    output_saved_model_dir: str | None = None,
    session_config: ConfigProto | None = None,
) -> Any:
    """Makes a graph for inference, without TensorRT: variables become constants, nothing becomes an engine.

    Args:
      input_graph_def: a frozen `GraphDef`, or None.
      outputs: names of its outputs.
      max_batch_size, max_workspace_size_bytes, minimum_segment_size, maximum_cached_engines: sizes for engines.
      precision_mode: 'FP32', 'FP16' or 'INT8'.
      is_dynamic_op: whether engines would be built when the graph runs.
      input_saved_model_dir: the folder of a SavedModel, instead of a graph.
      input_saved_model_tags: its tags.
      input_saved_model_signature_key: the signature that is kept.
      output_saved_model_dir: a new folder to write the result to.
      session_config: a `ConfigProto` for the sessions.

    Returns:
      A `GraphDef`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     y = tf.add(tf.placeholder(tf.float32, name="x"), 1.0, name="y")
    >>> [node.op for node in tf.contrib.tensorrt.create_inference_graph(graph.as_graph_def(), ["y"]).node]
    ['Placeholder', 'Const', 'Add']
    """
    converter = TrtGraphConverter(
        input_saved_model_dir,
        input_saved_model_tags,
        input_saved_model_signature_key,
        input_graph_def,
        outputs,
        session_config,
        max_batch_size,
        max_workspace_size_bytes,
        precision_mode,
        minimum_segment_size,
        is_dynamic_op,
        maximum_cached_engines,
        use_calibration=False,
    )
    made = converter.convert()
    if output_saved_model_dir:
        converter.save(output_saved_model_dir)
    return made
