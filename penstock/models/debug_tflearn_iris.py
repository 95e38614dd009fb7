"""An Estimator whose runs are debugged by a hook, in training, evaluation and prediction."""

import sys
import tempfile

import tensorflow as tf
from tensorflow.python import debug as tf_debug

from penstock.models import debugging, refuse_unknown_flags


def main(argv):
    refuse_unknown_flags(argv)

    def inputs(count):
        # Random numbers do: this is about the debugger, not about flowers.
        features = tf.random_normal([count, 4])
        return {"features": features}, tf.random_uniform([count], minval=0, maxval=3, dtype=tf.int32)

    classifier = tf.estimator.DNNClassifier(
        feature_columns=[tf.feature_column.numeric_column("features", shape=(4,))],
        hidden_units=[10, 20, 10],
        n_classes=3,
        model_dir=options.model_dir or tempfile.mkdtemp(prefix="debug_tflearn_iris_"),
    )
    debugging.check(options)
    hooks = []
    if options.debug:
        path = debugging.config_file_path(options)
        hooks = [tf_debug.LocalCLIDebugHook(options.ui_type, options.dump_root, config_file_path=path)]
    elif options.tensorboard_debug_address:
        hooks = [tf_debug.TensorBoardDebugHook(options.tensorboard_debug_address)]
    classifier.train(lambda: inputs(128), steps=options.train_steps, hooks=hooks)
    scores = classifier.evaluate(lambda: inputs(32), steps=options.eval_steps, hooks=hooks)
    print("After training %d steps, Accuracy = %f" % (options.train_steps, scores["accuracy"]))
    print("A prediction result: %s" % next(classifier.predict(lambda: inputs(32), hooks=hooks)))


if __name__ == "__main__":
    flags = debugging.parser(dump_root=True)
    flags.add_argument("--data_dir", default="", help="Has no effect: the data are random numbers.")
    flags.add_argument("--model_dir", default="", help="Where checkpoints go.")
    flags.add_argument("--train_steps", type=int, default=10, help="How many steps to train.")
    flags.add_argument("--eval_steps", type=int, default=1, help="How many steps to evaluate.")
    options, rest = flags.parse_known_args()
    tf.app.run(main=main, argv=[sys.argv[0], *rest])
