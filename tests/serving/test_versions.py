"""Versions of models: policies, labels, swaps without a failed request, damaged versions, folders that lead elsewhere."""

import os
import shutil
import threading
import time
import weakref

import numpy as np
import pytest

import penstock as tf
from penstock.serving import manager
from penstock.serving.configuration import Batching
from tests.serving.conftest import config_of, half_plus


def until(condition, seconds=20.0):
    """Waits for something that other threads do."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def states(server, name="half"):
    found = server.rest(f"/v1/models/{name}").json
    return {int(v["version"]): v["state"] for v in found["model_version_status"]}


def appears(made, folder):
    """Puts a version that is there as a whole into its model's folder."""
    os.makedirs(folder.parent, exist_ok=True)
    shutil.copytree(made, folder.parent.parent / f"{folder.name}.making")
    os.rename(folder.parent.parent / f"{folder.name}.making", folder)


@pytest.mark.parametrize("batching", [None, Batching(None)], ids=["alone", "in batches"])
def test_a_new_version_takes_over_and_the_old_one_is_let_go(start, half, batching):
    server = start(half=half, options={"batching": batching})
    assert server.predict([2.0]).json == {"predictions": [3.0]}
    (version,) = server.server.manager.models()["half"]
    graph = weakref.ref(version.servable.session.graph)
    half_plus(half.parent / "made", 10.0)
    appears(half.parent / "made", half / "2")
    until(lambda: states(server).get(1) == "END")
    until(lambda: graph() is None)  # its memory is free
    assert states(server) == {1: "END", 2: "AVAILABLE"}
    assert server.predict([2.0]).json == {"predictions": [11.0]}
    assert server.rest("/v1/models/half/versions/1:predict", {"instances": [2.0]}).status == 404
    shutil.rmtree(half / "2")  # back to the first: it is loaded again
    until(lambda: states(server).get(1) == "AVAILABLE" and states(server).get(2) == "END")
    assert server.predict([2.0]).json == {"predictions": [3.0]}


def test_requests_never_fail_while_versions_are_swapped(start, half):
    server = start(half=half)
    half_plus(half.parent / "made", 10.0)
    failures, counts, ended = [], [0, 0], threading.Event()

    def ask(number):
        while not ended.is_set():
            found = server.predict([2.0])
            counts[number] += 1
            if found.status != 200 or found.json["predictions"][0] not in (3.0, 11.0):
                failures.append((found.status, found.body))

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    try:
        for number in range(2, 12):
            appears(half.parent / "made", half / str(number))
            until(lambda n=number: states(server).get(n) == "AVAILABLE" and states(server).get(n - 1) == "END")
            if number > 2:
                shutil.rmtree(half / str(number - 1))
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    assert failures == [] and min(counts) > 20


def test_a_damaged_version_is_reported_and_the_old_one_goes_on(start, half):
    server = start(half=half)
    (half.parent / "bad").mkdir()
    (half.parent / "bad" / "saved_model.pb").write_bytes(b"\xff\xff nothing")
    os.rename(half.parent / "bad", half / "2")
    until(lambda: states(server).get(2) == "END")
    found = server.rest("/v1/models/half/versions/2").json["model_version_status"][0]
    assert found["status"]["error_code"] != "OK" and found["status"]["error_message"]
    assert states(server)[1] == "AVAILABLE" and server.predict([2.0]).json == {"predictions": [3.0]}


@pytest.mark.parametrize("damage", ["variables.index", "variables.data-00000-of-00001", "saved_model.pb"])
def test_any_damaged_file_is_an_error_and_not_a_crash(half, start, damage):
    server = start(half=half)
    shutil.copytree(half / "1", half.parent / "bad")
    (file,) = (half.parent / "bad").rglob(damage)
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])
    os.rename(half.parent / "bad", half / "2")
    until(lambda: states(server).get(2) == "END")
    assert server.predict([2.0]).json == {"predictions": [3.0]}


def test_a_model_that_cannot_be_loaded_at_the_start_is_an_error_that_says_why(start, tmp_path):
    (tmp_path / "m" / "1").mkdir(parents=True)
    with pytest.raises(tf.errors.UnknownError, match=r"1 servable\(s\) did not become available: .*name: m version: 1"):
        start(m=tmp_path / "m")


def config(folder, policy):
    found = config_of(m=folder).model_config_list.config[0]
    if policy == "all":
        found.model_version_policy.all.SetInParent()
    elif isinstance(policy, list):
        found.model_version_policy.specific.versions.extend(policy)
    elif policy:
        found.model_version_policy.latest.num_versions = policy
    return found


@pytest.mark.parametrize(
    "policy, expected", [(None, [10]), (2, [9, 10]), ("all", [0, 3, 9, 10]), ([3, 9, 77], [3, 9]), (99, [0, 3, 9, 10])]
)
def test_policies_choose_versions(tmp_path, policy, expected):
    for name in ("0", "00003", "9", "10", "x1", "-1", "1.5", "99999999999999999999999"):
        (tmp_path / name).mkdir()
    (tmp_path / "11").write_text("a file")
    found = manager.aspired(config(tmp_path, policy))
    assert sorted(found) == expected
    if 3 in expected:
        assert found[3].endswith("00003")


def test_links_that_lead_out_of_the_models_folder_are_not_versions(tmp_path):
    (tmp_path / "m" / "1").mkdir(parents=True)
    (tmp_path / "secret").mkdir()
    os.symlink(tmp_path / "secret", tmp_path / "m" / "2")
    os.symlink(tmp_path / "m" / "1", tmp_path / "m" / "3")
    assert sorted(manager.aspired(config(tmp_path / "m", "all"))) == [1, 3]


def test_several_versions_are_served_side_by_side_with_labels(start, half):
    half_plus(half / "2", 10.0)
    wanted = config_of(half=half)
    wanted.model_config_list.config[0].model_version_policy.all.SetInParent()
    wanted.model_config_list.config[0].version_labels["old"] = 1
    server = start(wanted)

    def label(name):
        return server.rest(f"/v1/models/half/labels/{name}:predict", {"instances": [2.0]})

    assert states(server) == {1: "AVAILABLE", 2: "AVAILABLE"}
    assert label("old").json == {"predictions": [3.0]} and label("new").status == 400
    wanted.model_config_list.config[0].version_labels["new"] = 2
    server.server.reload(wanted)
    assert label("new").json == {"predictions": [11.0]}
    wanted.model_config_list.config[0].version_labels["new"] = 5
    with pytest.raises(tf.errors.FailedPreconditionError, match="assign label to version 5 of model half"):
        server.server.reload(wanted)
    assert label("new").json == {"predictions": [11.0]}


def test_a_new_configuration_adds_and_removes_models(start, half, tmp_path):
    half_plus(tmp_path / "other" / "1", 10.0)
    server = start(half=half)
    server.server.reload(config_of(other=tmp_path / "other"))
    assert server.predict([2.0], "other").json == {"predictions": [11.0]}
    until(lambda: server.predict([2.0]).status == 404)
    with pytest.raises(tf.errors.InvalidArgumentError, match="unsupported platform caffe"):
        bad = config_of(x=half)
        bad.model_config_list.config[0].model_platform = "caffe"
        server.server.reload(bad)
    assert server.predict([2.0], "other").status == 200


def test_a_configuration_file_is_read_again(start, half, tmp_path):
    from google.protobuf import text_format

    file = tmp_path / "models.config"
    half_plus(tmp_path / "other" / "1", 10.0)
    file.write_text(text_format.MessageToString(config_of(half=half)))
    server = start(half=half, options={"config_file": str(file), "config_poll_seconds": 0.05})
    file.write_text("nonsense {")
    time.sleep(0.15)
    file.write_text(text_format.MessageToString(config_of(half=half, other=tmp_path / "other")))
    until(lambda: server.predict([2.0], "other").status == 200)
    assert server.predict([2.0]).status == 200


def test_a_request_that_runs_keeps_its_version_until_it_is_answered(half):
    from penstock.serving.servable import Servable

    servable = Servable("half", 1, str(half / "1"))
    assert servable.acquire()
    servable.retire()
    assert not servable.acquire() and not servable.closed.is_set()
    assert servable.signatures["serving_default"].prepared().run([np.float32([[2]])])[0].tolist() == [[3.0]]
    servable.release()
    assert servable.closed.is_set()
