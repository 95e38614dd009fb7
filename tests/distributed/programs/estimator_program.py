"""A model trained by `train_and_evaluate` with the cluster of TF_CONFIG; runs on Penstock and on TensorFlow 1.15.

Usage: estimator_program.py FOLDER STEPS
Each task prints one line of JSON with what it saw.
"""

import json
import os
import sys
import time

import numpy as np
import tensorflow as tf

task = json.loads(os.environ["TF_CONFIG"])["task"]


def data(rows):
    rng = np.random.RandomState(0)
    x = rng.rand(64, 3).astype(np.float32)
    y = (x.sum(axis=1) > 1.5).astype(np.int32)
    return tf.data.Dataset.from_tensor_slices(({"x": x}, y)).repeat().batch(rows)


def wait_for(path):
    while not os.path.exists(path):
        time.sleep(0.05)


class Seen(tf.train.SessionRunHook):
    """Remembers where the variables are, and how many steps this task did.

    The chief trains when the worker is there: one that comes after the last checkpoint rightly does nothing. The worker asks for
    a session when the chief has one: if it asks earlier, it sleeps for 30 seconds before it asks again.
    """

    def __init__(self, marks):
        self.worker, self.ready = marks + ".worker", marks + ".ready"

    def begin(self):
        self.devices = sorted({v.device for v in tf.global_variables()})
        self.steps = 0
        if task["type"] == "worker":
            open(self.worker, "w").close()
            wait_for(self.ready)

    def after_create_session(self, session, coord):
        if task["type"] == "chief":
            open(self.ready, "w").close()
            wait_for(self.worker)

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(tf.train.get_global_step())

    def after_run(self, run_context, run_values):
        self.steps += 1


def evaluated(folder):
    """The steps of which there are metrics."""
    for name in os.listdir(folder):
        for event in tf.train.summary_iterator(os.path.join(folder, name)):
            if event.HasField("summary"):
                yield event.step


def main(folder, steps):
    config = tf.estimator.RunConfig(
        model_dir=folder, save_checkpoints_steps=steps // 2, experimental_max_worker_delay_secs=0, tf_random_seed=1
    )
    model = tf.estimator.DNNClassifier(
        [8], [tf.feature_column.numeric_column("x", [3])], optimizer=tf.train.AdagradOptimizer(0.1), config=config
    )
    seen = Seen(folder)
    train = tf.estimator.TrainSpec(lambda: data(16), max_steps=steps, hooks=[seen])
    evaluate = tf.estimator.EvalSpec(lambda: data(64), steps=1, start_delay_secs=0, throttle_secs=1)
    tf.estimator.train_and_evaluate(model, train, evaluate)
    found = {"task": task["type"], "chief": config.is_chief, "master": bool(config.master)}
    found["replicas"] = config.num_worker_replicas
    if task["type"] == "evaluator":
        found["evaluated"] = max(evaluated(model.eval_dir()))
    else:
        found.update(devices=seen.devices, worked=seen.steps > 0)
    if config.is_chief:
        found["variables"] = {n: list(s) for n, s in tf.train.list_variables(folder)}
        found["shards"] = sorted(f for f in os.listdir(folder) if f.startswith("model.ckpt-%d" % steps))
    print("FOUND " + json.dumps(found, sort_keys=True))
    sys.stdout.flush()


if __name__ == "__main__":
    tf.logging.set_verbosity(tf.logging.ERROR)
    main(sys.argv[1], int(sys.argv[2]))
