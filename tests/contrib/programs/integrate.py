"""Programs of tf.contrib.integrate; what TensorFlow says to them is in `recorded/integrate.json`."""

from textwrap import dedent

_SETUP = """
I = tf.contrib.integrate
times = np.linspace(0.0, 3.0, 7)
def pendulum(y, t):
    return tf.stack([y[1], -tf.sin(y[0])])
"""
_PROGRAMS = {
    "numbers": """
        y = I.odeint(lambda y, t: y * tf.cast(tf.cos(t), y.dtype), tf.constant(1.0, tf.float64), times)
        result = [tf.Session().run(y), str(y.shape)]
        """,
    "vectors": """
        y, info = I.odeint(pendulum, tf.constant([1.0, 0.0], tf.float64), times, rtol=1e-8, atol=1e-8, full_output=True)
        found = tf.Session().run([y, info])
        result = [found[0], found[1]["num_func_evals"], found[1]["integrate_points"]]
        """,
    "single precision": """
        y = I.odeint(pendulum, tf.constant([1.0, 0.0]), times.astype(np.float32), rtol=1e-4, atol=1e-5)
        result = [tf.Session().run(y)]
        """,
    "complex": """
        y = I.odeint(lambda y, t: 1j * y, tf.constant(1.0 + 0.5j, tf.complex128), times)
        y = tf.Session().run(y)
        result = [y.real, y.imag]
        """,
    "options": """
        y, info = I.odeint(pendulum, tf.constant([1.0, 0.0], tf.float64), times, method="dopri5", full_output=True,
            options=dict(first_step=0.01, safety=0.8, ifactor=5.0, dfactor=0.3, max_num_steps=500))
        found = tf.Session().run([y, info])
        result = [found[0], found[1]["num_func_evals"], found[1]["integrate_points"]]
        """,
    "too many steps": """
        y = I.odeint(lambda y, t: -1e3 * y, tf.constant(1.0, tf.float64), times, method="dopri5",
            options=dict(max_num_steps=5))
        try:
            tf.Session().run(y)
            result = ["no error"]
        except tf.errors.InvalidArgumentError as error:
            result = ["max_num_steps exceeded" in str(error)]
        """,
    "gradients": """
        y0 = tf.constant([1.0, 0.0], tf.float64)
        a = tf.constant(0.7, tf.float64)
        y = I.odeint(lambda y, t: tf.stack([y[1], -a * tf.sin(y[0])]), y0, times[:3], rtol=1e-6, atol=1e-6)
        result = tf.Session().run(tf.gradients(y[-1, 0], [y0, a]))
        """,
    "grids": """
        y0 = tf.constant([1.0, 0.0], tf.float64)
        result = tf.Session().run([
            I.odeint_fixed(pendulum, y0, times), I.odeint_fixed(pendulum, y0, times, dt=0.3),
            I.odeint_fixed(pendulum, y0, times, dt=0.1, method="midpoint"),
            I.odeint_fixed(pendulum, tf.constant([1.0, 0.0]), times[:4], dt=[0.1, 0.2, 0.3]),
        ])
        """,
    "wrong arguments": """
        result = []
        for make in (lambda: I.odeint(pendulum, [1.0, 0.0], times, method="euler"),
                     lambda: I.odeint(pendulum, [1.0, 0.0], times, options={}),
                     lambda: I.odeint(pendulum, [1, 0], times), lambda: I.odeint(pendulum, [1.0, 0.0], [0, 1]),
                     lambda: I.odeint_fixed(pendulum, [1.0, 0.0], times, method="euler")):
            try:
                make()
                result.append("no error")
            except (ValueError, TypeError) as error:
                result.append([type(error).__name__, str(error)])
        """,
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
