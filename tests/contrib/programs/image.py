"""Programs of tf.contrib.image and tf.contrib.resampler; what TensorFlow says to them is in `recorded/image.json`."""

from textwrap import dedent

_SETUP = """
F = tf.contrib.image
r = np.random.RandomState(7)
image = tf.constant(r.uniform(size=[2, 4, 5, 2]).astype(np.float32))
def run(*tensors):
    with tf.Session() as session:
        return session.run(list(tensors))
"""
_PROGRAMS = {
    "rotate, nearest": """
        y = F.rotate(image, [0.3, -1.2])
        result = run(y, tf.gradients(y * y, image)[0])
        """,
    "rotate, bilinear": """
        y = F.rotate(image, 0.4, "BILINEAR")
        result = run(y, tf.gradients(y * y, image)[0]) + [y.shape.as_list()]
        """,
    "rotate, all ranks and types": """
        result = []
        for dtype in (tf.uint8, tf.int32, tf.int64, tf.float16, tf.float64):
            whole = tf.cast(image * 200.0, dtype)
            for part in (whole[0], whole[0, :, :, 0]):
                for how in ("NEAREST", "BILINEAR"):
                    result += run(F.rotate(part, 0.7, how))
        """,
    "translate": """
        result = run(F.translate(image, [1.0, -2.0]), F.translate(image, [[0.5, 0.5], [-1.25, 0.75]], "bilinear"))
        """,
    "transform": """
        warp = tf.constant([[1.1, 0.1, -0.5, 0.2, 0.9, 0.3, 0.05, -0.04], [0.7, 0.0, 0.2, 0.0, 1.3, 0.1, 0.0, -1.0]])
        y = F.transform(image, warp, "BILINEAR", output_shape=[3, 7])
        size = tf.placeholder(tf.int32, [2])
        z = F.transform(image, warp[0], output_shape=size)
        with tf.Session() as session:
            result = session.run([y, tf.gradients(y, image)[0]]) + [session.run(z, {size: [6, 2]})]
        result += [y.shape.as_list(), z.shape.as_list()]
        """,
    "transforms": """
        a = F.angles_to_projective_transforms([0.1, 0.5], 4.0, 5.0)
        b = F.translations_to_projective_transforms([[1.0, 2.0], [3.0, 4.0]])
        c = F.compose_transforms(a, b, a)
        m = F.flat_transforms_to_matrices(c)
        result = run(a, b, c, m, F.matrices_to_flat_transforms(2.0 * m)) + [c.name, m.name]
        """,
    "hsv in yiq": """
        if not hasattr(F, "adjust_hsv_in_yiq"):  # 1.15 has it no longer under its public name
            from tensorflow.contrib.image.python.ops import distort_image_ops as F
        whole = tf.constant(r.uniform(size=[3, 2, 3]).astype(np.float32))
        small = tf.constant(r.randint(0, 256, size=[2, 3, 2, 3]).astype(np.uint8))
        result = run(F.adjust_hsv_in_yiq(whole, 0.3, 1.2, 0.9), F.adjust_hsv_in_yiq(small, -0.5, 0.5, 1.1))
        """,
    "connected components": """
        picture = r.randint(0, 3, size=[2, 7, 9])
        result = run(
            F.connected_components(tf.constant(picture, tf.int32)), F.connected_components(tf.constant(picture[0] > 0)),
            F.connected_components(tf.constant(picture[0] * 0.5)), F.connected_components(tf.ones([2, 2], tf.uint8)),
        )
        """,
    "bipartite match": """
        distances = r.uniform(size=[4, 6]).astype(np.float32)
        result = []
        for valid, k in ((-1.0, -1), (2.0, -1), (4.0, 2)):
            result += run(*F.bipartite_match(distances, valid, k))
        """,
    "dense image warp": """
        flow = tf.constant(r.normal(size=[2, 4, 5, 2]).astype(np.float32))
        y = F.dense_image_warp(image, flow)
        result = run(y, *tf.gradients(y * y, [image, flow]))
        """,
    "splines": """
        points, values = r.uniform(size=[2, 6, 2]), r.uniform(size=[2, 6, 3])
        points, values, places = (tf.constant(v) for v in (points, values, r.uniform(size=[2, 4, 2])))
        result = []
        for order in (1, 2, 3, 4, 6):
            y = F.interpolate_spline(points, values, places, order, 0.01 if order == 3 else 0.0)
            result += run(y)
        y = F.interpolate_spline(points, values, places, 2)
        result += run(*tf.gradients(y, [points, values, places]))
        """,
    "sparse image warp": """
        source = tf.constant([[[1.0, 1.0], [2.0, 3.0], [0.5, 4.0]]] * 2)
        dest = source + tf.constant([[[0.5, 0.0], [0.0, -0.5], [0.25, 0.25]]] * 2)
        result = []
        for order, edge in ((1, 2), (2, 1)):
            result += run(*F.sparse_image_warp(image, source, dest, order, num_boundary_points=edge))
        """,
    "resampler": """
        warp = tf.constant(r.uniform(-2.0, 6.0, size=[2, 3, 4, 2]).astype(np.float32))
        y = tf.contrib.resampler.resampler(image, warp)
        result = run(y, *tf.gradients(y * y, [image, warp])) + [y.name, y.shape.as_list()]
        y = tf.contrib.resampler.resampler(tf.cast(image, tf.float64), tf.cast(warp, tf.float64))
        result += run(y)
        """,
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
