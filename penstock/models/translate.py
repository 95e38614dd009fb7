"""Translates English into French: trains `seq2seq_model.py`, then translates sentences it has not seen.

    penstock run -m tensorflow.models.rnn.translate.translate
    echo "she sees three green cats ." | penstock run -m tensorflow.models.rnn.translate.translate --decode

Uses the sentences in --data_dir (train.en, train.fr, dev.en, dev.fr), or makes some (see `make_phrases.py`).
"""

import math
import os
import random
import sys
import time

import tensorflow as tf
from tensorflow.models.rnn.translate import data_utils as data
from tensorflow.models.rnn.translate import seq2seq_model

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_float("learning_rate", 0.5, "Learning rate of Adagrad.")
flags.DEFINE_float("learning_rate_decay_factor", 0.9, "By which it falls when the loss does not.")
flags.DEFINE_float("max_gradient_norm", 5.0, "Longer gradients are shortened to this.")
flags.DEFINE_integer("batch_size", 32, "Pairs in a batch.")
flags.DEFINE_integer("size", 64, "Units of a layer (the tutorial's model for WMT: 1024).")
flags.DEFINE_integer("num_layers", 1, "Layers (3).")
flags.DEFINE_integer("num_samples", 64, "Words drawn for the sampled softmax (512).")
flags.DEFINE_integer("en_vocab_size", 200, "English words (40000).")
flags.DEFINE_integer("fr_vocab_size", 200, "French words (40000).")
flags.DEFINE_integer("max_steps", 800, "How many batches to train on.")
flags.DEFINE_integer("steps_per_checkpoint", 200, "Steps between two checkpoints, each with an evaluation.")
flags.DEFINE_integer("buckets", 2, "How many of the buckets to use; longer sentences are left out.")
flags.DEFINE_string("data_dir", "examples_out/translate_data", "Folder with the sentences.")
flags.DEFINE_string("train_dir", "examples_out/translate", "Where checkpoints go.")
flags.DEFINE_boolean("decode", False, "Whether to translate the lines of standard input.")
FLAGS = flags.FLAGS


def create_model(session, en_size, fr_size, forward_only):
    """The model with the newest checkpoint's values, or with fresh ones."""
    with tf.variable_scope("translate", reuse=tf.AUTO_REUSE):
        model = seq2seq_model.Seq2SeqModel(
            en_size,
            fr_size,
            data.BUCKETS[: FLAGS.buckets],
            FLAGS.size,
            FLAGS.num_layers,
            FLAGS.max_gradient_norm,
            FLAGS.batch_size,
            FLAGS.learning_rate,
            FLAGS.learning_rate_decay_factor,
            FLAGS.num_samples,
            forward_only,
        )
    checkpoint = tf.train.latest_checkpoint(FLAGS.train_dir)
    if checkpoint:
        print("Reading model parameters from %s" % checkpoint)
        # The optimizer's variables are in the checkpoint too, but the decoder has none.
        model.saver.restore(session, checkpoint)
    else:
        session.run(tf.global_variables_initializer())
    return model


def vocabularies():
    data.prepare(FLAGS.data_dir)
    en = data.vocabulary(FLAGS.data_dir, "en", FLAGS.en_vocab_size)
    fr = data.vocabulary(FLAGS.data_dir, "fr", FLAGS.fr_vocab_size)
    return en, fr


def numbers(vocabulary):
    return {word: i for i, word in enumerate(vocabulary)}


def perplexity(loss):
    return math.exp(loss) if loss < 300 else float("inf")


def train():
    en, fr = vocabularies()
    train_set, dev_set = [
        data.bucketed(FLAGS.data_dir, part, numbers(en), numbers(fr))[: FLAGS.buckets] for part in ("train", "dev")
    ]
    sizes = [len(pairs) for pairs in train_set]
    print("%d English and %d French words; pairs in the buckets: %s" % (len(en), len(fr), sizes))
    tf.gfile.MakeDirs(FLAGS.train_dir)
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.set_random_seed(1)
        model = create_model(sess, len(en), len(fr), forward_only=False)
        rng = random.Random(1)
        step_time, loss, previous_losses = 0.0, 0.0, []
        for step in range(1, FLAGS.max_steps + 1):
            start_time = time.time()
            bucket_id = rng.choices(range(len(sizes)), weights=sizes)[0]
            batch = model.get_batch(train_set[bucket_id], bucket_id)
            step_loss, _ = model.step(sess, batch, bucket_id, train=True)
            step_time += (time.time() - start_time) / FLAGS.steps_per_checkpoint
            loss += step_loss / FLAGS.steps_per_checkpoint
            if step % FLAGS.steps_per_checkpoint == 0:
                global_step, rate = sess.run([model.global_step, model.learning_rate])
                print(
                    "global step %d learning rate %.4f step-time %.3f perplexity %.2f"
                    % (global_step, rate, step_time, perplexity(loss))
                )
                if len(previous_losses) > 2 and loss > max(previous_losses[-3:]):
                    sess.run(model.learning_rate_decay_op)
                previous_losses.append(loss)
                model.saver.save(sess, os.path.join(FLAGS.train_dir, "translate.ckpt"), global_step=model.global_step)
                step_time, loss = 0.0, 0.0
                for bucket_id, pairs in enumerate(dev_set):
                    if pairs:
                        batch = model.get_batch(pairs, bucket_id)
                        eval_loss, _ = model.step(sess, batch, bucket_id, train=False)
                        print("  eval: bucket %d perplexity %.2f" % (bucket_id, perplexity(eval_loss)))
    translate_dev(en, fr, dev_set)


def translate_dev(en, fr, dev_set):
    """Translates the sentences of the dev set, and says how many come out word for word as the corpus has them."""
    with tf.Graph().as_default(), tf.Session() as sess:
        model = create_model(sess, len(en), len(fr), forward_only=True)
        right, total = 0, 0
        for bucket_id, pairs in enumerate(dev_set):
            if not pairs:
                continue
            _, outputs = model.step(sess, model.get_batch(pairs, bucket_id, choose=False), bucket_id, train=False)
            translated = seq2seq_model.words(outputs, fr)
            wanted = [" ".join(fr[i] for i in target[:-1]) for _, target in pairs]
            right += sum(a == b for a, b in zip(translated, wanted))
            total += len(pairs)
            for (source, _), text in list(zip(pairs, translated))[:3]:
                print("  %s -> %s" % (" ".join(en[i] for i in source), text))
        print("%d of %d unseen sentences translated exactly (%.3f)" % (right, total, right / max(total, 1)))


def decode():
    en, fr = vocabularies()
    with tf.Graph().as_default(), tf.Session() as sess:
        model = create_model(sess, len(en), len(fr), forward_only=True)
        for line in sys.stdin:
            source = data.ids(line, numbers(en))
            fitting = [i for i, (size, _) in enumerate(model.buckets) if len(source) <= size]
            if not fitting:
                print("too long: at most %d words" % model.buckets[-1][0])
                continue
            batch = model.get_batch([(source, [])], fitting[0], choose=False)
            _, outputs = model.step(sess, batch, fitting[0], train=False)
            print(seq2seq_model.words(outputs, fr)[0])


def main(argv):
    refuse_unknown_flags(argv)
    if FLAGS.decode:
        decode()
    else:
        train()


if __name__ == "__main__":
    tf.app.run()
