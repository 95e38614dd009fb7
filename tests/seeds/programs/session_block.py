# Seed 004, lines 23604-23609.
import tensorflow as tf

a = tf.constant(5.0)
b = tf.constant(6.0)
c = a * b
with tf.Session():
    # 'c.eval()'을 여기에서도 사용할 수 있습니다.
    print(c.eval())
