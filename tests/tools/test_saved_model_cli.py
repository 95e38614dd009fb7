"""`saved_model_cli` prints what the seeds print and what TensorFlow prints, and runs no code from files or flags."""

import os
import pickle
import textwrap

import numpy as np
import pytest

import penstock as tf
from penstock.tools import arrays, expressions, saved_model_cli
from tests.subprocesses import python

PREDICT = "tensorflow/serving/predict"


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """The seeds' model: y = x1 + x2, y = x * w, a classifier, and a second graph for GPUs."""
    folder = str(tmp_path_factory.mktemp("model") / "saved_model_dir")
    utils = tf.saved_model.signature_def_utils
    info = tf.saved_model.utils.build_tensor_info
    with tf.Graph().as_default(), tf.Session() as sess:
        x, x1, x2 = (tf.placeholder(tf.float32, [None, 1], name=n) for n in ("x", "x1", "x2"))
        w = tf.Variable([[2.0]], name="w")
        y = tf.multiply(x, w, name="y")
        total = tf.add(x1, x2, name="total")
        text = tf.placeholder(tf.string, None, name="examples")
        parsed = tf.parse_example(text, {"id": tf.FixedLenFeature([], tf.int64), "a": tf.VarLenFeature(tf.float32)})
        scores = tf.identity(tf.cast(parsed["id"], tf.float32) + tf.sparse_reduce_sum(parsed["a"], 1), name="scores")
        sess.run(w.initializer)
        signatures = {
            "serving_default": utils.build_signature_def({"x": info(x)}, {"y": info(y)}, PREDICT),
            "x1_x2_to_y": utils.build_signature_def({"x1": info(x1), "x2": info(x2)}, {"y": info(total)}, PREDICT),
            "classify": utils.classification_signature_def(text, None, scores),
            "two": utils.build_signature_def({"x": info(x)}, {"b": info(y), "a": info(w)}, PREDICT),
        }
        builder = tf.saved_model.builder.SavedModelBuilder(folder)
        builder.add_meta_graph_and_variables(sess, ["serve"], signature_def_map=signatures)
        builder.add_meta_graph(["serve", "gpu"])
        builder.save()
    return folder


@pytest.fixture
def run(capsys):
    def run(*args):
        code = saved_model_cli.run_main(list(args), "saved_model_cli")
        done = capsys.readouterr()
        return code, done.out, done.err

    return run


ONE = """\
The given SavedModel SignatureDef contains the following input(s):
  inputs['x'] tensor_info:
      dtype: DT_FLOAT
      shape: (-1, 1)
      name: x:0
The given SavedModel SignatureDef contains the following output(s):
  outputs['y'] tensor_info:
      dtype: DT_FLOAT
      shape: (-1, 1)
      name: y:0
Method name is: tensorflow/serving/predict
"""


def test_show_prints_what_1_15_5_prints(model, run):
    assert run("show", "--dir", model) == (
        0,
        "The given SavedModel contains the following tag-sets:\nserve\ngpu, serve\n",
        "",
    )
    keys = "The given SavedModel MetaGraphDef contains SignatureDefs with the following keys:\n"
    keys += "".join(f'SignatureDef key: "{k}"\n' for k in ("classify", "serving_default", "two", "x1_x2_to_y"))
    assert run("show", "--dir", model, "--tag_set", "serve")[1] == keys
    one = run("show", "--dir", model, "--tag_set", "serve", "--signature_def", "serving_default")
    assert one == (0, ONE, "")
    everything = run("show", "--dir", model, "--all")[1]
    assert (
        "\nMetaGraphDef with tag-set: 'serve' contains the following SignatureDefs:\n\nsignature_def['classify']:"
        in everything
    )
    assert "\nsignature_def['serving_default']:\n" + textwrap.indent(ONE, "  ") in everything
    assert "        shape: unknown_rank\n        name: examples:0\n" in everything


RUN = "Result for output key y:\n[[1.5]\n [2.5]\n [3.5]]\n"


def test_run_takes_arrays_archives_pickles_and_expressions(model, run, tmp_path):
    first, second = np.array([[1.0], [2.0], [3.0]]), np.full((3, 1), 0.5)
    np.save(tmp_path / "1.npy", first)
    np.savez(tmp_path / "1.npz", x=first, other=second)
    (tmp_path / "2.pkl").write_bytes(pickle.dumps(second))
    (tmp_path / "3.pkl").write_bytes(pickle.dumps({"v": second}, protocol=2))
    np.save(tmp_path / "2.npy", second)
    start = ("run", "--dir", model, "--tag_set", "serve", "--signature_def", "x1_x2_to_y")
    out = str(tmp_path / "out")
    saved = f"Output y is saved to {out}/y.npy\n"
    inputs = f"x1={tmp_path}/1.npy;x2={tmp_path}/2.npy"
    assert run(*start, "--inputs", inputs, "--outdir", out) == (0, RUN + saved, "")
    np.testing.assert_array_equal(np.load(out + "/y.npy"), first + second)
    code, text, error = run(*start, "--inputs", inputs, "--outdir", out)
    assert code == 1 and "already exists" in error
    for other in ("2.pkl", "3.pkl[v]"):
        inputs = f"x1={tmp_path}/1.npz[x];x2={tmp_path}/{other}"
        assert run(*start, "--inputs", inputs, "--outdir", out, "--overwrite") == (0, RUN + saved, "")
    mixed = run(*start, "--inputs", f"x1={tmp_path}/1.npz[x]", "--input_exprs", "x2=np.ones((3,1))")
    assert mixed == (0, "Result for output key y:\n[[2.]\n [3.]\n [4.]]\n", "")
    assert "more than one" in run(*start, "--inputs", f"x1={tmp_path}/1.npz")[2]
    assert 'variable with name "z"' in run(*start, "--inputs", f"x1={tmp_path}/1.npz[z]")[2]
    assert '"q" is not a valid input key' in run(*start, "--input_exprs", "q=[[1.0]]")[2]
    assert "At least one of" in run(*start)[2]


def test_outputs_come_in_the_order_of_their_keys_and_examples_are_serialized(model, run):
    start = ("run", "--dir", model, "--tag_set", "serve", "--signature_def")
    two = run(*start, "two", "--input_exprs", "x=[[1.0], [2.0]]")
    assert two[1] == "Result for output key a:\n[[2.]]\nResult for output key b:\n[[2.]\n [4.]]\n"
    example = '{"id":[26],"a":[0.5, 0.25]}'
    found = run(*start, "classify", "--input_examples", f'inputs=[{example}, {{"id": [1]}}]')
    assert found == (0, "Result for output key scores:\n[26.75  1.  ]\n", "")


def test_scan_names_operations_that_touch_files(model, run, tmp_path):
    assert run("scan", "--dir", model, "--tag_set", "serve")[1] == (
        "MetaGraph with tag set ['serve'] does not contain blacklisted ops.\n"
    )
    folder = str(tmp_path / "reads")
    with tf.Graph().as_default(), tf.Session() as sess:
        name = tf.placeholder(tf.string, [])
        tf.saved_model.simple_save(sess, folder, {"name": name}, {"text": tf.read_file(name)})
    found = run("scan", "--dir", folder)[1]
    assert found == "MetaGraph with tag set ['serve'] contains the following blacklisted ops: {'ReadFile'}\n"


def test_mistakes_are_one_line_and_exit_code_one(model, run, tmp_path):
    for args, text in (
        (("show", "--dir", str(tmp_path)), "SavedModel file does not exist at"),
        (("show", "--dir", model, "--tag_set", "x"), "could not be found in SavedModel"),
        (
            ("show", "--dir", model, "--tag_set", "serve", "--signature_def", "x"),
            '"x" is not the key of a SignatureDef',
        ),
    ):
        code, out, error = run(*args)
        assert code == 1 and not out and text in error and error.count("\n") == 1, error
    (tmp_path / "saved_model.pb").write_bytes(b"\xff" * 100)
    assert run("show", "--dir", str(tmp_path))[0] == 1


class Evil:
    def __reduce__(self):
        return os.mkdir, (Evil.target,)


def test_no_file_makes_code_run(tmp_path):
    Evil.target = str(tmp_path / "was_here")
    (tmp_path / "a.pkl").write_bytes(pickle.dumps(Evil()))
    np.save(tmp_path / "a.npy", np.array([Evil()], dtype=object), allow_pickle=True)
    np.savez(tmp_path / "a.npz", x=np.array([Evil()], dtype=object))
    for name in ("a.pkl", "a.npy", "a.npz"):
        with pytest.raises(tf.errors.DataLossError if name != "a.npz" else Exception):
            found = arrays.load(str(tmp_path / name))
            found["x"]
    assert not os.path.exists(Evil.target)
    np.save(tmp_path / "s.npy", np.array([[b"x", "y"]], dtype=object), allow_pickle=True)
    assert arrays.load(str(tmp_path / "s.npy")).tolist() == [[b"x", "y"]]


@pytest.mark.parametrize(
    "text",
    """__import__('os').system('true')|open('/etc/passwd')|np.load('x')|np.fromfile('x')|np.__dict__|np.ones.__globals__
    |().__class__.__bases__|(lambda: 1)()|[c for c in ().__class__.__mro__]|exec('1')|np.f2py|np.random.__loader__|f'{1!r}'
    |'%s' % np|'{0.__class__}'.format(1)|np.ctypeslib|np.array([1]).tofile('x')|np.array([1]).__array_interface__|1 +""".replace(
        "\n", ""
    ).split("|"),
)
def test_expressions_reach_nothing_but_arrays(text):
    with pytest.raises(expressions.ExpressionError):
        expressions.evaluate(text)


@pytest.mark.parametrize(
    "text",
    """np.ones((2, 3))|[[1], [2], [3]]|np.arange(6).reshape(2, 3).astype(np.float32) / 2|np.float32([1, 2]).tolist()
    |-np.eye(2) ** 2|{'a': [1.5, 'x']}|[[i * 2] for i in range(4) if i > 1]|np.array(['a', 'b'], dtype=object)[::-1]
    |np.where(np.arange(3) > 1, 1, 0)|np.concatenate([np.zeros([1, 2]), np.full([1, 2], np.pi)], axis=0)|3 if 1 < 2 else 4
    |np.arange(4)[:, np.newaxis][1:3]|b'x' * 3|(1, True, None, 2j)""".replace("\n", "").split("|"),
)
def test_expressions_give_what_python_gives(text):
    expected = eval(text.strip(), {"np": np})
    found = expressions.evaluate(text)
    assert type(found) is type(expected) and np.all(np.asarray(found == expected))


def test_the_command_and_the_module_of_1x_are_the_same(model):
    done = python("-m", "penstock", "saved-model", "show", "--dir", model)
    assert done.stdout.startswith("The given SavedModel contains"), done.stderr
    done = python("-m", "penstock", "run", "-m", "tensorflow.python.tools.saved_model_cli", "show", "--dir", model)
    assert done.stdout.startswith("The given SavedModel contains"), done.stderr


def test_what_is_printed_is_what_tensorflow_prints(model, run, peer, tmp_path):
    np.save(tmp_path / "x.npy", np.array([[1.0], [2.5]]))
    example = 'inputs=[{"id":[3],"a":[1.5]}]'
    commands = [
        ["show", "--dir", model, "--tag_set", "serve"],
        *(
            ["show", "--dir", model, "--tag_set", "serve", "--signature_def", k]
            for k in ("classify", "two", "x1_x2_to_y")
        ),
        [*"run --tag_set serve --signature_def two --inputs".split(), f"x={tmp_path}/x.npy", "--dir", model],
        [
            *"run --tag_set serve --signature_def x1_x2_to_y --input_exprs".split(),
            "x1=[[1.0]];x2=[[-3.5]]",
            "--dir",
            model,
        ],
        [
            *"run --tag_set serve --signature_def classify --input_examples".split(),
            example,
            "--dir",
            model,
        ],
    ]
    theirs = peer.run(
        """
        import argparse, contextlib, io
        from tensorflow.python.tools import saved_model_cli as cli
        parser = argparse.ArgumentParser()
        parser.add_argument("command")
        for flag in ("dir", "tag_set", "signature_def", "inputs", "input_exprs", "input_examples"):
            parser.add_argument("--" + flag, default="")
        result = {"texts": []}
        for command in commands:
            # Its own parser reads flags of the process, of which there is one set: its functions are called instead.
            a = parser.parse_args(command)
            with contextlib.redirect_stdout(io.StringIO()) as out, tf.Graph().as_default():
                if a.command == "run":
                    values = cli.load_inputs_from_input_arg_string(a.inputs, a.input_exprs, a.input_examples)
                    cli.run_saved_model_with_feed_dict(a.dir, a.tag_set, a.signature_def, values, None, False)
                elif a.signature_def:
                    cli._show_inputs_outputs(a.dir, a.tag_set, a.signature_def)
                else:
                    cli._show_signature_def_map_keys(a.dir, a.tag_set)
            result["texts"].append(out.getvalue())
        """,
        commands=commands,
    )["texts"]
    for command, expected in zip(commands, theirs):
        found = [line.strip() for line in run(*command)[1].splitlines()]
        assert found == [line.strip() for line in expected.splitlines()], command
