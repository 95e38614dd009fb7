import os
import random
import sys
import tempfile

import numpy as np
import tensorflow as tf

import data_utils

_buckets = [(5, 10), (10, 15), (20, 25)]
random.seed(7)
folder = tempfile.mkdtemp()
corpus = os.path.join(folder, "corpus.txt")
with open(corpus, "wb") as f:
  f.write(u"The cat, in 1999, sat on the mat.\nA dog (or 2) sat there!\nWho? The dog: it sat; 'here'.\n".encode("ascii") * 3)
vocabulary = os.path.join(folder, "vocab20.txt")
data_utils.create_vocabulary(vocabulary, corpus, 20)
vocab, rev_vocab = data_utils.initialize_vocabulary(vocabulary)
print rev_vocab[:8], len(vocab)
data_set = [[] for _ in _buckets]
for line in file(corpus):
  ids = data_utils.sentence_to_token_ids(line, vocab)
  for bucket_id, (source_size, target_size) in enumerate(_buckets):
    if len(ids) < source_size:
      data_set[bucket_id].append(ids + [data_utils.EOS_ID])
      break
train_bucket_sizes = [len(b) for b in data_set]
train_total_size = float(sum(train_bucket_sizes))
train_buckets_scale = [sum(train_bucket_sizes[:i + 1]) / train_total_size for i in xrange(len(train_bucket_sizes))]
print train_bucket_sizes, train_buckets_scale
picked = []
for _ in range(3):
  bucket = data_set[1] + data_set[2]
  picked.append(random.choice(bucket))
  random.shuffle(bucket)
print picked
size = max(map(len, picked))
batch = np.array([p + [data_utils.PAD_ID] * (size - len(p)) for p in picked], dtype=np.int32)
with tf.Session() as sess:
  table = tf.constant(np.arange(40, dtype=np.float32).reshape(20, 2) / 10)
  mean = tf.reduce_sum(tf.nn.embedding_lookup(table, batch), 1) / size
  half = tf.constant(batch) / 2
  print sess.run(mean), sess.run(half)[0]
try:
  data_utils.initialize_vocabulary(os.path.join(folder, "missing"))
except ValueError, e:
  print >>sys.stdout, "caught:", e.message
