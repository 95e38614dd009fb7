"""The arguments of the commands that a wrapped session adds, and what `help` says of them. The texts are those of 1.15."""

import argparse

from penstock.debug.cli import arguments, command_parser


def parsers() -> dict[str, argparse.ArgumentParser]:
    """The parser of each command's arguments.

    >>> sorted(parsers())
    ['print_feed', 'run', 'run_info']
    """
    return {
        "run": _run(),
        "run_info": arguments.command("Display information about this Session.run() call."),
        "print_feed": command_parser.get_print_tensor_argparser("Print the value of a feed in feed_dict."),
    }


def _run() -> arguments.ArgumentParser:
    parser = arguments.command("Run through, with or without debug tensor watching.")
    parser.number("-t --times", "times", "How many Session.run() calls to proceed with.", 1)
    parser.switch("-n --no_debug", "no_debug", "Run through without debug tensor watching.")
    parser.text(
        "-f --till_filter_pass", "till_filter_pass", "Run until a tensor in the graph passes the specified filter."
    )
    parser.text(
        "-fenn --filter_exclude_node_names",
        "filter_exclude_node_names",
        "When applying the tensor filter, exclude node with names matching the regular expression. Applicable only if "
        "--tensor_filter or -f is used.",
    )
    watched = "Regular-expression filter for {} to be watched in the run, e.g., {}"
    parser.text("--node_name_filter", "node_name_filter", watched.format("node names", "loss, reshape.*"))
    parser.text("--op_type_filter", "op_type_filter", watched.format("op type", "(MatMul|Add), Variable.*"))
    parser.text(
        "--tensor_dtype_filter", "tensor_dtype_filter", watched.format("tensor dtype", "(float32|float64), int.*")
    )
    parser.switch("-p --profile", "profile", "Run and profile TensorFlow graph execution.")
    return parser
