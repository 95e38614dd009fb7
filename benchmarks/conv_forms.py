"""Measures every form of convolution that `penstock/ops/nn/convolution/compute_xla.py` chooses from, and NumPy's, in GFLOP/s.

    python benchmarks/conv_forms.py            # the table of shapes
    python benchmarks/conv_forms.py --quick    # three repetitions each
    python benchmarks/conv_forms.py --step     # the MNIST convolutional network's training step, in ms

Times are the best of several: the machine is rarely alone.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from penstock.ops.nn.convolution import compute as conv
from penstock.ops.nn.convolution import compute_xla as conv_xla
from penstock.ops.nn.pooling import compute as pool
from penstock.ops.nn.windows import place

# batch, height = width, input channels, output channels, kernel, stride
SHAPES = [
    (50, 28, 1, 32, 5, 1),
    (50, 14, 32, 64, 5, 1),
    (64, 32, 64, 64, 3, 1),
    (64, 16, 64, 128, 3, 1),
    (128, 8, 256, 256, 3, 1),
    (128, 16, 256, 64, 1, 1),
    (64, 32, 3, 32, 3, 1),
    (16, 112, 3, 64, 7, 2),
    (64, 32, 64, 128, 3, 2),
]
FORMS = {
    "forward": ("native", "xla", "blocked", "shifted", "matmul"),
    "input_grad": ("xla", "turned", "columns"),
    "filter_grad": ("native", "xla", "blocked", "matmul"),
}


def best(function: Callable[..., Any], *arguments: Any, repeat: int) -> float:
    jax.block_until_ready(function(*arguments))
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        jax.block_until_ready(function(*arguments))
        times.append(time.perf_counter() - start)
    return min(times)


def allowed(form: str, c: int, k: int, s: int) -> bool:
    if form == "shifted":
        return k * k * c <= 150
    if form == "matmul":
        return k == 1
    return s == 1 or form != "turned"


def measure_forms(repeat: int) -> None:
    for shape in SHAPES:
        measure_shape(*shape, repeat)


def measure_shape(n: int, h: int, c: int, o: int, k: int, s: int, repeat: int) -> None:
    random = np.random.RandomState(0)
    g = place((h, h), (k, k), (s, s), "SAME")
    x = random.randn(n, h, h, c).astype(np.float32)
    w = random.randn(k, k, c, o).astype(np.float32)
    dy = random.randn(n, *g.outs, o).astype(np.float32)
    work = 2 * n * g.outs[0] * g.outs[1] * c * o * k * k / 1e9
    print(f"batch {n}, {h}x{h}, {c}->{o}, {k}x{k}, stride {s}")
    with_numpy = {
        "forward": lambda: conv.conv(np, x, w, g),
        "input_grad": lambda: conv.conv_input_grad(np, x.shape, w, dy, g),
        "filter_grad": lambda: conv.conv_filter_grad(np, x, dy, w.shape, g),
    }
    with_xla = {
        "forward": (lambda form: lambda a, b: conv_xla.forward(a, b, g, form), x, w),
        "input_grad": (lambda form: lambda a, b: conv_xla.input_grad(x.shape, a, b, g, form), w, dy),
        "filter_grad": (lambda form: lambda a, b: conv_xla.filter_grad(a, b, w.shape, g, form), x, dy),
    }
    for direction, forms in FORMS.items():
        cells = [f"numpy {work / best(with_numpy[direction], repeat=min(repeat, 3)):.0f}"]
        make, a, b = with_xla[direction]
        for form in forms:
            if allowed(form, c, k, s):
                seconds = best(jax.jit(make(form)), jnp.asarray(a), jnp.asarray(b), repeat=repeat)
                cells.append(f"{form} {work / seconds:.0f}")
        print(f"  {direction:12s} " + ", ".join(cells), flush=True)


def mnist_step() -> Callable[..., Any]:
    """Forward, backward and Adam of the tutorial network, written with the package's own kernels."""
    n = 50
    g1, g2 = place((28, 28), (5, 5), (1, 1), "SAME"), place((14, 14), (5, 5), (1, 1), "SAME")
    p1 = place((n, 28, 28, 32), (1, 2, 2, 1), (1, 2, 2, 1), "SAME")
    p2 = place((n, 14, 14, 64), (1, 2, 2, 1), (1, 2, 2, 1), "SAME")

    def step(params: Any, m: Any, v: Any, images: Any, labels: Any) -> Any:
        w1, b1, w2, b2, w3, b3, w4, b4 = params
        x = images.reshape(-1, 28, 28, 1)
        a1 = jnp.maximum(conv.conv(jnp, x, w1, g1) + b1, 0)
        h1 = pool.max_pool(jnp, a1, p1)
        a2 = jnp.maximum(conv.conv(jnp, h1, w2, g2) + b2, 0)
        h2 = pool.max_pool(jnp, a2, p2)
        flat = h2.reshape(n, -1)
        h3 = jnp.maximum(flat @ w3 + b3, 0)
        d4 = (jax.nn.softmax(h3 @ w4 + b4) - labels) / n
        d3 = jnp.where(h3 > 0, d4 @ w4.T, 0)
        d2 = jnp.where(a2 > 0, pool.max_pool_grad(jnp, a2, (d3 @ w3.T).reshape(h2.shape), p2), 0)
        back = conv.conv_input_grad(jnp, h1.shape, w2, d2, g2)
        d1 = jnp.where(a1 > 0, pool.max_pool_grad(jnp, a1, back, p1), 0)
        grads = (
            conv.conv_filter_grad(jnp, x, d1, w1.shape, g1),
            d1.sum((0, 1, 2)),
            conv.conv_filter_grad(jnp, h1, d2, w2.shape, g2),
            d2.sum((0, 1, 2)),
            flat.T @ d3,
            d3.sum(0),
            h3.T @ d4,
            d4.sum(0),
        )
        m = [0.9 * a + 0.1 * b for a, b in zip(m, grads, strict=True)]
        v = [0.999 * a + 0.001 * b * b for a, b in zip(v, grads, strict=True)]
        params = [p - 1e-4 * a / (jnp.sqrt(b) + 1e-8) for p, a, b in zip(params, m, v, strict=True)]
        return params, m, v

    return jax.jit(step, donate_argnums=(0, 1, 2))


def measure_step(repeat: int) -> None:
    random = np.random.RandomState(0)
    shapes = [(5, 5, 1, 32), (32,), (5, 5, 32, 64), (64,), (3136, 1024), (1024,), (1024, 10), (10,)]
    state = [[jnp.asarray(random.randn(*s).astype(np.float32) * scale) for s in shapes] for scale in (0.1, 0.0, 0.0)]
    images = random.rand(50, 784).astype(np.float32)
    labels = np.eye(10, dtype=np.float32)[random.randint(0, 10, 50)]
    step, times = mnist_step(), []
    for _ in range(repeat):
        start = time.perf_counter()
        state = jax.block_until_ready(step(*state, images, labels))
        times.append(time.perf_counter() - start)
    print(f"MNIST step: best {min(times) * 1e3:.1f} ms, median {np.median(times) * 1e3:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="three repetitions")
    parser.add_argument("--step", action="store_true", help="the MNIST training step instead of single convolutions")
    options = parser.parse_args()
    if options.step:
        measure_step(60)
    else:
        measure_forms(3 if options.quick else 7)


if __name__ == "__main__":
    main()
