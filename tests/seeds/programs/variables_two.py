# Seed 004, lines 5019-5034.
import tensorflow as tf

# 두 변수를 생성
weights = tf.Variable(tf.random_normal([784, 200], stddev=0.35),
                      name="weights")
biases = tf.Variable(tf.zeros([200]), name="biases")

# 변수 초기화 오퍼레이션을 초기화
init_op = tf.initialize_all_variables()

# 나중에 모델을 실행할 때
with tf.Session() as sess:
    # 초기화 오퍼레이션을 실행
    sess.run(init_op)
# 모델 사용
