"""`tf.contrib.session_bundle`: exports for the first model servers, file by file those of 1.15.5."""

import json
import os

import pytest

import penstock as tf
from tests.contrib.both_sides import compare, run_here

_BEFORE = """
import json, os, tempfile
from tensorflow.contrib.session_bundle import constants, exporter, gc
base = tempfile.mkdtemp()
def told(value):
    return json.loads(json.dumps(value, default=repr).replace(base, "BASE"))
def files():
    return sorted((folder, sorted(inside)) for folder, _, inside in os.walk(base + "/out"))
"""
_MODEL = """
asset = os.path.join(base, "words.txt")
with open(asset, "w") as file:
    file.write("a b")
with tf.device("/cpu:0"):
    x = tf.placeholder(tf.float32, [None], name="x")
    y = tf.multiply(x, tf.Variable(2.0, name="v"), name="y")
path, step = tf.constant(asset, name="path"), tf.Variable(7, name="step")
session.run(tf.global_variables_initializer())
saver = tf.train.Saver(sharded=True)
"""

PROGRAMS = {
    "versions are written, kept and deleted": _MODEL
    + """
export = exporter.Exporter(saver)
result = [refusal(lambda: export.export(base + "/out", step, session))]
export.init(
    session.graph.as_graph_def(), init_op=tf.group(name="first"), clear_devices=True, assets_collection=[path],
    default_graph_signature=exporter.classification_signature(x, scores_tensor=y),
    named_graph_signatures={"r": exporter.regression_signature(x, y)})
result += [refusal(lambda: export.init())]
for version in (7, 8, 9):
    session.run(step.assign(version))
    result.append(export.export(base + "/out", "step:0", session, exports_to_keep=gc.largest_export_versions(2)))
result += [refusal(lambda: export.export(base + "/out", step, session)), files()]
meta = tf.MetaGraphDef()
with open(base + "/out/00000009/export.meta", "rb") as file:
    meta.ParseFromString(file.read())
kinds = {key: found.WhichOneof("kind") for key, found in meta.collection_def.items()}
packed = [(found.value[0].type_url, found.value[0].value) for found in
          (meta.collection_def[key].any_list for key in (constants.ASSETS_KEY, constants.SIGNATURES_KEY))]
graph = tf.GraphDef()
graph.ParseFromString(meta.collection_def[constants.GRAPH_KEY].any_list.value[0].value)
result += [kinds, packed, meta.saver_def.max_to_keep, saver.last_checkpoints, [(node.name, node.device) for node in graph.node]]
result += [list(meta.collection_def[constants.INIT_OP_KEY].node_list.value)]
result = told(result)
""",
    "what cannot be exported": _MODEL
    + """
def init(**options):
    return refusal(lambda: exporter.Exporter(saver).init(**options))
result = told([init(init_op=3), init(assets_collection=[x]), init(assets_collection=[tf.constant("")]),
               init(assets_collection=[tf.constant(["a", "b"])]), init(assets_collection=[tf.constant(1)])])
""",
    "signatures": _MODEL
    + """
found = [exporter.generic_signature({"a": x}), exporter.regression_signature(x, y), exporter.classification_signature(x, y, y)]
result = [str(signature) for signature in found] + [signature.SerializeToString() for signature in found]
""",
    "filters of versions": """
paths = [gc.Path("/a/%d" % i, i) for i in (1, 2, 3, 5, 8, 9, 10, 20)]
even, last = gc.mod_export_version(2), gc.largest_export_versions(3)
result = [keep(paths) for keep in (even, last, gc.one_of_every_n_export_versions(3), gc.negation(even), gc.union(even, last))]
for name in ("1", "2", "x"):
    os.makedirs(base + "/p/" + name)
def version(path):
    name = os.path.basename(path.path)
    return path._replace(export_version=int(name)) if name.isdigit() else None
result = told([result, gc.get_paths(base + "/p", version), repr(paths[0]),
               {name: getattr(constants, name) for name in dir(constants) if name.isupper() and name[0] != '_'}])
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_1_15_gives_the_same(peer_1_15, name):
    compare(peer_1_15, _BEFORE + PROGRAMS[name])


def test_an_export_is_restored(tmp_path):
    run = run_here(
        _BEFORE + _MODEL + "export = exporter.Exporter(saver)\nexport.init()\nresult = export.export(base, step, session)"
    )
    folder = run.decode()
    with tf.Graph().as_default(), tf.Session() as sess:
        saver = tf.train.import_meta_graph(os.path.join(folder, "export.meta"))
        saver.restore(sess, os.path.join(folder, "export"))
        assert json.dumps(sess.run("y:0", {"x:0": [1.0, 3.0]}).tolist()) == "[2.0, 6.0]"
    assert not os.path.exists(folder + "-tmp")
