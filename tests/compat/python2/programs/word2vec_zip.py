from __future__ import absolute_import
from __future__ import print_function

import collections
import math
import os
import random
import tempfile
import zipfile

import numpy as np
import tensorflow as tf

random.seed(0)
text = ' '.join(['word%d' % (i * i % 37) for i in xrange(2000)])
filename = os.path.join(tempfile.mkdtemp(), 'text8.zip')
with zipfile.ZipFile(filename, 'w') as f:
  f.writestr('text8', text)


def read_data(filename):
  f = zipfile.ZipFile(filename)
  for name in f.namelist():
    return f.read(name).split()
  f.close()

words = read_data(filename)
print('Data size', len(words))
vocabulary_size = 20


def build_dataset(words):
  count = [['UNK', -1]]
  count.extend(collections.Counter(words).most_common(vocabulary_size - 1))
  dictionary = dict()
  for word, _ in sorted(count, cmp=lambda a, b: cmp(b[1], a[1]) or cmp(str(a[0]), str(b[0]))):
    dictionary[word] = len(dictionary)
  data = list()
  unk_count = 0
  for word in words:
    index = dictionary.get(word, dictionary['UNK'])
    if index == dictionary['UNK']:
      unk_count = unk_count + 1
    data.append(index)
  count[0][1] = unk_count
  reverse_dictionary = dict(zip(dictionary.values(), dictionary.keys()))
  return data, count, dictionary, reverse_dictionary

data, count, dictionary, reverse_dictionary = build_dataset(words)
print('Most common words', count[0], count[1][1], 'Sample data', data[:10])
data_index = 0


def generate_batch(batch_size, num_skips, skip_window):
  global data_index
  batch = np.ndarray(shape=(batch_size), dtype=np.int32)
  labels = np.ndarray(shape=(batch_size, 1), dtype=np.int32)
  span = 2 * skip_window + 1
  buffer = collections.deque(maxlen=span)
  for _ in range(span):
    buffer.append(data[data_index])
    data_index = (data_index + 1) % len(data)
  for i in range(batch_size / num_skips):
    target = skip_window
    targets_to_avoid = [skip_window]
    for j in range(num_skips):
      while target in targets_to_avoid:
        target = random.randint(0, span - 1)
      targets_to_avoid.append(target)
      batch[i * num_skips + j] = buffer[skip_window]
      labels[i * num_skips + j, 0] = buffer[target]
    buffer.append(data[data_index])
    data_index = (data_index + 1) % len(data)
  return batch, labels

batch, labels = generate_batch(8, 2, 1)
for i in range(8):
  print('%d %s -> %d %s' % (batch[i], reverse_dictionary[batch[i]], labels[i, 0], reverse_dictionary[labels[i, 0]]))

graph = tf.Graph()
with graph.as_default():
  train_inputs = tf.placeholder(tf.int32, shape=[32])
  train_labels = tf.placeholder(tf.int32, shape=[32, 1])
  init = np.random.RandomState(1).uniform(-1, 1, (vocabulary_size, 16)).astype(np.float32)
  embeddings = tf.Variable(init)
  embed = tf.nn.embedding_lookup(embeddings, train_inputs)
  weights = tf.Variable(init.T / math.sqrt(16))
  logits = tf.matmul(embed, weights)
  loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(
      logits=logits, labels=tf.reshape(train_labels, [-1])))
  optimizer = tf.train.GradientDescentOptimizer(1.0).minimize(loss)
  norm = tf.sqrt(tf.reduce_sum(tf.square(embeddings), 1, keep_dims=True))
  similarity = tf.matmul(embeddings / norm, embeddings / norm, transpose_b=True)

with tf.Session(graph=graph) as session:
  session.run(tf.global_variables_initializer())
  average_loss = 0
  for step in xrange(61):
    batch_inputs, batch_labels = generate_batch(32, 2, 1)
    _, loss_val = session.run([optimizer, loss], {train_inputs: batch_inputs, train_labels: batch_labels})
    average_loss += loss_val
    if step % 20 == 0:
      if step > 0:
        average_loss = average_loss / 20
      print('Average loss at step ', step, ': %.4f' % average_loss)
      average_loss = 0
  sim = similarity.eval()
  for i in xrange(2):
    nearest = (-sim[i, :]).argsort()[1:4]
    log_str = 'Nearest to %s:' % reverse_dictionary[i]
    for k in xrange(3):
      log_str = '%s %s,' % (log_str, reverse_dictionary[nearest[k]])
    print(log_str)
