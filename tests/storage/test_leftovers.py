"""What a process that was killed while it saved has left is removed by the next that saves there; nothing else is."""

import os
import time

import penstock as tf


def test_a_save_removes_old_files_of_saves_that_were_killed(tmp_path):
    abandoned = [
        "model.ckpt-7.index.tempstate12345",
        "model.ckpt-7.data-00000-of-00001.tempstate99",
        "checkpoint.tempstate1",
    ]
    kept = ["model.ckpt-9.index.tempstate5", "notes.tempstate3", "model.ckpt-7.index", "my.tempstate.index"]
    for name in abandoned + kept:
        (tmp_path / name).write_bytes(b"half")
        if name != kept[0]:  # that one is being written
            os.utime(tmp_path / name, (time.time() - 7200, time.time() - 7200))
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.get_variable("v", initializer=1.0)
        sess.run(tf.global_variables_initializer())
        tf.train.Saver().save(sess, str(tmp_path / "model.ckpt"), global_step=8)
    left = {path.name for path in tmp_path.iterdir()}
    assert not left & set(abandoned) and left >= set(kept) | {"model.ckpt-8.index", "checkpoint"}
