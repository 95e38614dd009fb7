# Seed 004, lines 23592-23598.
import tensorflow as tf

sess = tf.InteractiveSession()
a = tf.constant(5.0)
b = tf.constant(6.0)
c = a * b
# 'sess'의 전달없이도 'c.eval()'을 실행할 수 있습니다.
print(c.eval())
sess.close()
