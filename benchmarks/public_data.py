"""Small made-up data in the formats that public programs expect: digits, text, pictures, records."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import numpy as np

Maker = Callable[[Path], None]

_WORDS = (
    "the a of to and in that it is was for on as with he his by at from they we you or an be this have not are but had her "
    "one all there their what so up out if about who get which go me when make can like time no just him know take people "
    "into year your good some could them see other than then now look only come its over think also back after use two how"
).split()


def words(count: int, seed: int = 0) -> list[str]:
    """A list of common words with a little structure: each depends on the one before it."""
    rng = np.random.RandomState(seed)
    follow = rng.randint(0, len(_WORDS), (len(_WORDS), 4))
    out, i = [], 0
    for choice, jump in zip(rng.randint(0, 4, count), rng.rand(count), strict=True):
        i = int(follow[i, choice]) if jump < 0.8 else int(jump * 1e6) % len(_WORDS)
        out.append(_WORDS[i])
    return out


def text(name: str, characters: int, seed: int = 0) -> Maker:
    """A text file of about `characters` characters, twelve words to a line."""

    def make(folder: Path) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        all_words = words(characters // 4, seed)
        lines = [" ".join(all_words[i : i + 12]) for i in range(0, len(all_words), 12)]
        path.write_text("\n".join(lines)[:characters])

    return make


def digits(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Pictures of 28 x 28 bytes in ten kinds, as bars and blobs with noise, and their labels."""
    rng = np.random.RandomState(seed)
    shapes = np.random.RandomState(7).rand(10, 7, 7) > 0.6
    labels = rng.randint(0, 10, count).astype(np.uint8)
    images = np.kron(shapes[labels], np.ones((1, 4, 4))) * rng.randint(120, 256, (count, 28, 28))
    images[:, :3] = images[:, -3:] = images[:, :, :3] = images[:, :, -3:] = 0
    return images.astype(np.uint8), labels


def mnist(name: str, train: int = 6000, test: int = 1000, zipped: bool = True) -> Maker:
    """The four files of MNIST under `name` (which may be absolute)."""

    def make(folder: Path) -> None:
        target = folder / name
        target.mkdir(parents=True, exist_ok=True)
        for part, count, seed in (("train", train, 1), ("t10k", test, 2)):
            images, labels = digits(count, seed)
            head = np.array([2051, count, 28, 28], ">i4").tobytes()
            files = {f"{part}-images-idx3-ubyte": head + images.tobytes()}
            files[f"{part}-labels-idx1-ubyte"] = np.array([2049, count], ">i4").tobytes() + labels.tobytes()
            for file, content in files.items():
                if zipped:
                    (target / f"{file}.gz").write_bytes(gzip.compress(content, 1))
                else:
                    (target / file).write_bytes(content)

    return make


def all_of(*makers: Maker) -> Maker:
    """Several makers as one."""

    def make(folder: Path) -> None:
        for maker in makers:
            maker(folder)

    return make


def file(name: str, content: str) -> Maker:
    """A text file with the given content."""

    def make(folder: Path) -> None:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)

    return make


def picture(height: int, width: int, seed: int) -> np.ndarray:
    """A smooth colour picture: a few waves and a bright disc, as bytes."""
    rng = np.random.RandomState(seed)
    y, x = np.mgrid[0:height, 0:width] / max(height, width)
    waves = [
        sum(np.sin(2 * np.pi * (rng.randint(1, 6) * x + rng.randint(1, 6) * y) + rng.rand()) for _ in range(3))
        for _ in range(3)
    ]
    image = 128 + 40 * np.stack(waves, axis=-1)
    image[(x - rng.rand()) ** 2 + (y - rng.rand()) ** 2 < 0.04] = rng.randint(0, 255, 3)
    return np.clip(image, 0, 255).astype(np.uint8)


def pictures(name: str, count: int, height: int, width: int, kind: str = "png", seed: int = 0) -> Maker:
    """A folder of pictures, 0000.png and so on."""

    def make(folder: Path) -> None:
        from PIL import Image

        (folder / name).mkdir(parents=True, exist_ok=True)
        for i in range(count):
            Image.fromarray(picture(height, width, seed + i)).save(folder / name / f"{i:04}.{kind}")

    return make


def ptb(name: str) -> Maker:
    """The three files of the Penn Treebank with made-up sentences."""
    return all_of(
        *(
            text(f"{name}/ptb.{part}.txt", size, seed)
            for part, size, seed in (("train", 60000, 1), ("valid", 8000, 2), ("test", 8000, 3))
        )
    )


def cifar10_binary(name: str) -> Maker:
    """CIFAR-10 in its binary form, with the archive that was unpacked (empty) beside it."""

    def make(folder: Path) -> None:
        target = folder / name / "cifar-10-batches-bin"
        target.mkdir(parents=True, exist_ok=True)
        (folder / name / "cifar-10-binary.tar.gz").write_bytes(_empty_archive())
        for file_name, seed in [*((f"data_batch_{i}.bin", i) for i in range(1, 6)), ("test_batch.bin", 6)]:
            images, labels = digits(2000, seed)
            wide = np.pad(images, ((0, 0), (2, 2), (2, 2)))
            colours = np.stack([wide, wide // 2, 255 - wide], axis=1).reshape(len(wide), -1)
            (target / file_name).write_bytes(
                np.concatenate([labels[:, None], colours], axis=1).astype(np.uint8).tobytes()
            )

    return make


def _empty_archive() -> bytes:
    import io
    import tarfile

    buffer = io.BytesIO()
    tarfile.open(fileobj=buffer, mode="w:gz").close()
    return buffer.getvalue()


def parallel(folder_name: str, vocabulary: bool = True) -> Maker:
    """Sentence pairs for translation (the second is the first, reversed), train/dev/test, with vocabularies."""

    def make(folder: Path) -> None:
        target = folder / folder_name
        target.mkdir(parents=True, exist_ok=True)
        for part, count, seed in (("train", 1000, 1), ("dev", 40, 2), ("test", 40, 3)):
            rng = np.random.RandomState(seed)
            all_words = words(count * 12, seed)
            sentences = [all_words[i * 12 : i * 12 + rng.randint(4, 12)] for i in range(count)]
            (target / f"{part}.src").write_text("".join(" ".join(s) + "\n" for s in sentences))
            (target / f"{part}.tgt").write_text("".join(" ".join(s[::-1]) + "\n" for s in sentences))
        for side in ("src", "tgt"):
            (target / f"vocab.{side}").write_text("\n".join(["<unk>", "<s>", "</s>", *_WORDS]) + "\n")
        (target / "pieces.vocab").write_text("".join(f"{w}\t0\n" for w in ["<pad>", "<unk>", "<s>", "</s>", *_WORDS]))

    return make


def bert(folder: Path) -> None:
    """A tiny BERT: configuration, vocabulary, text to learn from and the tables of CoLA."""
    import json

    config = {
        "attention_probs_dropout_prob": 0.1, "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "hidden_size": 64,
        "initializer_range": 0.02, "intermediate_size": 128, "max_position_embeddings": 64, "num_attention_heads": 4,
        "num_hidden_layers": 2, "type_vocab_size": 2, "vocab_size": len(_WORDS) + 5,
    }  # fmt: skip
    (folder / "tiny.json").write_text(json.dumps(config))
    (folder / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *_WORDS]) + "\n")
    all_words = words(6000, 5)
    lines = [" ".join(all_words[i : i + 10]) + ("\n" if i % 80 == 70 else "") for i in range(0, len(all_words), 10)]
    (folder / "text.txt").write_text("\n".join(lines))
    (folder / "cola").mkdir()
    rng = np.random.RandomState(3)
    for part, count in (("train", 160), ("dev", 40), ("test", 40)):
        rows = [f"x\t{rng.randint(2)}\t\t{' '.join(words(8, 100 + i))}" for i in range(count)]
        if part == "test":
            rows = ["id\tsentence", *(f"{i}\t{row.split(chr(9))[3]}" for i, row in enumerate(rows))]
        (folder / "cola" / f"{part}.tsv").write_text("\n".join(rows) + "\n")


def gpt2(folder: Path) -> None:
    """A tiny GPT-2 with random weights: hyperparameters, byte vocabulary without merges, checkpoint."""
    import json

    import penstock as tf

    target = folder / "models" / "tiny"
    target.mkdir(parents=True)
    plain = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    letters = [chr(b) for b in plain] + [chr(256 + i) for i in range(256 - len(plain))]
    vocabulary = {letter: i for i, letter in enumerate([*letters, "<|endoftext|>"])}
    width, layers = 32, 2
    (target / "encoder.json").write_text(json.dumps(vocabulary))
    (target / "vocab.bpe").write_text("#version: 0.2\nt h\n", encoding="utf-8")
    (target / "hparams.json").write_text(
        json.dumps({"n_vocab": 257, "n_ctx": 64, "n_embd": width, "n_head": 2, "n_layer": layers})
    )
    shapes: dict[str, list[int]] = {"wpe": [64, width], "wte": [257, width]}
    for block in [*(f"h{i}/" for i in range(layers))]:
        for part, rows, columns in (
            ("attn/c_attn", width, 3 * width),
            ("attn/c_proj", width, width),
            ("mlp/c_fc", width, 4 * width),
            ("mlp/c_proj", 4 * width, width),
        ):
            shapes |= {f"{block}{part}/w": [1, rows, columns], f"{block}{part}/b": [columns]}
    for norm in [f"h{i}/ln_{j}" for i in range(layers) for j in (1, 2)] + ["ln_f"]:
        shapes |= {f"{norm}/g": [width], f"{norm}/b": [width]}
    rng = np.random.RandomState(0)
    with tf.Graph().as_default(), tf.Session() as sess:
        for name, shape in shapes.items():
            value = np.ones(shape) if name.endswith("/g") else rng.randn(*shape) * 0.3
            tf.get_variable(f"model/{name}", initializer=value.astype(np.float32))
        sess.run(tf.global_variables_initializer())
        tf.train.Saver().save(sess, str(target / "model.ckpt"))


def point_clouds(folder: Path) -> None:
    """ModelNet40's HDF5 files with a few made-up clouds."""
    import h5py

    target = folder / "data" / "modelnet40_ply_hdf5_2048"
    target.mkdir(parents=True)
    for part, seed in (("train", 1), ("test", 2)):
        rng = np.random.RandomState(seed)
        labels = rng.randint(0, 40, (64, 1)).astype(np.uint8)
        clouds = rng.randn(64, 2048, 3) * (1 + labels[:, :, None] / 10)
        with h5py.File(target / f"{part}0.h5", "w") as out:
            out["data"], out["label"] = (clouds / np.abs(clouds).max()).astype(np.float32), labels
        (target / f"{part}_files.txt").write_text(f"data/modelnet40_ply_hdf5_2048/{part}0.h5\n")
    (target / "shape_names.txt").write_text("\n".join(f"shape{i}" for i in range(40)))


def vgg19(name: str, fields: tuple[str, ...], divide: int = 8) -> Maker:
    """The MATLAB file of a VGG-19 with random weights, `divide` times fewer channels and the given order of fields."""

    def make(folder: Path) -> None:
        import scipy.io

        rng = np.random.RandomState(0)
        layers: list[object] = []

        def conv(rows: int, columns: int, size: int = 3) -> object:
            weights = np.empty((1, 2), object)
            weights[0, 0] = (rng.randn(size, size, rows, columns) * np.sqrt(2 / (9 * rows))).astype(np.float32)
            weights[0, 1] = np.zeros((1, columns), np.float32)
            values = {
                "weights": weights,
                "pad": np.ones((1, 4)),
                "type": "conv",
                "name": "conv",
                "stride": np.ones((1, 2)),
            }
            record = np.empty((1, 1), [(field, object) for field in fields])
            record[0, 0] = tuple(values[field] for field in fields)
            return record

        plain = np.empty((1, 1), [("type", object), ("name", object)])
        plain[0, 0] = ("other", "other")
        before = 3
        for count, channels in ((2, 64), (2, 128), (4, 256), (4, 512), (4, 512)):
            for _ in range(count):
                layers += [conv(before, channels // divide), plain]
                before = channels // divide
            layers.append(plain)
        cells = np.empty((1, len(layers)), object)
        for i, layer in enumerate(layers):
            cells[0, i] = layer
        average = np.empty((1, 1), [("normalization", object)])
        inner = np.empty((1, 1), [("averageImage", object)])
        inner[0, 0] = (np.full((224, 224, 3), 120.0),)
        average[0, 0] = (inner,)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        scipy.io.savemat(
            folder / name, {"layers": cells, "meta": average, "normalization": [[[np.full((224, 224, 3), 120.0)]]]}
        )

    return make


def tagging(folder: Path) -> None:
    """Vocabularies and word vectors for a sequence tagger, as its preparing script would write them."""
    lines = [
        line.split()
        for line in (folder / "data/test.txt").read_text().splitlines()
        if line.strip() and not line.startswith("-DOCSTART-")
    ]
    seen = sorted({parts[0].lower() for parts in lines if not parts[0].isdigit()}) + ["$UNK$", "$NUM$"]
    (folder / "data/words.txt").write_text("\n".join(seen))
    (folder / "data/tags.txt").write_text("\n".join(sorted({parts[-1] for parts in lines})))
    (folder / "data/chars.txt").write_text("\n".join(sorted({c for parts in lines for c in parts[0]})))
    np.savez_compressed(
        folder / "data/glove.6B.300d.trimmed.npz", embeddings=np.random.RandomState(0).randn(len(seen), 300) * 0.3
    )


def census(name: str) -> Maker:
    """The two files of the census income data."""

    def make(folder: Path) -> None:
        from_list = {
            "workclass": "Self-emp-not-inc Private State-gov Federal-gov Local-gov".split(),
            "education": "Bachelors HS-grad 11th Masters 9th Some-college".split(),
            "marital": "Married-civ-spouse Divorced Never-married Widowed".split(),
            "job": "Tech-support Craft-repair Sales Exec-managerial Adm-clerical".split(),
            "relation": "Husband Not-in-family Wife Own-child Unmarried".split(),
            "race": "White Black Other".split(),
            "gender": "Male Female".split(),
        }
        (folder / name).mkdir(parents=True, exist_ok=True)
        for file_name, count, seed in (("adult.data", 2000, 1), ("adult.test", 400, 2)):
            rng = np.random.RandomState(seed)
            rows = []
            for _ in range(count):
                pick = {key: values[rng.randint(len(values))] for key, values in from_list.items()}
                age, hours, years = rng.randint(17, 80), rng.randint(10, 70), rng.randint(1, 17)
                rich = ">50K" if age + hours + 5 * years + rng.randn() * 20 > 140 else "<=50K"
                first = f"{age},{pick['workclass']},{rng.randint(10000, 400000)},{pick['education']},{years}"
                second = f"{pick['marital']},{pick['job']},{pick['relation']},{pick['race']},{pick['gender']}"
                rows.append(f"{first},{second},{rng.randint(0, 9000)},0,{hours},United-States,{rich}")
            (folder / name / file_name).write_text("\n".join(rows) + "\n")

    return make
