"""Device names."""

from types import SimpleNamespace

import pytest

from penstock.graph import device
from penstock.graph.device import DeviceSpec

NAMES = [
    *("/gpu:0", "/cpu:*", "/device:GPU:0", "/job:w/task:3/cpu:1", "/device:foo:1", "gpu:1", "/replica:1", "", "/GPU"),
    *("/job:", "/device:gpu:*", "/job:ps/replica:0/task:2/device:CPU:5", "/gpu:a", "/task:x"),
]


def test_names_are_written_as_tensorflow_writes_them(peer):
    theirs = peer.run(f"""
        def long(name):
            try:
                return tf.DeviceSpec.from_string(name).to_string()
            except ValueError as e:
                return str(e)
        result = {{"names": [long(n) for n in {NAMES!r}]}}
    """)

    def long(name):
        try:
            return device.canonical_name(name)
        except ValueError as e:
            return str(e)

    assert [long(n) for n in NAMES] == list(theirs["names"])


@pytest.mark.parametrize(
    "name, message",
    [
        ("/foo:1", "Unknown attribute: 'foo' in '/foo:1'"),
        ("/job:a:b", "Unknown attribute: 'job'"),
        ("/device:GPU", "Unknown attribute: 'device'"),
        ("/job:a/gpu:0/cpu:0", "Cannot specify multiple device types: /job:a/gpu:0/cpu:0"),
    ],
)
def test_bad_names_are_rejected(name, message):
    with pytest.raises(ValueError, match=message):
        DeviceSpec.from_string(name)
    with pytest.raises(ValueError, match=message):
        device.merge_device(name)


def test_a_spec_is_built_from_parts_and_parts_can_be_set():
    spec = DeviceSpec(job="ps", replica="1", task=2, device_type="cpu", device_index=0)
    assert spec.to_string() == "/job:ps/replica:1/task:2/device:CPU:0"
    spec.device_type, spec.device_index, spec.replica = "GPU", None, None
    assert spec.to_string() == "/job:ps/task:2/device:GPU:*"
    assert spec.parse_from_string("/gpu:1") is spec and (spec.job, spec.device_index) == (None, 1)
    assert DeviceSpec().to_string() == ""


def test_merging_prefers_the_argument():
    spec = DeviceSpec.from_string("/job:train/gpu:0")
    other = DeviceSpec.from_string("/job:ps/task:1")
    merged = spec.make_merged_spec(other)
    assert merged.to_string() == "/job:ps/task:1/device:GPU:0" and spec.job == "train"
    spec.merge_from(other)
    assert spec == merged and hash(spec) == hash(merged)
    assert spec.replace(task=None, device_type="CPU").to_string() == "/job:ps/device:CPU:0"


def test_a_merging_function_keeps_what_an_inner_scope_has_set():
    merge = device.merge_device("/job:worker/device:GPU:0")
    node = SimpleNamespace(device="/device:CPU:1")
    assert merge(node).to_string() == merge.shortcut_string_merge(node) == "/job:worker/device:CPU:1"
    assert merge.merge_string("") == "/job:worker/device:GPU:0"
    assert device.merge_device("").is_null_merge and not merge.is_null_merge
    assert device.merge_device(merge) is merge


def test_a_merging_function_is_not_changed_by_later_changes_of_its_spec():
    spec = DeviceSpec(job="a")
    merge = device.merge_device(spec)
    spec.job = "b"
    assert merge.merge_string("") == "/job:a"
    assert device.merge_device(spec).merge_string("") == "/job:b"


def test_canonical_name_of_nothing_is_empty():
    assert device.canonical_name(None) == "" and device.canonical_name(DeviceSpec(task=1)) == "/task:1"
    assert device.is_device_spec(DeviceSpec()) and not device.is_device_spec("/cpu:0")
    with pytest.raises(ValueError):
        device.check_valid("/nothing")
