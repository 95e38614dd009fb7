"""MAML: gradients through an inner loop of gradient steps, tasks by map_fn, clipping; second order as in the paper."""

import json

import numpy as np
import tensorflow as tf
from tensorflow.python.platform import flags

FLAGS = flags.FLAGS
flags.DEFINE_float("update_lr", 0.05, "step size alpha for inner gradient update.")
flags.DEFINE_float("meta_lr", 0.01, "the base learning rate of the generator")
flags.DEFINE_integer("num_updates", 2, "number of inner gradient updates during training.")
flags.DEFINE_bool("stop_grad", False, "if True, do not use second derivatives in meta-optimization (for speed)")


class MAML:
    def __init__(self, dim_hidden=(12, 12)):
        self.dim_hidden = dim_hidden
        self.inputa, self.inputb = tf.placeholder(tf.float32, [4, 5, 1]), tf.placeholder(tf.float32, [4, 5, 1])
        self.labela, self.labelb = tf.placeholder(tf.float32, [4, 5, 1]), tf.placeholder(tf.float32, [4, 5, 1])
        self.meta_lr = tf.placeholder_with_default(FLAGS.meta_lr, ())

    def construct_fc_weights(self):
        weights, last = {}, 1
        for i, n in enumerate(self.dim_hidden):
            weights["w%d" % (i + 1)] = tf.Variable(tf.truncated_normal([last, n], stddev=0.5))
            weights["b%d" % (i + 1)] = tf.Variable(tf.zeros([n]))
            last = n
        weights["w3"] = tf.Variable(tf.truncated_normal([last, 1], stddev=0.5))
        weights["b3"] = tf.Variable(tf.zeros([1]))
        return weights

    def forward_fc(self, inp, weights):
        hidden = tf.nn.tanh(tf.matmul(inp, weights["w1"]) + weights["b1"])
        hidden = tf.nn.tanh(tf.matmul(hidden, weights["w2"]) + weights["b2"])
        return tf.matmul(hidden, weights["w3"]) + weights["b3"]

    def loss_func(self, pred, label):
        return tf.reduce_mean(tf.square(tf.reshape(pred, [-1]) - tf.reshape(label, [-1])))

    def construct_model(self, prefix="metatrain_"):
        with tf.variable_scope("model", reuse=None):
            self.weights = weights = self.construct_fc_weights()

            def task_metalearn(inp):
                inputa, inputb, labela, labelb = inp
                task_outputbs, task_lossesb = [], []
                task_lossa = self.loss_func(self.forward_fc(inputa, weights), labela)
                grads = tf.gradients(task_lossa, list(weights.values()))
                if FLAGS.stop_grad:
                    grads = [tf.stop_gradient(grad) for grad in grads]
                gradients = dict(zip(weights.keys(), grads))
                fast_weights = {key: weights[key] - FLAGS.update_lr * gradients[key] for key in weights}
                for j in range(FLAGS.num_updates):
                    if j:
                        loss = self.loss_func(self.forward_fc(inputa, fast_weights), labela)
                        grads = tf.gradients(loss, list(fast_weights.values()))
                        gradients = dict(zip(fast_weights.keys(), grads))
                        fast_weights = {k: fast_weights[k] - FLAGS.update_lr * gradients[k] for k in fast_weights}
                    output = self.forward_fc(inputb, fast_weights)
                    task_outputbs.append(output)
                    task_lossesb.append(self.loss_func(output, labelb))
                return [task_outputbs, task_lossa, task_lossesb]

            out_dtype = [[tf.float32] * FLAGS.num_updates, tf.float32, [tf.float32] * FLAGS.num_updates]
            inputs = (self.inputa, self.inputb, self.labela, self.labelb)
            _, lossesa, lossesb = tf.map_fn(task_metalearn, elems=inputs, dtype=out_dtype, parallel_iterations=4)
        self.total_loss1 = tf.reduce_sum(lossesa) / 4.0
        self.total_losses2 = [tf.reduce_sum(lossesb[j]) / 4.0 for j in range(FLAGS.num_updates)]
        optimizer = tf.train.AdamOptimizer(self.meta_lr)
        self.gvs = gvs = optimizer.compute_gradients(self.total_losses2[-1])
        self.metatrain_op = optimizer.apply_gradients([(tf.clip_by_value(g, -10, 10), v) for g, v in gvs])
        tf.summary.scalar(prefix + "Pre-update loss", self.total_loss1)


def main():
    FLAGS.is_parsed() or FLAGS(["maml"])
    tf.set_random_seed(5)
    random = np.random.RandomState(0)
    model = MAML()
    model.construct_model()
    summ = tf.summary.merge_all()
    before, after, norms = [], [], []
    with tf.Session() as sess:
        tf.global_variables_initializer().run()
        for _ in range(12):
            amplitude, phase = random.uniform(0.5, 2, [4, 1, 1]), random.uniform(0, np.pi, [4, 1, 1])
            x = random.uniform(-3, 3, [4, 10, 1])
            y = amplitude * np.sin(x - phase)
            feed = {model.inputa: x[:, :5], model.inputb: x[:, 5:], model.labela: y[:, :5], model.labelb: y[:, 5:]}
            _, text, l1, l2, g = sess.run(
                [model.metatrain_op, summ, model.total_loss1, model.total_losses2, model.gvs[0][0]], feed
            )
            before.append(float(l1))
            after.append([float(v) for v in l2])
            norms.append(float(np.abs(g).sum()))
    print(json.dumps({
        "before": before, "after": after, "norms": norms, "tags": [v.tag for v in tf.Summary.FromString(text).value],
    }))  # fmt: skip


if __name__ == "__main__":
    main()
