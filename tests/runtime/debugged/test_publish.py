"""The files of a dump."""

import struct

import numpy as np
import pytest

import penstock as tf
from penstock import debug, protos
from tests.runtime.debugged.running import watched


def test_a_file_is_one_event_in_1_15s_order_of_fields(graph, tmp_path):
    watched(tf.constant([1.5, 2.5], name="ns/c"), debug_urls=f"file://{tmp_path}")
    (path,) = tmp_path.rglob("c_0_DebugIdentity_*")
    data = path.read_bytes()
    event = protos.Event.FromString(data)
    assert event.SerializeToString(deterministic=True) == data
    assert event.wall_time == float(path.name.rpartition("_")[2])
    assert event.summary.value[0].tag == "ns/c"
    assert event.summary.value[0].tensor.tensor_content == struct.pack("<2f", 1.5, 2.5)


def test_two_places_get_the_same(graph, tmp_path):
    urls = [f"file://{tmp_path}/{name}" for name in "ab"]
    watched(tf.constant(3, name="c"), debug_urls=urls)
    for name in "ab":
        assert debug.DebugDumpDir(str(tmp_path / name)).get_tensors("c", 0, "DebugIdentity") == [3]


def test_an_unknown_kind_of_place_is_refused(graph):
    with pytest.raises(tf.errors.UnavailableError, match="Invalid debug target URL: ftp://somewhere"):
        watched(tf.constant(3, name="c"), debug_urls="ftp://somewhere")


def test_a_full_allowance_stops_the_run_and_is_reset_on_request(graph, tmp_path, monkeypatch):
    monkeypatch.setenv("TFDBG_DISK_BYTES_LIMIT", "3000")
    c = tf.constant(np.zeros(500, np.float32), name="c")
    debug.reset_disk_byte_usage()
    watched(c, debug_urls=f"file://{tmp_path}/1")
    with pytest.raises(tf.errors.ResourceExhaustedError, match=r"allowance \(3000\).*TFDBG_DISK_BYTES_LIMIT"):
        watched(c, debug_urls=f"file://{tmp_path}/2")
    watched(c, debug_urls=f"file://{tmp_path}/3", reset_disk_byte_usage=True)
    debug.reset_disk_byte_usage()


def test_a_node_cannot_leave_the_folder(graph, tmp_path):
    graph_def = tf.GraphDef()
    node = graph_def.node.add(name="a/../../../out", op="Const")
    node.attr["dtype"].type = protos.DT_INT32
    node.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(1))
    tf.import_graph_def(graph_def, name="")
    with pytest.raises((tf.errors.InvalidArgumentError, ValueError)):
        watched("a/../../../out:0", debug_urls=f"file://{tmp_path}/dump")
    assert not [path for path in tmp_path.parent.rglob("out_0*")]
