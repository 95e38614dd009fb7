# Seed 004, lines 4614-4621, 4627-4638, 4646-4646, 4652-4655, 4661-4663, 4669-4669, 4677-4693, 4699-4699, 4705-4705.
# 시뮬레이션을 위한 라이브러리 import
import tensorflow as tf
import numpy as np

# 시각화를 위한 라이브러리 import
import PIL.Image
from io import BytesIO
from IPython.display import Image, display

def DisplayFractal(a, fmt='jpeg'):
    """반복 횟수들의 배열을 다채로운 프랙탈 이미지로 나타냅니다."""
    a_cyclic = (6.28*a/20.0).reshape(list(a.shape)+[1])
    img = np.concatenate([10+20*np.cos(a_cyclic),
                          30+50*np.sin(a_cyclic),
                          155-80*np.cos(a_cyclic)], 2)
    img[a==a.max()] = 0
    a = img
    a = np.uint8(np.clip(a, 0, 255))
    f = BytesIO()
    PIL.Image.fromarray(a).save(f, fmt)
    display(Image(data=f.getvalue()))

sess = tf.InteractiveSession()

# Numpy를 이용하여 [-2,2]x[-2,2]의 복소수에 대한 2차원 배열 생성

Y, X = np.mgrid[-1.3:1.3:0.005, -2:1:0.005]
Z = X+1j*Y

xs = tf.constant(Z.astype(np.complex64))
zs = tf.Variable(xs)
ns = tf.Variable(tf.zeros_like(xs, tf.float32))

tf.initialize_all_variables().run()

# 새로운 z값의 계산: z^2 + x
zs_ = zs*zs + xs

# 새로운 z값은 발산(diverge)했을까?
not_diverged = tf.complex_abs(zs_) < 4


# z값 및 반복 횟수 업데이트
#
# 참고: 이 코드는 zs가 발산한 뒤에도 계속 계산을 진행합니다.
# 이것은 낭비이며, 약간 더 복잡하더라도 더 좋은 방법이
# 있을 것입니다.
#
step = tf.group(
    zs.assign(zs_),
    ns.assign_add(tf.cast(not_diverged, tf.float32))
)

for i in range(200): step.run()

DisplayFractal(ns.eval())
