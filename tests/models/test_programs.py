"""Each program of penstock/models runs in a small setting, started as 1.x's guides do, and learns something."""

import os
import re
import struct
import subprocess

import numpy as np
import pytest
from PIL import Image

import penstock as tf
from penstock.models import PROGRAMS
from tests.subprocesses import python

# Module here → the name under which 1.x had it.
OLD_NAMES = {module: f"tensorflow.{name}" for name, module in PROGRAMS.items()}


def start(name: str, *flags: str, cwd: object) -> subprocess.CompletedProcess:
    """Runs a program under its name in 1.x (its own, if it had none there), in a folder of its own."""
    module = f"penstock.models.{name}"
    return python("-m", "penstock", "run", "-m", OLD_NAMES.get(module, module), *flags, cwd=cwd)


def penstock_run(name: str, *flags: str, cwd: object) -> str:
    """What a program prints."""
    done = start(name, *flags, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def numbers(pattern: str, text: str) -> list[float]:
    """All numbers that the group of a pattern finds; there is at least one."""
    found = [float(n) for n in re.findall(pattern, text)]
    assert found, f"{pattern!r} is not in {text}"
    return found


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    """So few steps are over before compiling them has paid."""
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One folder for programs that take up what another has left."""
    return tmp_path_factory.mktemp("examples")


# --- MNIST ------------------------------------------------------------------------------------------------------------


def test_mnist_for_beginners_learns_a_softmax_regression(tmp_path):
    text = penstock_run("mnist_softmax", "--steps=200", cwd=tmp_path)
    losses = numbers(r"loss = ([\d.]+)", text)
    assert losses[0] == pytest.approx(np.log(10), abs=1e-3) and losses[-1] < 0.8
    assert numbers(r"test accuracy: ([\d.]+)", text)[0] > 0.83


def test_mnist_for_experts_learns_a_convolutional_network(tmp_path):
    text = penstock_run("mnist_deep", "--steps=40", cwd=tmp_path)
    assert numbers(r"test accuracy: ([\d.]+)", text)[0] > 0.5
    assert (tmp_path / "demo_out" / "export" / "saved_model.pb").exists()
    (log,) = os.listdir(tmp_path / "demo_out" / "log")
    tags = {e.tagged_run_metadata.tag for e in tf.train.summary_iterator(str(tmp_path / "demo_out" / "log" / log))}
    assert "a batch, traced" in tags


def test_mechanics_101_feeds_digits(tmp_path):
    text = penstock_run("fully_connected_feed", "--max_steps=301", "--batch_size=50", cwd=tmp_path)
    losses = numbers(r"loss = ([\d.]+)", text)
    assert losses[-1] < losses[0] / 2
    train, validation, test = numbers(r"Precision @ 1: ([\d.]+)", text)
    assert train > 0.85 and validation > 0.8 and test > 0.8
    left = os.listdir(tmp_path / "examples_out" / "fully_connected_feed")
    assert "checkpoint" in left and any("tfevents" in name for name in left)


def test_digits_go_through_record_files(tmp_path):
    assert "1000 examples" in penstock_run("convert_to_records", cwd=tmp_path)
    text = penstock_run("fully_connected_reader", "--num_epochs=10", cwd=tmp_path)
    assert "Done training for 10 epochs, 350 steps." in text
    assert numbers(r"Test precision @ 1: ([\d.]+) on 1000", text)[0] > 0.8


def test_summaries_of_mnist_are_in_two_event_files(tmp_path):
    text = penstock_run("mnist_with_summaries", "--max_steps=112", cwd=tmp_path)
    accuracies = numbers(r"Accuracy at step \d+: ([\d.]+)", text)
    assert accuracies[0] < 0.3 and accuracies[-1] > 0.8
    tags = set()
    for part in ("train", "test"):
        for summary in summaries(tmp_path / "examples_out" / "mnist_with_summaries" / part):
            tags |= {part + ":" + value.tag for value in summary.value}
    assert {"train:accuracy_1", "test:accuracy_1", "train:input/input/image/0", "test:layer1/activations"} <= tags


def summaries(path):
    for name in os.listdir(path):
        for event in tf.train.summary_iterator(str(path / name)):
            yield event.summary


# --- CIFAR-10 ---------------------------------------------------------------------------------------------------------

# Threads fill the queue that batches are drawn from, so no two trainings see the same ones, and a batch in between may
# do badly: what is asserted is about medians of many steps, and far from what chance can do.
SMALL_CIFAR = ("--batch_size=24", "--learning_rate=0.05")


def test_cifar10_trains_from_queues_and_is_evaluated_by_another_process_with_moving_averages(folder):
    text = penstock_run("cifar10_train", *SMALL_CIFAR, "--max_steps=201", "--log_frequency=1", cwd=folder)
    losses = numbers(r"loss = ([\d.]+)", text)
    assert len(losses) == 201 and np.median(losses[-50:]) < np.median(losses[:50]) - 0.15  # 11 runs: by 0.45 to 0.60
    data = folder / "examples_out" / "cifar10_data" / "cifar-10-batches-bin"
    assert (data / "data_batch_5.bin").stat().st_size == 800 * (1 + 32 * 32 * 3)
    text = penstock_run("cifar10_eval", *SMALL_CIFAR, cwd=folder)
    assert numbers(r"precision @ 1 = ([\d.]+) \(step 201\)", text)[0] > 0.25  # chance: 0.1; 11 runs: 0.64 to 0.72


def test_cifar10_trains_in_towers(folder, monkeypatch):
    monkeypatch.delenv("PENSTOCK_TIER")  # compiled, where towers share the variables' buffers
    small = ("--batch_size=16", "--learning_rate=0.1", "--max_steps=81", "--log_frequency=1", "--num_gpus=2")
    text = penstock_run("cifar10_multi_gpu_train", *small, cwd=folder)
    assert "device:CPU:0" in text and "device:CPU:1" in text
    losses = numbers(r"loss = ([\d.]+)", text)
    # In six runs the medians were 0.09 to 0.11 apart.
    assert len(losses) == 81 and np.median(losses[-30:]) < np.median(losses[:30]) - 0.02


# --- words ------------------------------------------------------------------------------------------------------------


def test_word2vec_learns_and_draws_a_map(tmp_path):
    text = penstock_run("word2vec_basic", "--steps=1500", "--plot=40", cwd=tmp_path)
    losses = numbers(r"Average loss at step \d+: ([\d.]+)", text)
    assert losses[-1] < losses[0] / 2
    assert "Nearest to alice:" in text
    with Image.open(tmp_path / "examples_out" / "word2vec" / "embedding.png") as image:
        assert image.size == (1100, 1100) and len(image.getcolors(1 << 20)) > 10


def test_the_language_model_reads_alice(tmp_path):
    text = penstock_run("ptb_word_lm", "--epochs=2", "--hidden_size=32", "--save_path=lm", cwd=tmp_path)
    first, second = numbers(r"Train Perplexity: ([\d.]+)", text)
    # 1,441 words: chance is a perplexity of 1,441, their frequencies alone give about 320.
    assert second < first < 700 and second < 330
    assert numbers(r"Test Perplexity: ([\d.]+)", text)[0] < 300
    assert (tmp_path / "lm" / "checkpoint").exists()


def test_the_language_model_reads_files_of_the_penn_treebank(tmp_path):
    for part in ("train", "valid", "test"):
        (tmp_path / f"ptb.{part}.txt").write_text(" the cat sat on the <unk> \n a dog ran \n" * 1000)
    text = penstock_run("ptb_word_lm", f"--data_path={tmp_path}", "--epochs=2", "--hidden_size=16", cwd=tmp_path)
    assert "11000 words to train on, 9 different" in text
    assert numbers(r"Test Perplexity: ([\d.]+)", text)[0] < 9


def test_translation_trains_and_decodes(tmp_path):
    small = ("--size=32", "--buckets=1", "--num_samples=32")
    text = penstock_run("translate", *small, "--max_steps=120", "--steps_per_checkpoint=40", cwd=tmp_path)
    perplexities = numbers(r"global step .* perplexity ([\d.]+)", text)
    assert perplexities[-1] < perplexities[0] / 3
    assert re.search(r"\d+ of 1\d\d unseen sentences translated exactly", text)


# --- estimators -------------------------------------------------------------------------------------------------------


def test_iris_flowers_are_told_apart(tmp_path):
    text = penstock_run("iris", "--steps=300", cwd=tmp_path)
    assert numbers(r"Test set accuracy: ([\d.]+)", text)[0] > 0.8
    assert text.count("Prediction is") == 3 and 'Prediction is "Setosa"' in text


def test_iris_flowers_are_told_apart_in_the_way_of_scikit_learn(tmp_path):
    text = penstock_run("iris_learn", "--steps=200", "--model_dir=model", cwd=tmp_path)
    assert numbers(r"Accuracy: ([\d.]+)", text)[-1] > 0.8
    assert "Predictions: [1 2]" in text


@pytest.mark.parametrize("model", ["wide", "wide_n_deep"])
def test_incomes_are_told_from_census_rows(folder, model):
    text = penstock_run("wide_n_deep_tutorial", f"--model_type={model}", "--train_steps=150", cwd=folder)
    accuracy, baseline = (numbers(rf"(?m)^accuracy{end}: ([\d.]+)", text)[0] for end in ("", "_baseline"))
    assert accuracy > baseline + 0.03
    assert numbers(r"auc: ([\d.]+)", text)[0] > 0.8


# --- pictures ---------------------------------------------------------------------------------------------------------


def test_mandelbrot_is_what_numpy_computes(tmp_path):
    text = penstock_run("mandelbrot", "--steps=30", "--grid=0.02", cwd=tmp_path)
    Y, X = np.mgrid[-1.3:1.3:0.02, -2:1:0.02]
    c = (X + 1j * Y).astype(np.complex64)
    z, inside = c.copy(), np.ones(c.shape, bool)
    with np.errstate(all="ignore"):
        for _ in range(30):
            z = z * z + c
            inside &= np.abs(z) < 4
    assert numbers(r"(\d+) points never left", text)[0] == pytest.approx(inside.sum(), abs=3)
    with Image.open(tmp_path / "examples_out" / "mandelbrot" / "mandelbrot.png") as image:
        pixels = np.asarray(image)
    assert pixels.shape == c.shape + (3,)
    assert np.mean((pixels.sum(2) == 0) == inside) > 0.999


def test_the_pond_has_waves_that_die_down(tmp_path):
    text = penstock_run("pde", "--size=60", "--drops=5", "--steps=200", "--picture_every=100", cwd=tmp_path)
    waves = numbers(r"highest wave ([\d.]+)", text)
    assert 0 < waves[1] < 1
    header = (tmp_path / "examples_out" / "pde" / "pond-0200.png").read_bytes()[:24]
    assert header[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", header[16:]) == (60, 60)


def test_inception_is_trained_frozen_used_and_retrained(folder):
    text = penstock_run("inception_train", "--steps=60", "--batch_size=25", "--classes=0,1,2,3", cwd=folder)
    assert numbers(r"test accuracy: ([\d.]+)", text)[0] > 0.4
    retrain = (
        "--model_dir=examples_out/inception",
        "--bottleneck_dir=b",
        "--output_graph=g.pb",
        "--output_labels=l.txt",
    )
    retrain += ("--summaries_dir=logs", "--learning_rate=0.05", "--eval_step_interval=50", "--testing_percentage=20")
    text = penstock_run("retrain", "--how_many_training_steps=150", *retrain, cwd=folder)
    assert "120 bottlenecks in b" in text
    losses = numbers(r"Cross entropy = ([\d.]+)", text)
    assert losses[-1] < losses[0] * 0.9
    assert numbers(r"Final test accuracy = ([\d.]+)%", text)[0] > 40  # chance: 33
    assert (folder / "logs" / "train").exists() and (folder / "b" / "digit 8" / "001.png.txt").exists()

    distort = (
        "--flip_left_right",
        "--random_crop=10",
        "--random_scale=10",
        "--random_brightness=10",
        "--train_batch_size=5",
    )
    text = penstock_run("retrain", "--how_many_training_steps=2", *retrain, *distort, cwd=folder)
    assert "bottlenecks in b" not in text and "Final test accuracy" in text
    picture = folder / "examples_out" / "retrain" / "pictures" / "digit 8" / "001.png"
    layer = ("--input_mean=127.5", "--input_std=127.5", "--output_layer=final_result")
    text = penstock_run("label_image", "--graph=g.pb", "--labels=l.txt", *layer, f"--image={picture}", cwd=folder)
    scores = numbers(r"digit [789] \([012]\): ([\d.]+)", text)
    assert len(scores) == 3 and scores == sorted(scores, reverse=True) and sum(scores) == pytest.approx(1, abs=1e-4)

    text = penstock_run("classify_image", f"--image_file={picture}", "--model_dir=examples_out/inception", cwd=folder)
    scores = numbers(r"the digit [0123] \(score = ([\d.]+)\)", text)
    assert len(scores) == 4 and scores == sorted(scores, reverse=True)


def test_label_image_runs_a_network_in_eight_bits_with_the_flags_of_2016(tmp_path):
    random = np.random.RandomState(0)
    pixels = random.randint(0, 256, (16, 16, 3)).astype(np.uint8)
    Image.fromarray(pixels).save(tmp_path / "picture.png")
    (tmp_path / "labels.txt").write_text("".join(f"thing {i}\n" for i in range(7)))
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [1, 16, 16, 3], name="Mul")
        h = tf.nn.relu(tf.nn.conv2d(x, tf.constant(random.randn(3, 3, 3, 12).astype("f")), [1, 2, 2, 1], "SAME"))
        h = tf.matmul(tf.reshape(h, [1, -1]), tf.constant(0.03 * random.randn(768, 7).astype("f")))
        tf.nn.softmax(h, name="softmax")
        tf.train.write_graph(graph, str(tmp_path), "float.pb", as_text=False)
    flags = ["--input=float.pb", "--output_node_names=softmax", "--output=eight.pb", "--mode=eightbit"]
    assert python("-m", "penstock", "quantize-graph", *flags, cwd=tmp_path).returncode == 0
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.import_graph_def(tf.GraphDef.FromString((tmp_path / "eight.pb").read_bytes()), name="")
        assert any(node.type == "QuantizedConv2D" for node in sess.graph.get_operations())
        scores = sess.run("softmax:0", {"Mul:0": (pixels[None].astype("f") - 128) / 128})[0]
    expected = "".join(f"thing {i} ({i}): {scores[i]:g}\n" for i in (-scores).argsort()[:5])

    both = ["--image=picture.png", "--labels=labels.txt", "--input_width=16", "--input_height=16"]
    old = ["--input_graph=eight.pb", "--mean_value=128", "--std_value=128"]
    old += ["--input_layer_name=Mul:0", "--output_layer_name=softmax:0"]
    new = ["--graph=eight.pb", "--input_mean=128", "--input_std=128", "--input_layer=Mul", "--output_layer=softmax"]
    for flags in (old, new):
        assert penstock_run("label_image", *both, *flags, cwd=tmp_path) == expected


# --- programs of the models directory ----------------------------------------------------------------------------------


def test_the_first_program_of_the_guide_tells_white_from_black(tmp_path):
    text = penstock_run("convolutional", "--self_test", cwd=tmp_path)
    assert text.startswith("Initialized!\nStep 0 (epoch 0.00)") and "Test error: 0.0%" in text
    assert "learning rate: 0.010000" in text


@pytest.mark.parametrize("name, rate", [("word2vec", 1), ("word2vec_optimized", 0.025)])
def test_word2vec_reads_a_text_with_threads_and_answers_analogies(name, rate, tmp_path):
    (tmp_path / "text").write_text("the king and the queen of the red country like a man and a woman of a town " * 60)
    (tmp_path / "questions").write_text(": family\nking queen man woman\nking queen boy girl\n")
    small = ("--train_data=text", "--eval_data=questions", "--save_path=out", "--embedding_size=16", "--subsample=0")
    many = ("--epochs_to_train=4", "--num_neg_samples=5", "--batch_size=50", f"--learning_rate={rate}")
    text = penstock_run(name, *small, *many, cwd=tmp_path)
    losses = numbers(r"loss = +([\d.]+)", text)
    assert losses[-1] < 6 * np.log(2) * 0.8  # where all start that know nothing
    assert "Questions:  1" in text and "Skipped:  1" in text and len(numbers(r"Eval +([01])/1 accuracy", text)) == 4
    assert (tmp_path / "out" / "checkpoint").exists() and "the 180\n" in (tmp_path / "out" / "vocab.txt").read_text()


@pytest.mark.parametrize("name", ["fully_connected_preloaded", "fully_connected_preloaded_var"])
def test_digits_are_preloaded(name, tmp_path):
    text = penstock_run(name, "--num_epochs=2", "--learning_rate=0.1", f"--train_dir={tmp_path}/out", cwd=tmp_path)
    assert "Done training for 2 epochs, 71 steps." in text  # one more batch is taken by the summary
    assert numbers(r"last batch: ([\d.]+)", text)[0] > 0.4
    assert (tmp_path / "out" / "checkpoint").exists()


@pytest.mark.parametrize(
    "name, flags, what",
    [
        (
            "retrain",
            ["--image_dir=pictures", "--model_dir=nowhere"],
            "There is no network nowhere/classify_image_graph_def.pb",
        ),
        ("retrain", ["--image_dir=nowhere"], "Image directory 'nowhere' not found: name it with --image_dir."),
        ("retrain", ["--how_many_trainig_steps=3"], "Unknown command line flag '--how_many_trainig_steps=3'"),
        ("classify_image", ["--model_dir=nowhere"], "There is no nowhere/classify_image_graph_def.pb."),
        ("word2vec", ["--train_data=nowhere"], "There is no text nowhere: name one with --train_data."),
        ("label_image", ["--graph=nowhere.pb"], "Failed to load --graph: there is no file 'nowhere.pb'."),
    ],
)
def test_what_is_missing_or_misspelled_is_said_in_one_line_without_a_traceback(name, flags, what, tmp_path):
    for label in ("cats", "dogs"):
        (tmp_path / "pictures" / label).mkdir(parents=True)
        (tmp_path / "pictures" / label / "one.jpg").write_bytes(b"")
    done = start(name, *flags, cwd=tmp_path)
    assert done.returncode == 1 and what in done.stderr and "Traceback" not in done.stderr


def test_every_program_refuses_flags_that_it_does_not_have():
    import penstock.models

    folder = os.path.dirname(penstock.models.__file__)
    for file in sorted(os.listdir(folder)):
        if file.endswith(".py"):
            with open(os.path.join(folder, file)) as f:
                source = f.read()
            assert "tf.app.run(" not in source or "    refuse_unknown_flags(argv)\n" in source, file


def test_every_name_of_1_x_has_its_program():
    import importlib.util

    for module in PROGRAMS.values():
        assert importlib.util.find_spec(module) is not None, module
