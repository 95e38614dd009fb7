"""The command `penstock`. A subcommand is a row of `COMMANDS`: what it says of itself, its arguments, what it does."""

import argparse
import builtins
import importlib
import importlib.machinery
import importlib.util
import os
import runpy
import sys
import types
import zipfile
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import penstock
from penstock.platform import tracebacks


class Command(NamedTuple):
    """A subcommand.

    Attributes:
      help: one line for `penstock --help`.
      arguments: adds the arguments to the subcommand's parser.
      action: does it, given the parsed arguments; returns the exit code.
    """

    help: str
    arguments: Callable[[argparse.ArgumentParser], None]
    action: Callable[[argparse.Namespace], int | None]


# ---- penstock run ----


def _run_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "penstock run [-h] [--strict] [--python2] (program.py | -m module) [args ...]"
    text = "leave Python and its packages as they are: names they have dropped since 1.x stay dropped"
    parser.add_argument("--strict", action="store_true", help=text)
    text = "the program is Python 2, and so are the modules beside it, even where nothing shows it"
    parser.add_argument("--python2", action="store_true", help=text)
    parser.add_argument("-m", dest="module", action="store_true", help="run a module by its dotted name")
    parser.add_argument("program", help="the program's file (- for standard input), or with -m the module's name")
    args = parser.add_argument("args", nargs=argparse.REMAINDER, help="the program's own arguments")
    args.required = False  # argparse says otherwise where the program is missing


def _run(options: argparse.Namespace) -> None:
    # Everything about the process is as `python program.py args` or `python -m module args` leaves it.
    penstock.install(strict=options.strict)
    tracebacks.show_in_this_process()
    if options.python2:
        from penstock.compat.python2 import load

        load.need_no_signs()
    sys.argv = [options.program, *options.args]
    # A new __main__ for the whole life of the process: runpy.run_path would take it away again when the program's last
    # line is done, from under its threads, its exit handlers and its pickles.
    main = types.ModuleType("__main__")
    main.__dict__["__builtins__"] = builtins
    sys.modules["__main__"] = main
    if options.module:
        sys.path[0] = os.getcwd()
        # `-m tensorflow.python.tools.freeze_graph`: modules of 1.x that are modules here run as those.
        from penstock.compat import inside

        options.program = inside.ALIASES.get(options.program.removeprefix("tensorflow."), options.program)
        _python2_modules(sys.path[0])
        _python2_main(options.program, main)
        runpy._run_module_as_main(options.program)  # type: ignore[attr-defined]
    elif options.program == "-":
        sys.path[0] = ""
        _execute(sys.stdin.buffer.read(), "<stdin>", main)
    elif os.path.isdir(options.program):
        if not os.path.exists(path := os.path.join(options.program, "__main__.py")):
            _no_main(options.program)
        _run_file(path, main)
    elif zipfile.is_zipfile(options.program):
        _run_archive(options.program, main)
    else:
        _run_file(options.program, main)


def _no_main(path: str) -> None:
    print(f"penstock: can't find '__main__' module in {path!r}", file=sys.stderr)
    sys.exit(1)


def _run_archive(path: str, main: types.ModuleType) -> None:
    """Runs `__main__.py` of a zip file, which modules are imported from as well."""
    from penstock.compat.python2 import archives

    archives.install(path)
    sys.path[0] = path
    loader = archives.Loader(path)
    try:
        file = loader.get_filename("__main__")
    except ImportError:
        _no_main(path)
    main.__dict__.update(__file__=file, __cached__=None, __loader__=loader, __package__="")
    code = loader.get_code("__main__")
    if "__main__" in loader.python_2:
        from penstock.compat.python2 import load

        load.enter(main)
    exec(code, main.__dict__)


def _run_file(path: str, main: types.ModuleType) -> None:
    try:
        with open(path, "rb") as f:
            source = f.read()
    except OSError as error:
        print(f"penstock: can't open file {path!r}: {error.strerror}", file=sys.stderr)
        sys.exit(2)
    sys.path[0] = os.path.dirname(os.path.realpath(path))
    main.__dict__.update(
        __file__=path, __cached__=None, __loader__=importlib.machinery.SourceFileLoader("__main__", path)
    )
    _execute(source, path, main)


def _execute(source: bytes, path: str, main: types.ModuleType) -> None:
    _python2_modules(sys.path[0] or os.getcwd())
    from penstock.compat.python2 import load

    loaded = load.code_of(source, path)
    if loaded.python_2:
        load.enter(main)
    exec(loaded.code, main.__dict__)


def _python2_modules(folder: str) -> None:
    """Modules of Python 2 in the program's folder are translated when they are imported."""
    from penstock.compat.python2 import load

    load.install(folder)


def _python2_main(name: str, main: types.ModuleType) -> None:
    """Gives `__main__` the built-in names of Python 2 if the module `name`, about to be run, is Python 2."""
    from penstock.compat.python2 import load

    try:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations is not None:
            spec = importlib.util.find_spec(name + ".__main__")
    except (ImportError, ValueError):
        return  # runpy says it better
    if spec is not None and isinstance(spec.loader, load.Loader):
        spec.loader.get_code(spec.name)
        if spec.loader.python_2:
            load.enter(main)


# ---- penstock board ----


def _board_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "penstock board [-h] LOGDIR [tensorboard's options ...]"
    parser.add_argument("logdir", help="folder with event files, as tf.summary.FileWriter writes them")
    parser.add_argument("options", nargs=argparse.REMAINDER, help="passed on to tensorboard, such as --port 6007")


def _board(options: argparse.Namespace) -> int:
    # Where there is no TensorFlow, TensorBoard's projector cannot read checkpoints; ours can (see board_plugin.py), and
    # TensorBoard does not say that features are missing.
    if importlib.util.find_spec("tensorflow") is None:
        penstock.install(strict=True)
    from tensorboard.main import run_main

    sys.argv = ["tensorboard", "--logdir", options.logdir, *options.options]
    return run_main()


# ---- penstock convert ----


def _convert_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="path", help="a file, or a folder with all files in it")
    parser.add_argument("--out", metavar="DIR", help="write to this folder instead of changing the files themselves")
    parser.add_argument("--diff", action="store_true", help="show what would change, and write nothing")


def _convert(options: argparse.Namespace) -> int:
    from penstock.compat.python2 import convert

    return convert.main(options.paths, options.out, options.diff)


# ---- penstock docs ----


def _docs_arguments(parser: argparse.ArgumentParser) -> None:
    from penstock.tools.docs import command

    command.add_arguments(parser)


def _docs(options: argparse.Namespace) -> int:
    from penstock.tools.docs import command

    return command.main(options)


# ---- penstock serve ----


def model_server() -> int:
    """`tensorflow_model_server`, with the flags of TensorFlow Serving's."""
    from penstock.serving import command

    return command.model_server()


# ---- penstock cluster ----


def _cluster_arguments(parser: argparse.ArgumentParser) -> None:
    from penstock.cli import cluster

    cluster.arguments(parser)


def _cluster(options: argparse.Namespace) -> int:
    from penstock.cli import cluster

    return cluster.action(options)


# ---- penstock enable, disable, status ----


def _no_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def _site(options: argparse.Namespace) -> int:
    from penstock import site

    return site.main([options.command])


COMMANDS: dict[str, Command] = {
    "run": Command("run a TensorFlow 1.x program: `import tensorflow` gives Penstock", _run_arguments, _run),
    "convert": Command("translate programs from Python 2 to Python 3", _convert_arguments, _convert),
    "cluster": Command("run a program on several processes of this machine", _cluster_arguments, _cluster),
    "board": Command("show a folder of summaries in TensorBoard", _board_arguments, _board),
    "docs": Command("write the reference as Markdown, or build and show the whole site", _docs_arguments, _docs),
    "enable": Command(
        "make `import tensorflow` give Penstock in this environment, without `run`", _no_arguments, _site
    ),
    "disable": Command("take `enable` back", _no_arguments, _site),
    "status": Command("tell whether `enable` is in force", _no_arguments, _site),
}


# Commands that are modules of their own, with 1.x's flags: name → (module, its line in the help).
TOOLS = {
    "serve": ("penstock.serving.command", "serve SavedModels to clients of TensorFlow Serving, by gRPC and REST"),
    "debug": ("penstock.debug.cli.offline_analyzer", "look at the tensors that a debugged run has dumped"),
    "saved-model": ("penstock.tools.saved_model_cli", "show, run or scan a SavedModel"),
    "inspect-checkpoint": ("penstock.tools.inspect_checkpoint", "print the names and values in a checkpoint"),
    "freeze-graph": ("penstock.tools.freeze_graph", "turn the variables of a graph into constants"),
    "optimize-for-inference": ("penstock.tools.optimize_for_inference", "remove from a graph what only training needs"),
    "strip-unused": ("penstock.tools.strip_unused", "cut a graph to what lies between inputs and outputs"),
    "transform-graph": ("penstock.tools.transform_graph", "rewrite a graph by a list of transforms"),
    "quantize-graph": ("penstock.tools.quantization.quantize_graph", "make a graph smaller, or compute in eight bits"),
    "summarize-graph": ("penstock.tools.summarize_graph", "tell what a graph takes, gives and consists of"),
    "compare-graphs": ("penstock.tools.compare_graphs", "tell whether two files hold the same graph"),
    "benchmark-model": ("penstock.tools.benchmark_model", "measure how long a graph takes to run"),
    "tflite-convert": ("penstock.lite.tflite_convert", "convert a graph into a TensorFlow Lite model"),
    "import-pb-to-tensorboard": ("penstock.tools.import_pb_to_tensorboard", "write a graph where TensorBoard shows it"),
}


def _tool(name: str, argv: Sequence[str] | None, prog: str) -> int:
    return importlib.import_module(TOOLS[name][0]).run_main(argv, prog)


def old_command() -> int:
    """A tool under the name that 1.x gave it (`saved_model_cli`), which is the name this program was started as."""
    prog = os.path.basename(sys.argv[0]).removesuffix(".exe")
    return _tool({module.rpartition(".")[2]: name for name, (module, _) in TOOLS.items()}[prog], None, prog)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="penstock", description="TensorFlow 1.x on NumPy and XLA.")
    version = f"penstock {penstock.__penstock__} (TensorFlow {penstock.VERSION})"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    for name, command in COMMANDS.items():
        own = commands.add_parser(name, help=command.help, description=command.help)
        command.arguments(own)
        own.set_defaults(action=command.action, parser=own)
    for name, (_, text) in TOOLS.items():
        commands.add_parser(name, help=text, add_help=False)
    return parser


def main(argv: Sequence[str] | None = None) -> Any:
    """Runs the command line `argv` (`sys.argv[1:]` if not given) and returns the exit code."""
    argv = sys.argv[1:] if argv is None else argv
    if argv and argv[0] in TOOLS:
        return _tool(argv[0], argv[1:], f"penstock {argv[0]}")
    options, unknown = _parser().parse_known_args(argv)
    if unknown:
        hint = " (a program's own arguments come after its name)" if options.command == "run" else ""
        options.parser.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
    return options.action(options)


if __name__ == "__main__":
    sys.exit(main())
