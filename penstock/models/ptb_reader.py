"""The words of the Penn Treebank as numbers, and batches of them through a queue.

Reads ptb.train.txt, ptb.valid.txt and ptb.test.txt (Mikolov's "simple-examples"). Without them, "Alice's Adventures in
Wonderland" takes their place, brought into the same form: one sentence a line, lower case, no punctuation, words that
occur only once are <unk>. Used by `ptb_word_lm.py`; this file is not run.
"""

import collections
import os
import re

import tensorflow as tf

ALICE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "alice.txt")


def _alice():
    """The book as (train, valid, test): of every ten sentences in turn, eight, one and one."""
    with tf.gfile.GFile(ALICE) as f:
        text = re.sub(r"CHAPTER [IVX]+\..*", "", f.read()).lower()
    sentences = [re.findall(r"[a-z]+(?:'[a-z]+)?", s) for s in re.split(r"[.!?;:]+|\n\n+", text)]
    sentences = [s for s in sentences if s]
    counts = collections.Counter(word for s in sentences for word in s)
    lines = [" ".join(w if counts[w] > 1 else "<unk>" for w in s) for s in sentences]
    # In blocks of twenty, so that most sentences still follow the one they follow in the book.
    parts = {"train": [], "valid": [], "test": []}
    for start in range(0, len(lines), 20):
        name = {8: "valid", 9: "test"}.get(start // 20 % 10, "train")
        parts[name] += lines[start : start + 20]
    return [" " + " \n ".join(parts[name]) + " \n" for name in ("train", "valid", "test")]


def _words(text):
    return text.replace("\n", "<eos>").split()


def raw_data(data_path=None):
    """Three lists of word numbers (train, valid, test), and the size of the vocabulary."""
    names = [os.path.join(data_path or "", "ptb.%s.txt" % part) for part in ("train", "valid", "test")]
    if data_path and all(tf.gfile.Exists(name) for name in names):
        texts = []
        for name in names:
            with tf.gfile.GFile(name) as f:
                texts.append(f.read())
    else:
        print("No ptb.*.txt in --data_path: using 'Alice's Adventures in Wonderland'.")
        texts = _alice()
    counts = collections.Counter(_words(texts[0]))
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ids = {word: i for i, (word, _) in enumerate(ranked)}
    return [[ids[w] for w in _words(text) if w in ids] for text in texts], len(ids)


def producer(data, batch_size, num_steps, name):
    """The next (inputs, targets), each [batch_size, num_steps]: targets are the inputs moved on by one word.

    The text is cut into batch_size pieces, which stand below each other; a queue of positions moves along them.
    """
    with tf.name_scope(name):
        batch_len = len(data) // batch_size
        epoch_size = (batch_len - 1) // num_steps
        assert epoch_size > 0, "the text is too short: decrease batch_size or num_steps"
        rows = tf.reshape(tf.constant(data[: batch_size * batch_len], tf.int32), [batch_size, batch_len])
        i = tf.train.range_input_producer(epoch_size, shuffle=False).dequeue()
        x = tf.slice(rows, [0, i * num_steps], [batch_size, num_steps])
        y = tf.slice(rows, [0, i * num_steps + 1], [batch_size, num_steps])
        x.set_shape([batch_size, num_steps])
        y.set_shape([batch_size, num_steps])
        return x, y, epoch_size
