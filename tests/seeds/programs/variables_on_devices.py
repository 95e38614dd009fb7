# Seed 004, lines 4991-5001.
import tensorflow as tf

# 변수를 CPU에 배치
with tf.device("/cpu:0"):
    v = tf.Variable(0)

# 변수를 GPU에 배치.
with tf.device("/gpu:0"):
    v = tf.Variable(0)

# 변수를 특정 서버 테스크(task)에 배치.
with tf.device("/job:ps/task:7"):
    v = tf.Variable(0)
