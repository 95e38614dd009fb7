"""Each program of examples/ runs with `penstock run` in a small setting, and learns something."""

import os
import re
import struct

import numpy as np
import pytest
from PIL import Image

from tests.subprocesses import ROOT, python

EXAMPLES = ROOT / "examples"


def penstock_run(name: str, *flags: str, cwd: object) -> str:
    """What an example prints; it works in a folder of its own."""
    done = python("-m", "penstock", "run", EXAMPLES / f"{name}.py", *flags, cwd=cwd)
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
    import penstock as tf

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
    text = penstock_run("retrain", "--how_many_training_steps=150", cwd=folder)
    assert "99 training bottlenecks, 0 of them from files" in text
    losses = numbers(r"Cross entropy = ([\d.]+)", text)
    assert losses[-1] < losses[0] * 0.8
    assert numbers(r"Final test accuracy = ([\d.]+)%", text)[0] > 45  # chance: 33

    again = penstock_run("retrain", "--how_many_training_steps=1", "--output_dir=again", cwd=folder)
    assert "99 training bottlenecks, 99 of them from files" in again
    picture = folder / "examples_out" / "retrain" / "pictures" / "digit 8" / "001.png"
    text = penstock_run("classify_image", f"--image_file={picture}", "--model_dir=examples_out/retrain", cwd=folder)
    scores = numbers(r"digit [789] \(score = ([\d.]+)\)", text)
    assert len(scores) == 3 and scores == sorted(scores, reverse=True) and sum(scores) == pytest.approx(1, abs=1e-4)
