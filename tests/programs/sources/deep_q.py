"""Double, duelling Q-learning with a target network, replay, clipped gradients and RMSProp; actions by chance or by value."""

import collections
import json

import numpy as np
import tensorflow as tf

tf.set_random_seed(21)
random = np.random.RandomState(3)


def network(x, scope, reuse=None):
    layer = tf.contrib.layers.fully_connected
    with tf.variable_scope(scope, reuse=reuse):
        h = layer(layer(x, 16, activation_fn=tf.nn.relu), 16, activation_fn=tf.nn.relu)
        value, advantage = layer(h, 1, activation_fn=None), layer(h, 3, activation_fn=None)
        return value + (advantage - tf.reduce_mean(advantage, 1, keep_dims=True))


now, then = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 4])
action = tf.placeholder(tf.int32, [None])
reward, done = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.float32, [None])
q, target, q_then = network(now, "q"), network(then, "target"), network(then, "q", reuse=True)
taken = tf.reduce_sum(q * tf.one_hot(action, 3), 1)
best = tf.reduce_sum(target * tf.one_hot(tf.argmax(q_then, 1), 3), 1) * (1.0 - done)
error = taken - tf.stop_gradient(reward + 0.99 * best)
loss = tf.reduce_mean(tf.where(tf.abs(error) < 1.0, tf.square(error) * 0.5, tf.abs(error) - 0.5))
q_variables = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope="q")
target_variables = tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES, scope="target")
optimizer = tf.train.RMSPropOptimizer(1e-2, momentum=0.95, epsilon=0.01)
gradients = optimizer.compute_gradients(loss, var_list=q_variables)
train = optimizer.apply_gradients([(tf.clip_by_norm(g, 10), v) for g, v in gradients])
follow = tf.group(*[t.assign(0.9 * t + 0.1 * v) for v, t in zip(q_variables, target_variables)])
size = tf.stack([tf.shape(now)[0]])
any_action = tf.random_uniform(size, minval=0, maxval=3, dtype=tf.int64)
explores = tf.random_uniform(size, minval=0, maxval=1) < 0.2
act = tf.where(explores, any_action, tf.argmax(q, axis=1))
memory, losses, actions = collections.deque(maxlen=200), [], []
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run([t.assign(v) for v, t in zip(q_variables, target_variables)])
    state = random.rand(4)
    for i in range(60):
        chosen = int(sess.run(act, {now: [state]})[0])
        actions.append(chosen)
        new = np.clip(state + 0.1 * (chosen - 1) + random.randn(4) * 0.02, -1, 1)
        memory.append((state, chosen, -np.abs(new).sum(), new, float(random.rand() < 0.1)))
        state = new
        if i >= 16:
            batch = zip(*[memory[k] for k in random.randint(0, len(memory), 8)])
            feed = dict(zip([now, action, reward, then, done], map(np.array, batch)))
            losses.append(float(sess.run([loss, train], feed)[0]))
            sess.run(follow)
print(json.dumps({"losses": losses, "actions": actions, "names": [t.name for t in (q, target, taken, act)]}))
