"""Trains until a file FOLDER/enough is there, whatever happens to the tasks. The chief prints the steps and what was counted.

Each worker also counts by itself, and writes FOLDER/twice if a step of its own was applied twice: the next has the next number,
or an earlier one after a checkpoint was restored (which may hold a step of another worker than the chief that it does not know).

Usage: killed_program.py FOLDER
"""

import json
import os
import sys
import time

import tensorflow as tf

config = json.loads(os.environ["TF_CONFIG"])
cluster, job, task = config["cluster"], config["task"]["type"], config["task"]["index"]


def main(folder):
    server = tf.train.Server(cluster, job_name=job, task_index=task)
    if job == "ps":
        server.join()
    with tf.device(tf.train.replica_device_setter(cluster=cluster, worker_device="/job:worker/task:%d" % task)):
        step = tf.train.get_or_create_global_step()
        counts = []
        for i in range(len(cluster["worker"])):
            counts.append(tf.get_variable("count_%d" % i, [], tf.int64, initializer=tf.zeros_initializer()))
        counted = tf.assign_add(counts[task], 1, use_locking=True)
        train = tf.group(tf.assign_add(step, 1), counted)
    with tf.train.MonitoredTrainingSession(
        master=server.target,
        is_chief=task == 0,
        checkpoint_dir=os.path.join(folder, "model"),
        save_checkpoint_steps=20,
        save_summaries_steps=None,
        log_step_count_steps=None,
        config=tf.ConfigProto(operation_timeout_in_ms=20000),
    ) as sess:
        last = None
        while not os.path.exists(os.path.join(folder, "enough")):
            number = int(sess.run([counted, train])[0])
            if last is not None and number > last + 1 + (task > 0):
                with open(os.path.join(folder, "twice"), "w") as file:
                    file.write("step %d of worker %d was followed by step %d" % (last, task, number))
            last = number
            time.sleep(0.005)
        steps, counted = sess.run([step, counts])
        print("FOUND " + json.dumps([int(steps), int(sum(counted))]))
        sys.stdout.flush()


if __name__ == "__main__":
    tf.logging.set_verbosity(tf.logging.ERROR)
    main(sys.argv[1])
