"""All transforms give node for node the graphs that TensorFlow 1.15.5 gave, recorded by `record.py`."""

import base64
import itertools
import json
import lzma
import pathlib
import re

import numpy as np
import pytest

import penstock as tf
from penstock.tools.graph_transforms import TRANSFORMS, TransformGraph, folding

RECORDED = json.loads(lzma.decompress((pathlib.Path(__file__).parent / "recorded.json.xz").read_bytes()))


def graph_of(text):
    return tf.GraphDef.FromString(base64.b64decode(text))


def text_of(node):
    attrs = "".join(f"\n{key} = {node.attr[key]}" for key in sorted(node.attr))
    return f'name: "{node.name}" {node.op}({", ".join(node.input)}) on {node.device!r}{attrs}'


def comparable(graph):
    """The nodes as text; the numbers of folded constants, which go on in a process, from 0.

    They are in names, so where nodes are ordered by a hash of their names, the order depends on them: there it does not count.
    """
    texts = [text_of(node) for node in graph.node]
    numbers = [int(n) for text in texts for n in re.findall(r"__cf__(\d+)", text)]
    first = min(numbers, default=0)
    found = [re.sub(r"__cf__(\d+)", lambda m: f"__cf__{int(m[1]) - first}", text) for text in texts]
    return sorted(found) if numbers and "eightbit" in "".join(found) else found


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    return files(tmp_path_factory.mktemp("files"))


def files(folder):
    """The files that transforms read, as `record.py` makes them."""
    (folder / "log.txt").write_text(LOG)
    (folder / "nothing.txt").write_text("")
    with tf.Graph().as_default(), tf.Session() as sess:
        weights = np.float32([[0], [1.5], [0], [-2], [0], [0], [3], [1e-7]])
        tf.get_variable("w", initializer=weights[:4])
        tf.get_variable("p", initializer=weights)
        sess.run(tf.global_variables_initializer())
        tf.train.Saver().save(sess, str(folder / "weights"))
    return {"log": folder / "log.txt", "nothing": folder / "nothing.txt", "checkpoint": folder / "weights"}


LOG = "I something else\n" + "".join(
    f";{node}/eightbit/requant_range__print__;__requant_min_max:[{low}][{high}]\n"
    for low, high in ((-1.5, 2), (-0.25, 1.75), (0, 8), (-3, "nothing"), (-2, 2.5), (-1, 2.25))
    for node in ("conv", "BiasAdd")
)
LOG += ";conv/eightbit/requant_range__print__;__requant_min_max:[1]\n"


def differences(name, paths):
    case = RECORDED[name]
    graph = graph_of(case["graph"])
    found = []
    for transforms, theirs in case["results"].items():
        try:
            ours = TransformGraph(graph, case["inputs"], case["outputs"], [transforms.format(**paths)])
        except tf.errors.OpError as error:
            if type(error).__name__ != theirs.get("error"):
                found.append((transforms, f"{type(error).__name__}: {error.message}", theirs.get("message", "a graph")))
            continue
        if "error" in theirs:
            found.append((transforms, "a graph", theirs["message"]))
            continue
        theirs = graph_of(theirs["graph"])
        one, other = comparable(ours), comparable(theirs)
        if one != other or ours.versions != theirs.versions or ours.library != theirs.library:
            found.append((transforms, one, other))
    assert graph == graph_of(case["graph"]), "the graph that was given has changed"
    return found


@pytest.fixture(scope="module")
def all_differences(paths):
    """Of all graphs, one after the other as they were recorded: folded constants are numbered in a process, and nodes are
    ordered by a hash of their names."""
    before, folding._numbers = folding._numbers, itertools.count()
    try:
        return {name: differences(name, paths) for name in sorted(RECORDED)}
    finally:
        folding._numbers = before


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_a_graph_becomes_what_it_becomes_in_1_15(name, all_differences):
    assert all_differences[name] == []


def test_every_transform_of_1_15_is_compared():
    said = {t for case in RECORDED.values() for text in case["results"] for t in re.findall(r"[a-z][a-z_0-9]+", text)}
    assert len(RECORDED) >= 40
    missing = set(TRANSFORMS) - said
    # The first is younger than 1.15, the others need a processor that 1.15's package cannot drive either.
    assert missing == {"rename_node", "fuse_remote_graph", "place_remote_graph_arguments"}
