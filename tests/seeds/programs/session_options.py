# Seed 004, lines 23459-23461.
import tensorflow as tf

c = tf.constant(5.0) * 6.0

# 유연한 디바이스 위치와 위치 결정 로깅을 사용하는 세션에서 그래프를 시작합니다.
sess = tf.Session(config=tf.ConfigProto(allow_soft_placement=True,
                                         log_device_placement=True))

print(sess.run(c))
