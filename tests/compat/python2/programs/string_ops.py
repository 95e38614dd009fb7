import sys
import tensorflow as tf
hello = tf.constant('Hello, TensorFlow!')
sess = tf.Session()
print sess.run(hello)
a = tf.constant(10)
b = tf.constant(32)
print sess.run(a + b), sess.run(b / a), sess.run(b / tf.constant(3.0 if 0 else 3))
print sess.run(tf.truediv(b, a)), sess.run(tf.div(-b, a))
print "%s / %s" % (sess.run(hello), sess.run(tf.string_join(['a', 'b'], '-')))
parts = sess.run(tf.string_to_number(['1', '2.5']))
print parts, parts.dtype, sum(parts) / 2
d = {}
for k, v in zip('abc', range(3)):
	d.setdefault(k, []).append(v)
for k in sorted(d.iterkeys()): print k, d[k],
print
print d.has_key('a'), max(d.values()), [x / 2 for xs in sorted(d.values()) for x in xs]
try:
	n = tf.placeholder(tf.int32, [1])
	sess.run(tf.reshape(hello, n), {n: [2]})
except tf.errors.InvalidArgumentError, e:
	print e.error_code, isinstance(e.message, basestring)
def unpack((x, y), z=3): return x / y * z
print unpack((7, 2)), map(lambda (i, x): i * x, enumerate([5, 6, 7])), map(None, [1, 2])
print >>sys.stdout, 'to %(name)s: %(n)5.2f' % {'name': 'you', 'n': 10 / 4}
