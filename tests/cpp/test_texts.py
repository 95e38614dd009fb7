"""Messages as text are read in C++ as protobuf reads them in Python, good ones and damaged ones."""

import random
import shutil

import pytest
from google.protobuf import text_format

import penstock as tf
from penstock import protos
from tests.cpp import build, files

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="no C++ compiler")
KINDS = {"graph": protos.GraphDef, "config": protos.ConfigProto, "meta": protos.MetaGraphDef}
ODD = {
    "config": [
        "",
        "# nothing\n",
        'device_count { key: "CPU" value: 2 } device_count < key: "GPU", value: 0x10 >; intra_op_parallelism_threads: -1',
        'device_filters: ["a", "b" \'c\'] gpu_options { per_process_gpu_memory_fraction: .5f allow_growth: t }',
        "graph_options: { optimizer_options { global_jit_level: ON_1 opt_level: -1 } }",
        "graph_options { optimizer_options { global_jit_level: 2 } } session_inter_op_thread_pool: [{num_threads: 3}, {}]",
        "gpu_options { per_process_gpu_memory_fraction: 1e-3 }",
        "nobody: 3",
        "intra_op_parallelism_threads: 3000000000",
        "intra_op_parallelism_threads 3",
        "graph_options { ",
        "graph_options { }}",
        "allow_soft_placement: maybe",
        'device_filters: "not ended',
        "graph_options { optimizer_options { global_jit_level: NOBODY } }",
        "device_filters: [",
    ],
    "graph": [
        r'node { name: "\101\x42\n\t\"\u00e9" attr { key: "v" value { tensor { dtype: DT_FLOAT float_val: [inf, -1.5] } } } }',
        'node { name: "a" attr { key: "s" value { list { s: "x" s: "y" i: [] b: [true, false] } } } } versions { producer: 27 }',
        'node { name: "a" } node { attr { value { i: 9223372036854775808 } } }',
    ],
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    folder = tmp_path_factory.mktemp("texts")
    return build.compiled("texts", folder, ["-DPENSTOCK_NO_EIGEN", f"-I{tf.sysconfig.get_include()}", "-pthread"])


def compare(reader, folder, kind, texts):
    paths = []
    for i, text in enumerate(texts):
        paths.append(str(folder / f"{kind}{i}.txt"))
        (folder / f"{kind}{i}.txt").write_bytes(text.encode("utf-8", "surrogateescape"))
    for text, found in zip(texts, build.printed(reader, kind, *paths), strict=True):
        try:
            wanted = text_format.Parse(text, KINDS[kind]()) if isinstance(text, str) else None
        except (text_format.ParseError, UnicodeError):
            wanted = None
        if wanted is None:
            assert found == "error 15", text
        else:
            assert found != "error 15", text
            message = KINDS[kind].FromString(bytes.fromhex(found))
            assert str(message) == str(wanted), text


@pytest.mark.parametrize("kind", sorted(ODD))
def test_odd_and_damaged_texts(kind, reader, tmp_path):
    compare(reader, tmp_path, kind, ODD[kind])


def test_graphs_and_meta_graphs(reader, tmp_path):
    files.make(str(tmp_path), tf)
    with tf.Graph().as_default():
        tf.train.Saver([tf.Variable(tf.truncated_normal([2, 3]), name="v")])
        meta = text_format.MessageToString(tf.train.export_meta_graph())
    compare(reader, tmp_path, "graph", [(tmp_path / "graph.pbtxt").read_text()])
    compare(reader, tmp_path, "meta", [meta])


def test_texts_that_were_cut_or_changed_at_random_give_an_error_or_a_message(reader, tmp_path):
    draw = random.Random(21)
    texts = []
    for _ in range(300):
        text = list(draw.choice(ODD["config"] + ODD["graph"]))
        for _ in range(draw.randrange(1, 4)):
            if text:
                at = draw.randrange(len(text))
                text[at : at + draw.randrange(3)] = draw.choice(
                    ["", "{", "}", "[", '"', "\\", ":", "<", "-", "9" * 30, "{" * 200]
                )
        texts.append("".join(text))
    paths = []
    for i, text in enumerate(texts):
        (tmp_path / f"{i}.txt").write_text(text)
        paths.append(str(tmp_path / f"{i}.txt"))
    for kind in ("config", "graph"):
        assert len(build.printed(reader, kind, *paths)) == len(texts)
