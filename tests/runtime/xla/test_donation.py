"""A program writes the new value of a variable where the old one was: each over its own."""

import re

import numpy as np

import penstock as tf
from penstock.runtime.xla import compile as compiler


def test_each_variable_and_slot_meets_its_own_new_value(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    programs = []
    start = compiler.Program.__init__

    def noted(self, *args):
        start(self, *args)
        programs.append(self)

    monkeypatch.setattr(compiler.Program, "__init__", noted)
    with tf.Graph().as_default(), tf.Session() as sess:
        weights = [tf.Variable(np.full((16, 16), i + 1, np.float32)) for i in range(3)]  # slots too
        loss = tf.reduce_sum(tf.matmul(tf.matmul(weights[0], weights[1]), weights[2]) ** 2)
        step = tf.train.AdamOptimizer(0.1).minimize(loss)
        sess.run(tf.global_variables_initializer())
        programs.clear()
        for _ in range(3):
            sess.run(step)
    (program,) = programs
    assert len(program.donated) == 11  # three variables with two slots each, two powers
    pairs = re.findall(r"\{(\d+)\}: \((\d+), \{\}", program.executable.as_text().split("entry_computation_layout")[0])
    assert {(int(a), int(r)) for r, a in pairs} == {(argument, number) for argument, _, number, _ in program.donated}
