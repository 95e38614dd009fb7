"""The operations of the word2vec tutorial: built, loaded, trained, and compared with TensorFlow 1.15.5."""

import json
import pathlib

import numpy as np

import penstock as tf

from . import word2vec_training

RECORDED = json.loads((pathlib.Path(__file__).parent / "recorded_word2vec.json").read_text())


def test_training_gives_the_vectors_of_tensorflow(built, tmp_path):
    m = tf.load_op_library(built("word2vec"))
    ours = word2vec_training.train(tf, m, str(tmp_path / "text"), steps=150)
    for name in ("vocabulary", "frequency", "progress"):
        assert ours[name] == RECORDED[name]
    np.testing.assert_allclose(ours["early"], RECORDED["early"], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(ours["vectors"], RECORDED["vectors"], rtol=1e-3, atol=1e-4)  # 150 steps of float32
    vectors = np.array(ours["vectors"])[1:]
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    german = np.array([w in ("ein", "und", "der", "wort", "satz") for w in ours["vocabulary"][1:]])
    alike = vectors @ vectors.T
    assert alike[german][:, german].mean() > alike[german][:, ~german].mean() + 0.5
