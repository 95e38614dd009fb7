"""A language model: an LSTM that tells the next word (Zaremba et al., 2014, "Recurrent neural network regularization").

--model=small, medium or large on the Penn Treebank in --data_path; --model=alice (the default) is of a size for the
book that ships. Prints perplexities: e to the mean loss of a word, about the number of words it wavers between.
"""

import time

import numpy as np
import tensorflow as tf
from tensorflow.models.rnn.ptb import reader

from penstock.models import refuse_unknown_flags

flags = tf.app.flags
flags.DEFINE_string("model", "alice", "Which configuration: alice, small, medium, large.")
flags.DEFINE_string("data_path", None, "Folder with ptb.train.txt, ptb.valid.txt and ptb.test.txt, if you have them.")
flags.DEFINE_string("save_path", None, "Where checkpoints go; none are written without it.")
flags.DEFINE_integer("epochs", 0, "How often to go through the text, instead of as often as the configuration says.")
flags.DEFINE_integer("hidden_size", 0, "Units in a layer, instead of the configuration's.")
FLAGS = flags.FLAGS


class Config:
    """What a model is like, and how it is trained."""

    def __init__(self, **values):
        self.init_scale = 0.1  # the largest initial weight
        self.learning_rate = 1.0
        self.max_grad_norm = 5
        self.num_layers = 2
        self.num_steps = 20  # how far the gradient goes back
        self.hidden_size = 200
        self.max_epoch = 4  # with the whole learning rate
        self.max_max_epoch = 13
        self.keep_prob = 1.0
        self.lr_decay = 0.5
        self.batch_size = 20
        self.__dict__.update(values)


CONFIGS = {
    "alice": dict(hidden_size=128, num_layers=1, num_steps=15, max_epoch=6, max_max_epoch=10, keep_prob=0.6),
    "small": dict(),
    "medium": dict(
        init_scale=0.05, num_steps=35, hidden_size=650, max_epoch=6, max_max_epoch=39, keep_prob=0.5, lr_decay=0.8
    ),
    "large": dict(
        init_scale=0.04,
        max_grad_norm=10,
        num_steps=35,
        hidden_size=1500,
        max_epoch=14,
        max_max_epoch=55,
        keep_prob=0.35,
        lr_decay=1 / 1.15,
    ),
}


class Model:
    """The graph of one use of the network (training, validation, test); the variables are shared."""

    def __init__(self, config, data, vocab_size, is_training, name):
        self.inputs, self.targets, self.epoch_size = reader.producer(
            data, config.batch_size, config.num_steps, name + "_input"
        )
        keep = config.keep_prob if is_training else 1.0

        with tf.device("/cpu:0"):
            embedding = tf.get_variable("embedding", [vocab_size, config.hidden_size])
            inputs = tf.nn.dropout(tf.nn.embedding_lookup(embedding, self.inputs), keep)

        def layer():
            cell = tf.nn.rnn_cell.BasicLSTMCell(config.hidden_size, forget_bias=0.0, state_is_tuple=True)
            return tf.nn.rnn_cell.DropoutWrapper(cell, output_keep_prob=keep)

        cell = tf.nn.rnn_cell.MultiRNNCell([layer() for _ in range(config.num_layers)])
        self.initial_state = cell.zero_state(config.batch_size, tf.float32)
        outputs, self.final_state = tf.nn.dynamic_rnn(cell, inputs, initial_state=self.initial_state)
        output = tf.reshape(outputs, [-1, config.hidden_size])
        softmax_w = tf.get_variable("softmax_w", [config.hidden_size, vocab_size])
        softmax_b = tf.get_variable("softmax_b", [vocab_size])
        logits = tf.matmul(output, softmax_w) + softmax_b
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.reshape(self.targets, [-1]), logits=logits)
        self.cost = tf.reduce_sum(losses) / config.batch_size
        self.num_steps, self.batch_size = config.num_steps, config.batch_size
        if not is_training:
            return

        self.lr = tf.Variable(0.0, trainable=False, name="learning_rate")
        self.new_lr = tf.placeholder(tf.float32, shape=[], name="new_learning_rate")
        self.lr_update = tf.assign(self.lr, self.new_lr)
        variables = tf.trainable_variables()
        gradients, _ = tf.clip_by_global_norm(tf.gradients(self.cost, variables), config.max_grad_norm)
        self.train_op = tf.train.GradientDescentOptimizer(self.lr).apply_gradients(
            zip(gradients, variables), global_step=tf.train.get_or_create_global_step()
        )


def run_epoch(session, model, train_op=None):
    """Goes through the text once, the state carried from batch to batch; returns the perplexity."""
    start_time = time.time()
    costs, iters = 0.0, 0
    state = session.run(model.initial_state)
    fetches = {"cost": model.cost, "state": model.final_state}
    if train_op is not None:
        fetches["train"] = train_op
    for step in range(model.epoch_size):
        feed_dict = {}
        for (c, h), value in zip(model.initial_state, state):
            feed_dict[c], feed_dict[h] = value.c, value.h
        values = session.run(fetches, feed_dict)
        state = values["state"]
        costs += values["cost"]
        iters += model.num_steps
        if train_op is not None and step % max(model.epoch_size // 4, 1) == 10:
            speed = iters * model.batch_size / (time.time() - start_time)
            done = (step + 1) / model.epoch_size
            print("%.3f perplexity: %.3f speed: %.0f wps" % (done, np.exp(costs / iters), speed))
    return np.exp(costs / iters)


def main(argv):
    refuse_unknown_flags(argv)
    if FLAGS.model not in CONFIGS:
        raise ValueError("--model is one of %s, not %r" % (", ".join(CONFIGS), FLAGS.model))
    (train_data, valid_data, test_data), vocab_size = reader.raw_data(FLAGS.data_path)
    print("%d words to train on, %d different" % (len(train_data), vocab_size))
    config = Config(**CONFIGS[FLAGS.model])
    if FLAGS.hidden_size:
        config.hidden_size = FLAGS.hidden_size
    eval_config = Config(**dict(config.__dict__, batch_size=1))
    valid_config = Config(**dict(config.__dict__, batch_size=5))

    with tf.Graph().as_default():
        tf.set_random_seed(1)
        initializer = tf.random_uniform_initializer(-config.init_scale, config.init_scale)
        models = {}
        for name, cfg, data in (
            ("Train", config, train_data),
            ("Valid", valid_config, valid_data),
            ("Test", eval_config, test_data),
        ):
            with tf.name_scope(name):
                with tf.variable_scope("Model", reuse=tf.AUTO_REUSE, initializer=initializer):
                    models[name] = Model(cfg, data, vocab_size, name == "Train", name)
        tf.summary.scalar("training_loss", models["Train"].cost)

        sv = tf.train.Supervisor(logdir=FLAGS.save_path)
        with sv.managed_session() as session:
            train = models["Train"]
            epochs = FLAGS.epochs or config.max_max_epoch
            for i in range(epochs):
                lr_decay = config.lr_decay ** max(i + 1 - config.max_epoch, 0.0)
                session.run(train.lr_update, {train.new_lr: config.learning_rate * lr_decay})
                print("Epoch: %d Learning rate: %.3f" % (i + 1, session.run(train.lr)))
                print("Epoch: %d Train Perplexity: %.3f" % (i + 1, run_epoch(session, train, train.train_op)))
                print("Epoch: %d Valid Perplexity: %.3f" % (i + 1, run_epoch(session, models["Valid"])))
            print("Test Perplexity: %.3f" % run_epoch(session, models["Test"]))
            if FLAGS.save_path:
                print("Saving model to %s." % FLAGS.save_path)
                sv.saver.save(session, sv.save_path, global_step=sv.global_step)


if __name__ == "__main__":
    tf.app.run()
