import random
from collections import deque
import numpy as np
import tensorflow as tf

GAMMA = 0.9
REPLAY_SIZE = 60
BATCH_SIZE = 8


class Corridor():
  """Five places in a row; the reward is at the right end."""
  def reset(self):
    self.place = 2
    return self.state()
  def state(self):
    s = np.zeros(5); s[self.place] = 1
    return s
  def step(self, action):
    self.place += 1 if action else -1
    done = self.place in (0, 4)
    return self.state(), int(self.place == 4), done, {}


class DQN():
  def __init__(self):
    self.replay_buffer = deque()
    self.epsilon = 0.5
    rng = np.random.RandomState(2)
    W1 = tf.Variable(rng.randn(5, 8).astype(np.float32) / 3)
    W2 = tf.Variable(rng.randn(8, 2).astype(np.float32) / 3)
    self.state_input = tf.placeholder("float", [None, 5])
    self.Q_value = tf.matmul(tf.nn.relu(tf.matmul(self.state_input, W1)), W2)
    self.action_input = tf.placeholder("float", [None, 2])
    self.y_input = tf.placeholder("float", [None])
    Q_action = tf.reduce_sum(tf.multiply(self.Q_value, self.action_input), reduction_indices=1)
    self.cost = tf.reduce_mean(tf.square(self.y_input - Q_action))
    self.optimizer = tf.train.AdamOptimizer(0.01).minimize(self.cost)
    self.session = tf.InteractiveSession()
    self.session.run(tf.global_variables_initializer())
    self.costs = []

  def perceive(self, state, action, reward, next_state, done):
    one_hot = np.zeros(2)
    one_hot[action] = 1
    self.replay_buffer.append((state, one_hot, reward, next_state, done))
    if len(self.replay_buffer) > REPLAY_SIZE:
      self.replay_buffer.popleft()
    if len(self.replay_buffer) > BATCH_SIZE:
      self.train()

  def train(self):
    minibatch = random.sample(self.replay_buffer, BATCH_SIZE)
    state_batch = map(lambda d: d[0], minibatch)
    action_batch = map(lambda d: d[1], minibatch)
    Q = self.Q_value.eval(feed_dict={self.state_input: map(lambda d: d[3], minibatch)})
    y_batch = []
    for i in range(0, BATCH_SIZE):
      if minibatch[i][4]:
        y_batch.append(minibatch[i][2])
      else:
        y_batch.append(minibatch[i][2] + GAMMA * np.max(Q[i]))
    _, cost = self.session.run([self.optimizer, self.cost], feed_dict={
        self.y_input: y_batch, self.action_input: action_batch, self.state_input: state_batch})
    self.costs.append(cost)

  def egreedy_action(self, state):
    Q = self.Q_value.eval(feed_dict={self.state_input: [state]})[0]
    self.epsilon -= 0.4 / 100
    if random.random() <= self.epsilon:
      return random.randint(0, 1)
    return int(np.argmax(Q))


random.seed(11)
env, agent = Corridor(), DQN()
for episode in xrange(12):
  state = env.reset()
  total = 0
  for step in xrange(20):
    action = agent.egreedy_action(state)
    next_state, reward, done, _ = env.step(action)
    total += reward
    agent.perceive(state, action, reward, next_state, done)
    state = next_state
    if done: break
  if episode % 3 == 2:
    print 'episode: ', episode, 'Reward:', total, 'steps', step + 1, 'epsilon', agent.epsilon
print 'costs', ' '.join(['%.4f' % c for c in agent.costs[::6]]), len(agent.costs) / 2
