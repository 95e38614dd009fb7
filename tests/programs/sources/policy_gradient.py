"""A policy that is sampled by tf.multinomial and by tf.distributions, and trained by gradients that are summed outside."""

import json

import numpy as np
import tensorflow as tf

slim = tf.contrib.slim
tf.set_random_seed(2)
random = np.random.RandomState(5)
state_in = tf.placeholder(shape=[None, 4], dtype=tf.float32)
hidden = slim.fully_connected(state_in, 8, biases_initializer=None, activation_fn=tf.nn.relu)
logits = slim.fully_connected(hidden, 3, biases_initializer=None, activation_fn=None)
output = tf.nn.softmax(logits)
sampled = tf.squeeze(tf.multinomial(logits, 1), [1])
distribution = tf.distributions.Categorical(logits=logits)
also_sampled = distribution.sample(seed=4)
reward, action = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.int32, [None])
indices = tf.range(0, tf.shape(output)[0]) * tf.shape(output)[1] + action
responsible = tf.gather(tf.reshape(output, [-1]), indices)
loss = -tf.reduce_mean(tf.log(responsible) * reward) - 0.01 * tf.reduce_mean(distribution.entropy())
variables = tf.trainable_variables()
holders = [tf.placeholder(tf.float32, name="%d_holder" % i) for i in range(len(variables))]
gradients = tf.gradients(loss, variables)
update = tf.train.AdamOptimizer(1e-2).apply_gradients(zip(holders, variables))
losses, actions, others = [], [], []
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sums = [v * 0 for v in sess.run(variables)]
    for episode in range(12):
        states, taken, rewards = random.rand(8, 4), [], []
        for state in states:
            one, other = sess.run([sampled, also_sampled], {state_in: [state]})
            taken.append(int(one[0]))
            others.append(int(other[0]))
            rewards.append(state[taken[-1]])
        actions += taken
        returns = [sum(0.99**k * r for k, r in enumerate(rewards[i:])) for i in range(8)]
        found, one = sess.run([gradients, loss], {state_in: states, action: taken, reward: returns})
        losses.append(float(one))
        sums = [a + b for a, b in zip(sums, found)]
        if episode % 3 == 2:
            sess.run(update, dict(zip(holders, sums)))
            sums = [a * 0 for a in sums]
print(json.dumps({"losses": losses, "actions": actions, "others": others}))
