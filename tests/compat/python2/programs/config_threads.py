# A feeding thread, a configuration file, and a class that behaves like a number.
import ConfigParser, Queue, StringIO, threading, sys
import numpy as np
import tensorflow as tf

config = ConfigParser.RawConfigParser()
config.readfp(StringIO.StringIO("[train]\nbatch = 8\nrate = 0.25\nname = tiny\n"))
batch, rate = config.getint('train', 'batch'), config.getfloat('train', 'rate')
print config.get('train', 'name'), batch / 3, rate / 2, config.has_option('train', 'none')

class Money(object):
    def __init__(self, cents): self.cents = long(cents)
    def __div__(self, n): return Money(self.cents / n)
    def __nonzero__(self): return self.cents <> 0
    def __repr__(self): return 'Money(%d)' % self.cents
print Money(1050) / 4, bool(Money(0)), `Money(7) / 2`

class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def next(self):
        if self.n <= 0: raise StopIteration
        self.n -= 1
        return self.n
print list(Countdown(3)), reduce(lambda a, b: a + b, Countdown(5)), max(Countdown(4))

q = Queue.Queue(maxsize=2)
def feeder():
    rng = np.random.RandomState(0)
    for i in xrange(6):
        q.put(rng.rand(batch, 3).astype(np.float32))
    q.put(None)
t = threading.Thread(target=feeder); t.setDaemon(True); t.start()

x = tf.placeholder(tf.float32, [None, 3])
w = tf.Variable(tf.constant([[0.1], [0.2], [0.3]]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - tf.reduce_sum(x, 1, keep_dims=True)))
step = tf.Variable(0, trainable=False)
train = tf.train.GradientDescentOptimizer(rate).minimize(loss, global_step=step)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    while 1:
        item = q.get()
        if item is None: break
        l = sess.run([loss, train], {x: item})[0]
        print 'step', sess.run(step), 'half', sess.run(step / 2), 'loss %.5f' % l
    exec "print 'weights', sess.run(w)[:, 0].round(3)"
    exec "last = l * 2" in globals()
    print '%.5f' % last, 0644, 0xffL & 15, 1 <> 2, not 1 == 1
