"""The seeds' small programs on tensors, graphs, sessions, variables and sharing run as printed, in both eras' names.

Each test says what the text says about the program; `runner` tells what may be done to a program. Training programs and
pictures are in `test_training_programs.py`.
"""

import numpy as np
import pytest

import penstock as tf
from tests.seeds.runner import PROGRAMS, numbers, run, spellings, value
from tests.subprocesses import python


@pytest.fixture(autouse=True, scope="module")
def _installed():
    yield
    tf.uninstall()


# -- graphs and tensors ----------------------------------------------------------------------------------------------------


def test_the_low_level_introduction_prints_what_the_guide_prints():
    lines = run("low_level_intro").lines
    assert lines[:4] == [
        'Tensor("Const:0", shape=(), dtype=float32)',
        'Tensor("Const_1:0", shape=(), dtype=float32)',
        'Tensor("add:0", shape=(), dtype=float32)',
        "7.0",
    ]
    assert eval(lines[4]) == {"total": 7.0, "ab": (3.0, 4.0)}
    first, second, both = numbers(lines[5]), numbers(lines[6]), " ".join(lines[7:-2])
    assert first != second and all(0 <= x < 1 for x in first + second)
    out = eval(both, {"array": np.array, "float32": np.float32})
    np.testing.assert_allclose(out[1] - out[0], [1, 1, 1], rtol=1e-6)
    assert lines[-2:] == ["7.5", "[ 3.  7.]"]


def test_variables_of_every_rank():
    def check(r):
        assert r.mammal.dtype.base_dtype == tf.string
        assert r.its_complicated.dtype.base_dtype == tf.complex128
        ranks = value([tf.rank(v) for v in (r.floating, r.cool_numbers, r.myxor)])
        assert ranks == [0, 1, 2]
        assert value([r.rank_of_squares, r.r]) == [2, 4]

    run("tensor_ranks", then=check)


def test_slices_of_tensors():
    def check(r):
        np.testing.assert_array_equal(value(r.my_scalar), 6)
        np.testing.assert_array_equal(value(r.my_row_vector), [8, 9, 10, 11])
        np.testing.assert_array_equal(value(r.my_column_vector), [3, 7, 11])
        assert r.zeros.shape == [4]

    given = "my_vector = tf.range(5)\nmy_matrix = tf.reshape(tf.range(12), [3, 4])\n"
    run("tensor_slices", given, then=check)


def test_reshaping_that_cannot_be_is_refused():
    def check(r):
        assert [t.shape.as_list() for t in (r.matrix, r.matrixB, r.matrixAlt)] == [[6, 10], [3, 20], [4, 3, 5]]

    run("tensor_reshape", raises={"yet_another = ": "ValueError: 60"}, then=check)


def test_casting():
    run("tensor_cast", then=lambda r: np.testing.assert_array_equal(value(r.float_tensor), np.float32([1, 2, 3])))


def test_eval_needs_the_value_of_a_placeholder():
    fails = {"t.eval()  #": "InvalidArgumentError: You must feed a value for placeholder tensor 'Placeholder'"}
    assert run("tensor_eval", "sess = tf.InteractiveSession()\n", raises=fails).lines == ["[1 4 9]"]


def test_print_passes_its_input_on(capfd):
    run("tensor_print", then=lambda r: np.testing.assert_array_equal(value(r.result), [2, 3, 4]))
    assert "[1 2 3]" in capfd.readouterr().err


def test_operation_names():
    wanted = ["c", "c_1", "outer/c", "outer/inner/c", "outer/c_1", "outer/inner_1/c"]
    run("operation_names", then=lambda r: check_names([r.scope[f"c_{i}"] for i in range(6)], wanted))


def check_names(tensors, wanted):
    assert [t.op.name for t in tensors] == wanted


@pytest.mark.parametrize("name", ["graph_default", "graph_as_default", "name_scopes", "multiple_graphs"])
def test_assertions_about_graphs_hold(name):
    run(name)


def test_names_of_a_hidden_layer():
    def check(r):
        assert [r.a.op.name, r.W.op.name, r.b.op.name] == ["hidden/alpha", "hidden/weights", "hidden/biases"]

    run("name_scope_hidden", then=check)


def test_a_layer_is_named_by_its_scope():
    def check(r):
        assert r.output.op.name == "my_layer" and r.weights.op.name == "my_layer/weights"
        np.testing.assert_array_equal(value(r.output), [[0.0]])

    run("name_of_a_layer", "g = tf.get_default_graph()\n", then=check)


@pytest.mark.parametrize(("name", "era"), spellings("static_shapes"))
def test_static_shapes_are_those_printed(name, era):
    lines = run(name, raises={"e = tf.matmul": "ValueError: Dimensions must be equal"}, **era).lines
    assert lines == [
        "TensorShape([Dimension(2), Dimension(3)])",
        "TensorShape([Dimension(4), Dimension(2)])",
        "TensorShape([Dimension(3), Dimension(4)])",
    ]


def test_a_product_is_built_and_run():
    np.testing.assert_array_equal(run("build_and_run").result, [[1, 3], [3, 7]])


def test_lists_and_arrays_become_tensors():
    def check(r):
        for v in value([r.value_1, r.value_2, r.value_3]):
            np.testing.assert_array_equal(v, [[8, 12], [18, 26]])

    run("convert_to_tensor", then=check)


def test_control_dependencies_apply_to_what_is_made_inside():
    def check(r):
        pred, x = tf.constant(1.0), tf.constant([[2.0]])
        assert r.wrong(pred, x).op.control_inputs == []
        assert r.my_func(pred, x).op.control_inputs == [pred.op]

    run("control_dependencies_wrong_right", then=check)


def test_device_scopes_and_functions():
    def check(r):
        assert r.a.device == "/device:GPU:0" and r.b.device == ""
        assert r.c.device == "/gpu:0" and r.c.op.inputs[0].device == "/cpu:0"  # as the function spells them

    run("device_scopes", "g = tf.get_default_graph()\n", then=check)


def test_device_specs_merge():
    def check(r):
        assert [t.device for t in (r.my_var, r.squared_var, r.first)] == ["/job:ps/device:GPU:0"] * 3
        assert r.second.device == "/job:train/device:GPU:1"

    run("device_spec", then=check)


def test_variables_and_layers_in_jobs():
    def check(r):
        assert [v.device for v in (r.weights_1, r.biases_2)] == ["/job:ps/task:0", "/job:ps/task:1"]
        assert r.layer_2.device == "/job:worker" and r.layer_2.shape.as_list() == [7, 10]

    run("device_jobs", "train_batch = tf.zeros([7, 784])\n", then=check)


def test_colocation():
    def check(r):
        assert r.b.op.colocation_groups() == r.c.op.colocation_groups() == [b"loc:@Variable"]

    run("colocate", "g = tf.get_default_graph()\n", then=check)


def test_a_gradient_is_overridden():
    def check(r):
        with r.g.as_default():
            assert value(tf.gradients(r.s_1, r.c)) == [10.0]
            assert value(tf.gradients(r.s_2, r.s_1)) == [100.0]

    run("gradient_override", then=check)


def test_an_operation_in_an_op_scope():
    def check(r):
        assert r.my_op(1, 2, 3).op.name == "MyOp"
        assert r.my_op(1, 2, 3, name="mine").op.name == "mine"
        assert value(r.my_op(1, 2, 3)) == 6

    run("op_scope", then=check)


def test_a_graph_def_is_read(tmp_path):
    with tf.Graph().as_default() as graph:
        tf.add(tf.constant(1.0, name="a"), tf.constant(2.0, name="b"), name="sum")
    for binary in (True, False):
        tf.train.write_graph(graph, str(tmp_path), f"g{binary}", as_text=not binary)
        path = str(tmp_path / f"g{binary}")
        given = f"class FLAGS:\n    graph, input_binary = {path!r}, {binary}\n"
        assert run("graph_def_load", given).lines == ["a Const []", "b Const []", "sum Add ['a', 'b']"]


def test_a_graph_is_written(tmp_path):
    run("write_graph", f"folder = {str(tmp_path)!r}\n")
    assert 'name: "my_variable"' in (tmp_path / "train.pbtxt").read_text()


def test_a_new_thread_has_a_default_graph_of_its_own():
    here = tf.get_default_graph()
    there = run("graph_default", then=lambda r: r.c.graph)
    assert there is not here and tf.get_default_graph() is here


# -- sessions --------------------------------------------------------------------------------------------------------------

SESSIONS = {
    "hello": ["b'Hello, TensorFlow!'", "42"],  # bytes, under Python 3
    "matmul_in_session": ["[[ 12.]]", "[array([[ 12.]], dtype=float32)]"],
    "interactive_subtract": ["[-2. -1.]"],
    "counter": ["0", "1", "2", "3"],
    "fetch_two": ["[array([ 21.], dtype=float32), array([ 7.], dtype=float32)]"],
    "feed_multiply": ["[array([ 14.], dtype=float32)]"],
    "session_multiply": ["30.0"],
    "session_options": [
        "Device mapping: no known devices.",
        *(
            f"{name}: /job:localhost/replica:0/task:0/device:CPU:0"
            for name in ("mul: (Mul)", "Const: (Const)", "mul/y: (Const)")
        ),
        "30.0",
    ],
    "session_as_default": ["7"],
    "session_used_twice": ["7", "7"],
    "interactive_session": ["30.0"],
    "session_block": ["30.0"],
    "run_and_eval": ["5.0", "5.0"],
    "variable_eval": ["[1 2]", "[1 2]"],
    "global_step": ["global_step: 10"],
}


@pytest.mark.parametrize(("name", "era"), spellings(*SESSIONS))
def test_a_session_prints_what_the_text_prints(name, era):
    assert run(name, **era).lines == SESSIONS[name]


def test_the_command_runs_a_program_as_it_is():
    done = python("-m", "penstock", "run", PROGRAMS / "counter.py")
    assert done.stdout.split() == ["0", "1", "2", "3"], done.stderr


def test_fetching_a_subgraph():
    r = run("fetch_subgraph")
    np.testing.assert_allclose(r.output_val.sum(axis=1), [1, 1], rtol=1e-6)
    softmax = np.exp(r.y_val - r.y_val.max(axis=1, keepdims=True))
    np.testing.assert_allclose(r.output_val, softmax / softmax.sum(axis=1, keepdims=True), rtol=1e-5)
    np.testing.assert_allclose(numbers(r.out), r.output_val.ravel(), rtol=1e-5, atol=1e-8)


def test_feeding_and_the_errors_of_not_feeding():
    fails = {
        "sess.run(y)": "InvalidArgumentError: You must feed a value for placeholder tensor",
        "sess.run(y, {x: 37.0})": "ValueError: Cannot feed value of shape () for Tensor 'Placeholder:0'",
    }
    assert run("feed_and_errors", raises=fails).lines == ["[ 1.  4.  9.]", "[  0.   0.  25.]"]


def test_an_unfed_placeholder_fails_and_a_fed_one_does_not():
    fails = {"print(sess.run(y)) # ERROR": "InvalidArgumentError: You must feed a value for placeholder tensor"}

    def check(r):
        np.testing.assert_allclose(r.sess.run(r.y, {r.x: r.rand_array}), r.rand_array @ r.rand_array, rtol=1e-4)

    run("placeholder_unfed", raises=fails, then=check)


@pytest.mark.parametrize(("name", "era"), spellings("sparse_placeholder"))
def test_a_sparse_placeholder_is_fed_in_three_ways(name, era):
    fails = {"print(sess.run(y)) # ERROR": "InvalidArgumentError: You must feed a value for placeholder tensor"}
    assert run(name, raises=fails, **era).lines == ["3.0", "3.0", "3.0"]


def test_feeding_a_classifier():
    given = "my_python_preprocessing_fn = lambda: [[1.0, 1.0]]\n"
    assert run("feed_and_eval", given).lines == ["[[ 0.5  0.5]]"]


def test_a_trace_tells_graphs_and_timings():
    r = run("trace_a_run")
    kinds = {node.op for graph in r.metadata.partition_graphs for node in graph.node}
    assert {"MatMul", "RandomUniform"} <= kinds
    assert any("MatMul" in s.node_name for device in r.metadata.step_stats.dev_stats for s in device.node_stats)
    assert "partition_graphs" not in r.out and 'op: "MatMul"' in r.out and "dev_stats" in r.out


def test_preloaded_data():
    run("preloaded_constant", then=lambda r: np.testing.assert_array_equal(value(r.input_labels), [0, 1, 0]))

    def check(r):
        assert tf.trainable_variables() == [] and tf.all_variables() == []
        assert r.input_data.dtype.base_dtype == tf.float64

    run("preloaded_variable", then=check)


def test_a_python_function_in_the_graph():
    def check(r):
        with tf.Session() as sess:
            (found,) = sess.run(r.y, {r.inp: [0.0, 1.0, 2.0]})
        np.testing.assert_allclose(found, np.sinh([0, 1, 2]), rtol=1e-6)

    run("py_func", then=check)


def test_a_unit_test():
    import unittest

    def check(r):
        outcome = unittest.TextTestRunner(stream=None, verbosity=0).run(
            unittest.defaultTestLoader.loadTestsFromTestCase(r.SquareTest)
        )
        assert outcome.wasSuccessful() and outcome.testsRun >= 1

    run("unit_test_of_square", then=check)


# -- devices ---------------------------------------------------------------------------------------------------------------

PRODUCT = ["[[ 22.  28.]", " [ 49.  64.]]"]
CPU = "/job:localhost/replica:0/task:0/device:CPU:0"
LOGGED = [f"MatMul: (MatMul): {CPU}", f"a: (Const): {CPU}", f"b: (Const): {CPU}"]


@pytest.mark.parametrize(
    ("name", "era"), spellings("place_logged", "place_on_cpu", "place_softly", "gpu_logged", "gpu_cpu", "gpu_soft")
)
def test_placement_is_logged(name, era, capfd):
    r = run(name, **era)
    assert r.lines[-2:] == PRODUCT
    log = r.out + r.err + "".join(capfd.readouterr())
    assert "Device mapping" in log
    for line in LOGGED:
        assert line in log


@pytest.mark.parametrize(
    ("name", "era"), spellings("place_on_missing_gpu", "place_on_two_gpus", "gpu_missing", "gpu_two")
)
def test_a_device_that_does_not_exist_is_an_error(name, era):
    import jax

    if len(jax.devices()) > 3:
        pytest.skip("this machine has the GPUs")
    fails = {"print(sess.run(": "InvalidArgumentError: Cannot assign a device for operation"}
    run(name, raises=fails, **era)


def test_options_for_memory_are_accepted():
    r = run("gpu_memory")
    assert r.config.gpu_options.per_process_gpu_memory_fraction == pytest.approx(0.4)


# -- random values ---------------------------------------------------------------------------------------------------------


def test_random_operations_and_seeds():
    r = run("random_ops")
    arrays = [numbers(part) for part in r.out.split("]]") if part.strip()]
    assert len(arrays) == 6 and all(len(a) == 6 for a in arrays)
    assert arrays[0] != arrays[1]
    assert arrays[2:4] == arrays[4:6] and arrays[2] != arrays[3]


@pytest.mark.parametrize(("name", "era"), spellings("random_variable"))
def test_a_random_initial_value(name, era):
    found = numbers(run(name, **era).out)
    assert len(found) == 6 and all(0 <= x < 1 for x in found)


@pytest.mark.parametrize(
    ("name", "repeats"), [("seed_none", ""), ("seed_of_op", "A1 A2"), ("seed_of_graph", "A1 A2 B1 B2")]
)
def test_which_sequences_repeat_in_another_session(name, repeats):
    lines = run(name).lines
    assert lines[0] == "Session 1" and lines[5] == "Session 2"
    labels = ["A1", "A2", "B1", "B2"]
    first, second = dict(zip(labels, lines[1:5])), dict(zip(labels, lines[6:10]))
    assert len(set(first.values())) == 4
    assert [x for x in labels if first[x] == second[x]] == repeats.split()


# -- variables -------------------------------------------------------------------------------------------------------------


def test_variables_are_created_and_collected():
    def check(r):
        assert r.my_variable.dtype.base_dtype == tf.float32 and r.my_variable.shape == [1, 2, 3]
        assert r.other_variable.shape == [2]
        assert r.my_local in tf.local_variables() and r.my_local not in tf.global_variables()
        assert r.my_non_trainable not in tf.trainable_variables()
        assert tf.get_collection("my_collection_name") == [r.my_local]
        assert r.v.device == "/device:GPU:1"

    run("variable_create", then=check)


def test_variables_are_placed_by_a_setter():
    run("variable_placed", then=lambda r: check_device(r.v, "/job:ps/task:0"))


def check_device(variable, wanted):
    assert variable.device == wanted


def test_variables_on_devices():
    run("variables_on_devices", then=lambda r: check_device(r.v, "/job:ps/task:7"))


@pytest.mark.parametrize(("name", "era"), spellings("variable_initialize"))
def test_all_variables_are_initialized(name, era):
    assert run(name, "session = tf.Session()\n", **era).lines == ["[]"]


def test_a_variable_is_initialized_from_another():
    run("variable_initialized_value", then=lambda r: check_values([r.v, r.w], [0.0, 1.0]))


def check_values(tensors, wanted):
    assert value(tensors) == wanted


def test_a_variable_in_an_expression():
    run("variable_use", then=lambda r: check_values(r.w, 1.0))


@pytest.mark.parametrize(("name", "era"), spellings("variable_assign"))
def test_assignment(name, era):
    given = "sess = tf.InteractiveSession()\n"
    assert run(name, given, then=lambda r: r.v.eval(), **era) == 1.0


def test_a_value_read_after_an_assignment():
    run("variable_read_value", then=lambda r: check_values(r.w, 1.0))


@pytest.mark.parametrize(("name", "era"), spellings("variables_two"))
def test_two_variables_of_the_how_to(name, era):
    def check(r):
        weights, biases = value([r.weights, r.biases])
        assert weights.shape == (784, 200) and abs(weights.std() - 0.35) < 0.01 and not biases.any()

    run(name, then=check, **era)


@pytest.mark.parametrize("name", ["variables_from_variables", "initialized_value"])
def test_random_initial_values_are_drawn_once(name):
    def check(r):
        if name == "initialized_value":
            v, w = value([r.v, r.w])
        else:
            v, same, w = value([r.weights, r.w2, r.w_twice])
            np.testing.assert_array_equal(v, same)
        np.testing.assert_array_equal(v * 2, w)

    run(name, then=check)


# -- sharing ---------------------------------------------------------------------------------------------------------------

FOUR = [f"model/conv{i}/{part}:0" for i in (1, 2) for part in ("weights", "biases")]


@pytest.mark.parametrize("name", ["sharing_by_name", "sharing_reuse_variables", "sharing_by_scope"])
def test_a_filter_is_shared(name):
    fails, first = {}, []
    if name == "sharing_by_name":  # the text calls conv_relu twice, without scopes, before it shares
        fails = {"x = conv_relu(x,": "ValueError: Variable weights already exists"}
        first = ["weights:0", "biases:0"]

    def check(r):
        assert [v.name for v in tf.global_variables()] == first + FOUR
        one, two = value([r.output1, r.output2])
        assert one.shape == (1, 10, 10, 32) and two.shape == (1, 20, 20, 32)

    run(name, raises=fails, then=check)


def test_a_filter_of_its_own_variables_is_not_shared():
    def check(r):
        assert len(tf.all_variables()) == 8 and r.result2.shape.as_list() == [1, 20, 20, 32]

    run("filters_by_variable", then=check)


@pytest.mark.parametrize(("name", "prefix"), [("filters_by_dictionary", ""), ("filters_shared", "image_filters/")])
def test_filters_share_four_variables(name, prefix):
    def check(r):
        assert len(tf.all_variables()) == 4 and all(v.name.startswith(prefix) for v in tf.all_variables())
        assert [x.shape for x in value([r.result1, r.result2])] == [(1, 10, 10, 32), (1, 20, 20, 32)]

    run(name, then=check)


def test_an_accidental_second_filter_is_refused():
    run("filters_twice", raises={"result2 = ": "ValueError: Variable conv1/weights already exists"})


@pytest.mark.parametrize(
    "name",
    "scope_create scope_reuse scope_nested scope_turned_to_reuse scope_reuse_inherited scope_captured scope_jumps_out"
    " scope_operation_names scope_name_scope get_variable_nested get_variable_shared get_variable_turned".split(),
)
def test_assertions_about_variable_scopes_hold(name):
    run(name)


def test_initializers_of_scopes():
    run("scope_initializer", "sess = tf.InteractiveSession()\n")


def test_a_variable_is_found_again():
    def check(r):
        assert (r.v.name, r.w.name) == ("foo/v:0", "foo/w:0") and r.v1 is r.v

    run("get_variable", then=check)


def test_accidents_with_get_variable_are_errors():
    run("get_variable_exists", raises={"v1 = ": "ValueError: Variable foo/v already exists"})
    run("get_variable_missing", raises={"v = ": "ValueError: Variable foo/v does not exist"})


@pytest.mark.parametrize(("name", "scope"), [("template", "scale_by_y"), ("template_again", "scope/scale_by_y")])
def test_templates_share_variables(name, scope):
    def check(r):
        (y,) = tf.trainable_variables()
        assert y.name == f"{scope}/y:0"
        results = [r.z, r.w] + ([r.z2, r.w2] if name == "template_again" else [])
        assert value(results) == [3.0, 5.0] * (len(results) // 2)

    run(name, then=check)


def test_a_sparse_mask_leaves_slices_out():
    def check(r):
        indices, shape = value([r.b.indices, tf.shape(r.b.values)])
        assert indices.tolist() == [26, 37] and shape.tolist() == [2, 10]

    run("sparse_mask", then=check)
