"""Flags that the programs of the debugger's examples share, with the words of 1.15."""

import argparse
import tempfile


def _flag(text):
    return text.lower() == "true"


def parser(dump_root=False):
    """A parser with the flags that say how a program is debugged."""
    flags = argparse.ArgumentParser()
    switch: dict = {"type": _flag, "nargs": "?", "const": True, "default": False}
    flags.add_argument("--debug", help="Stop before and after each run, at tfdbg's command line.", **switch)
    flags.add_argument("--ui_type", default="curses", help="Command-line user interface type (curses | readline)")
    flags.add_argument("--use_random_config_path", help="Keep settings in a new temporary file.", **switch)
    flags.add_argument(
        "--tensorboard_debug_address", help="host:port of TensorBoard's debugger, which is used instead of --debug."
    )
    if dump_root:
        flags.add_argument("--dump_root", default="", help="Where dumps are kept while they are looked at.")
    return flags


def config_file_path(options):
    """Where the debugger keeps its settings; None for its own place."""
    return tempfile.NamedTemporaryFile(suffix=".tfdbg_config").name if options.use_random_config_path else None


def check(options):
    """Refuses two ways to debug at once."""
    if options.debug and options.tensorboard_debug_address:
        raise ValueError("The --debug and --tensorboard_debug_address flags are mutually exclusive.")


def wrapped(sess, options):
    """The session, debugged as the flags say."""
    from tensorflow.python import debug as tf_debug

    check(options)
    if options.debug:
        path = config_file_path(options)
        return tf_debug.LocalCLIDebugWrapperSession(sess, ui_type=options.ui_type, config_file_path=path)
    if options.tensorboard_debug_address:
        return tf_debug.TensorBoardDebugWrapperSession(sess, options.tensorboard_debug_address)
    return sess
