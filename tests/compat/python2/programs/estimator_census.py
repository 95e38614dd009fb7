# coding: utf-8
"""Linear classifier with tf.estimator, as in the wide tutorial."""
from __future__ import print_function
import csv, itertools, os, shutil, string, sys, tempfile
import tensorflow as tf

COLUMNS = ['age', 'education', 'hours', 'income']
tf.logging.set_verbosity(tf.logging.ERROR)

def write(path, n):
  with open(path, 'wb') as f:
    lines = []
    for i, letter in itertools.izip(xrange(n), itertools.cycle(string.lowercase[:3])):
      income = '>50K' if (i * 7 % 10) / 5 else '<=50K'
      lines.append(string.join([str(20 + i % 40), letter, str(i % 60), income], ','))
    f.write(os.linesep.join(lines).encode('ascii'))

def input_fn(path, epochs):
  rows = list(csv.reader(open(path, 'rU')))
  ages, educations, hours, incomes = map(list, zip(*rows))
  def fn():
    dataset = tf.data.Dataset.from_tensor_slices((
        {'age': map(float, ages), 'education': educations, 'hours': map(float, hours)},
        [int(x == '>50K') for x in incomes]))
    return dataset.repeat(epochs).batch(20)
  return fn

def main(unused_argv):
  folder = tempfile.mkdtemp()
  path = os.path.join(folder, 'train.csv')
  write(path, 200)
  age = tf.feature_column.numeric_column('age')
  buckets = tf.feature_column.bucketized_column(age, range(20, 60, 40 / 4))
  education = tf.feature_column.categorical_column_with_vocabulary_list('education', ['a', 'b', 'c'])
  model = tf.estimator.LinearClassifier([buckets, education, tf.feature_column.numeric_column('hours')],
      model_dir=os.path.join(folder, 'model'), optimizer=tf.train.FtrlOptimizer(0.1),
      config=tf.estimator.RunConfig(tf_random_seed=1))
  for n in xrange(2):
    model.train(input_fn(path, 1))
    results = model.evaluate(input_fn(path, 1))
    print('Results at epoch', n + 1)
    for key in sorted(results.keys()):
      print('%s: %.4f' % (key, results[key]))
  for p in itertools.islice(model.predict(input_fn(path, 1)), 3):
    print(p['classes'][0], '%.3f' % p['probabilities'][1])
  print(sorted(n for n in model.get_variable_names() if 'hours' in n))
  shutil.rmtree(folder)

if __name__ == '__main__':
  tf.app.run()
