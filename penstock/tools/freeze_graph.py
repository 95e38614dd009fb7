"""`freeze_graph`: a graph and the values of its variables in one file, with the variables turned into constants.

Also `penstock freeze-graph` and `tensorflow.python.tools.freeze_graph`. The graph comes from a `GraphDef`, a `MetaGraphDef`
or a SavedModel; the values from a checkpoint or the SavedModel.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.graph import graph_util
from penstock.graph.build import apply
from penstock.graph.graph import get_default_graph
from penstock.graph.importer import import_graph_def
from penstock.graph.typing import SessionLike
from penstock.platform import app
from penstock.runtime.session.session import Session
from penstock.saved_model import loader, tag_constants
from penstock.tools import files, saved_model_utils
from penstock.train import checkpoint_management, meta_graph
from penstock.train.checkpoint_reader import CheckpointReader
from penstock.train.saver import Saver

if TYPE_CHECKING:
    from penstock.protos import GraphDef


def _names(text: str) -> list[str]:
    return text.replace(" ", "").split(",")


def freeze_graph_with_def_protos(
    input_graph_def: GraphDef,
    input_saver_def: Any,
    input_checkpoint: str,
    output_node_names: str,
    restore_op_name: str | None,
    filename_tensor_name: str | None,
    output_graph: str,
    clear_devices: bool,
    initializer_nodes: str,
    variable_names_whitelist: str = "",
    variable_names_blacklist: str = "",
    input_meta_graph_def: Any = None,
    input_saved_model_dir: str | None = None,
    saved_model_tags: Sequence[str] | None = None,
    checkpoint_version: int = 2,
) -> Any:
    """Turns the variables of a graph into constants.

    Args:
      input_graph_def: a `GraphDef`, imported into the default graph.
      input_saver_def: a `SaverDef` of that graph, or None.
      input_checkpoint: the prefix of the checkpoint.
      output_node_names: what the frozen graph must compute, separated by commas.
      restore_op_name: not used.
      filename_tensor_name: not used.
      output_graph: the file to write, or "".
      clear_devices: whether to leave out devices.
      initializer_nodes: operations to run before, separated by commas.
      variable_names_whitelist: the variables to freeze, all by default.
      variable_names_blacklist: variables not to freeze.
      input_meta_graph_def: a `MetaGraphDef` in place of a `GraphDef`.
      input_saved_model_dir: a SavedModel in place of a checkpoint.
      saved_model_tags: its tags.
      checkpoint_version: 1 or 2; both are read whichever it is.

    Returns:
      The frozen `GraphDef`.

    Raises:
      ValueError: there is no such checkpoint, no output is named, or there are no variables.
    """
    del restore_op_name, filename_tensor_name
    if not input_saved_model_dir and not checkpoint_management.checkpoint_exists_internal(input_checkpoint):
        raise ValueError(f"Input checkpoint '{input_checkpoint}' doesn't exist!")
    if not output_node_names:
        raise ValueError("You need to supply the name of a node to --output_node_names.")
    graph_def = input_meta_graph_def.graph_def if input_meta_graph_def else input_graph_def
    if clear_devices and graph_def is not None:
        for node in graph_def.node:
            node.device = ""
    if input_saved_model_dir and not (input_saver_def or input_meta_graph_def):
        names = variable_names_whitelist, variable_names_blacklist
        return _from_saved_model(
            input_saved_model_dir, saved_model_tags or [], output_node_names, output_graph, clear_devices, *names
        )
    if input_graph_def:
        import_graph_def(input_graph_def, name="")
    with Session() as sess:
        if input_saver_def:
            Saver(saver_def=input_saver_def, write_version=checkpoint_version).restore(sess, input_checkpoint)
        elif input_meta_graph_def:
            restorer = meta_graph.import_meta_graph(input_meta_graph_def, clear_devices=True)
            if restorer is None:
                raise ValueError("No variables were found in this model: there is nothing to freeze.")
            restorer.restore(sess, input_checkpoint)
        else:
            _saver_for(input_checkpoint, checkpoint_version).restore(sess, input_checkpoint)
        if initializer_nodes and not input_saver_def:
            sess.run(_names(initializer_nodes))
        return _frozen(
            sess, graph_def, output_node_names, output_graph, variable_names_whitelist, variable_names_blacklist
        )


def _from_saved_model(
    folder: str, tags: Sequence[str], outputs: str, target: str, clear_devices: bool, white: str, black: str
) -> Any:
    from penstock.graph.graph import Graph

    with Graph().as_default(), Session() as sess:
        found = loader.load(sess, list(tags), folder, clear_devices=clear_devices)
        graph_def = protos.GraphDef.FromString(found.graph_def.SerializeToString())
        if clear_devices:
            for node in graph_def.node:
                node.device = ""
        return _frozen(sess, graph_def, outputs, target, white, black)


def _frozen(sess: SessionLike, graph_def: GraphDef, outputs: str, target: str, white: str, black: str) -> Any:
    result = graph_util.convert_variables_to_constants(
        sess,
        graph_def,
        _names(outputs),
        variable_names_whitelist=_names(white) if white else None,
        variable_names_blacklist=_names(black) if black else None,
    )
    if target:
        files.write_graph(result, target, binary=True)
    return result


def _saver_for(checkpoint: str, version: int) -> Saver:
    """A saver for the variables of the default graph that a checkpoint has."""
    graph = get_default_graph()
    variables = {}
    for key in CheckpointReader(checkpoint).get_variable_to_shape_map():
        try:
            tensor = graph.get_tensor_by_name(key + ":0")
        except KeyError:
            continue  # something of the training, such as a step counter
        if tensor.op.type == "VarHandleOp":  # a saver knows such a variable by an operation that reads it
            tensor = apply("ReadVariableOp", resource=tensor, dtype=tensor.op.get_attr("dtype"))
        variables[key] = tensor
    try:
        return Saver(var_list=variables, write_version=version)
    except (TypeError, ValueError):
        pieces = [op.name for op in graph.get_operations() if re.search(r"/part_\d+/", op.name)]
        if any(key in name for key in variables for name in pieces):
            raise ValueError(
                "Models containing partition variables cannot be converted from checkpoint files. Please pass in a "
                "SavedModel using the flag --input_saved_model_dir."
            ) from None
        kinds = {op.type for op in graph.get_operations()}
        if not any(kind.startswith("Variable") or kind.endswith(("VariableOp", "VarHandleOp")) for kind in kinds):
            raise ValueError(
                "No variables were found in this model. It is likely the model was frozen previously. You cannot "
                "freeze a graph twice."
            ) from None
        raise


def freeze_graph(
    input_graph: str,
    input_saver: str,
    input_binary: bool,
    input_checkpoint: str,
    output_node_names: str,
    restore_op_name: str | None,
    filename_tensor_name: str | None,
    output_graph: str,
    clear_devices: bool,
    initializer_nodes: str,
    variable_names_whitelist: str = "",
    variable_names_blacklist: str = "",
    input_meta_graph: str | None = None,
    input_saved_model_dir: str | None = None,
    saved_model_tags: str = tag_constants.SERVING,
    checkpoint_version: int = 2,
) -> Any:
    """Turns the variables of a graph into constants; arguments as in `freeze_graph_with_def_protos`, but files.

    Args:
      input_graph: a file with a `GraphDef`.
      input_saver: a file with a `SaverDef`, or "".
      input_binary: whether these are bytes, not text.
      input_meta_graph: a file with a `MetaGraphDef` in place of `input_graph`.
      saved_model_tags: tags, separated by commas.

    Returns:
      The frozen `GraphDef`.
    """
    graph_def = meta = saver_def = None
    if input_saved_model_dir:
        saved_model_utils.get_meta_graph_def(input_saved_model_dir, saved_model_tags.replace(" ", ""))  # or an error
    elif input_graph:
        graph_def = files.read_graph(input_graph, input_binary)
    if input_meta_graph:
        meta = files.read_message(input_meta_graph, protos.MetaGraphDef(), input_binary, "Input meta graph")
        print(f"Loaded meta graph file '{input_meta_graph}")
    if input_saver:
        saver_def = files.read_message(input_saver, protos.SaverDef(), input_binary, "Input saver")
    return freeze_graph_with_def_protos(
        graph_def,
        saver_def,
        input_checkpoint,
        output_node_names,
        restore_op_name,
        filename_tensor_name,
        output_graph,
        clear_devices,
        initializer_nodes,
        variable_names_whitelist,
        variable_names_blacklist,
        meta,
        input_saved_model_dir,
        _names(saved_model_tags),
        checkpoint_version=checkpoint_version,
    )


def main(unused_args: Any, flags: argparse.Namespace) -> None:
    """Does what the flags say.

    Raises:
      ValueError: there is no such version of checkpoints.
    """
    if flags.checkpoint_version not in (1, 2):
        raise ValueError(f"Invalid checkpoint version (must be '1' or '2'): {flags.checkpoint_version}")
    freeze_graph(**{key: value for key, value in vars(flags).items()})


_TEXTS = {
    "input_graph": ("", "file with the GraphDef"),
    "input_saver": ("", "file with the SaverDef"),
    "input_checkpoint": ("", "prefix of the checkpoint"),
    "output_graph": ("", "file to write the GraphDef to"),
    "output_node_names": ("", "names of the output nodes, comma separated"),
    "restore_op_name": ("save/restore_all", "not used any more"),
    "filename_tensor_name": ("save/Const:0", "not used any more"),
    "initializer_nodes": ("", "operations to run before freezing, comma separated"),
    "variable_names_whitelist": ("", "the variables to freeze, comma separated; all by default"),
    "variable_names_blacklist": ("", "variables not to freeze, comma separated"),
    "input_meta_graph": ("", "file with a MetaGraphDef, in place of a GraphDef"),
    "input_saved_model_dir": ("", "directory of a SavedModel, in place of graph and checkpoint"),
    "saved_model_tags": ("serve", "tags of the graph in the SavedModel, comma separated"),
}


def create_parser(prog: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(prog=prog, description="Turns the variables of a graph into constants.")
    for name, (default, text) in _TEXTS.items():
        parser.add_argument("--" + name, default=default, help=text)
    parser.add_argument("--checkpoint_version", type=int, default=2, help="1 or 2")
    files.add_switch(parser, "--input_binary", False, "whether the input files are bytes, not text")
    files.add_switch(parser, "--clear_devices", True, "whether to leave out devices")
    return parser


def run_main(argv: Sequence[str] | None = None, prog: str | None = None) -> int:
    """Does what the command line says and returns the exit code."""
    parser = create_parser(prog)
    if argv is None and prog is None:  # as 1.15 does: what is left belongs to the flags of the program
        flags, rest = parser.parse_known_args()
        app.run(main=lambda args: main(args, flags), argv=[sys.argv[0], *rest])
        return 0
    flags = parser.parse_args(argv)
    return files.guarded(parser.prog, lambda: main(None, flags))


if __name__ == "__main__":
    sys.exit(run_main(prog="freeze_graph"))
