"""Sentences as lists of word numbers, sorted into buckets: what `translate.py` trains on.

Reads FOLDER/train.en and .fr, dev.en and .fr: a sentence a line, as in WMT's files. If they are missing, the sentences
of `make_phrases.py` are written there first. This file is not run.
"""

import collections
import os
import re

import tensorflow as tf

from penstock.models import make_phrases

PAD_ID, GO_ID, EOS_ID, UNK_ID = range(4)
START_VOCAB = ["_PAD", "_GO", "_EOS", "_UNK"]

# A pair of sentences goes to the smallest bucket that holds both (lengths in English and in French).
BUCKETS = [(5, 7), (8, 10), (12, 15), (20, 25)]


def basic_tokenizer(sentence):
    """The words and the marks of a sentence."""
    return re.findall(r"[\w'-]+|[^\w\s]", sentence.lower())


def prepare(folder, sizes=(6000, 300)):
    """Makes sure that there are sentences in the folder."""
    tf.gfile.MakeDirs(folder)
    for part, size, seed in (("train", sizes[0], 1), ("dev", sizes[1], 2)):
        paths = [os.path.join(folder, part + "." + language) for language in ("en", "fr")]
        if not all(tf.gfile.Exists(path) for path in paths):
            pairs = make_phrases.corpus(size, seed)
            for path, sentences in zip(paths, zip(*pairs)):
                with tf.gfile.GFile(path, "w") as f:
                    f.write("\n".join(sentences) + "\n")


def _lines(folder, part, language):
    with tf.gfile.GFile(os.path.join(folder, part + "." + language)) as f:
        return f.read().splitlines()


def vocabulary(folder, language, max_size):
    """The most frequent words of the training sentences, kept in FOLDER/vocab<max_size>.<language>."""
    path = os.path.join(folder, "vocab%d.%s" % (max_size, language))
    if not tf.gfile.Exists(path):
        counts = collections.Counter()
        for line in _lines(folder, "train", language):
            counts.update(basic_tokenizer(line))
        words = START_VOCAB + sorted(counts, key=lambda word: (-counts[word], word))
        with tf.gfile.GFile(path, "w") as f:
            f.write("\n".join(words[:max_size]) + "\n")
    with tf.gfile.GFile(path) as f:
        return f.read().splitlines()


def ids(sentence, numbers):
    """The numbers of a sentence's words."""
    return [numbers.get(word, UNK_ID) for word in basic_tokenizer(sentence)]


def bucketed(folder, part, en_numbers, fr_numbers):
    """For each bucket the pairs (English, French and EOS) of word numbers; pairs that fit in none are left out."""
    data = [[] for _ in BUCKETS]
    for en, fr in zip(_lines(folder, part, "en"), _lines(folder, part, "fr")):
        source, target = ids(en, en_numbers), ids(fr, fr_numbers) + [EOS_ID]
        for pairs, (source_size, target_size) in zip(data, BUCKETS):
            if len(source) <= source_size and len(target) < target_size:
                pairs.append((source, target))
                break
    return data
