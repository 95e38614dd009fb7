"""Made-up data for the programs of `public_untried.py`: stories, walks, ratings, sound, articles."""

from __future__ import annotations

import json
import struct
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
from public_data import digits, words

Maker = Callable[[Path], None]


def speech(folder: Path) -> None:
    """Three seconds of tones as a file of the sizes that ctc_tensorflow_example asks for, and its sentence."""
    count = (93638 - 44) // 2
    t = np.arange(count) / 16000
    tones = sum(np.sin(2 * np.pi * f * t) * (np.sin(2 * np.pi * g * t) > 0) for f, g in ((310, 2), (720, 3), (1900, 5)))
    with wave.open(str(folder / "LDC93S1.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        file.writeframes((tones * 6000).astype("<i2").tobytes())
    (folder / "LDC93S1.txt").write_text("0 46797 She had your dark suit in greasy wash water all year.\n".ljust(62))


def stories(folder: Path) -> None:
    """The first of the bAbI tasks: who is where."""
    rng = np.random.RandomState(3)
    people, places = ["Mary", "John", "Sandra", "Daniel"], ["kitchen", "garden", "office", "hallway", "bathroom"]
    target = folder / "data/tasks_1-20_v1-2/en"
    target.mkdir(parents=True)
    for part in ("train", "test"):
        lines = []
        for _ in range(60):
            where: dict[str, tuple[str, int]] = {}
            for number in range(1, 16):
                if number % 3:
                    who, place = people[rng.randint(4)], places[rng.randint(5)]
                    where[who] = place, number
                    lines.append(f"{number} {who} went to the {place}.")
                else:
                    who = sorted(where)[rng.randint(len(where))]
                    lines.append(f"{number} Where is {who}? \t{where[who][0]}\t{where[who][1]}")
        (target / f"qa1_single-supporting-fact_{part}.txt").write_text("\n".join(lines) + "\n")


def citations(folder: Path) -> None:
    """A graph of 600 nodes in three kinds, as networkx 1.11 writes it, with features, in the files of GraphSAGE."""
    rng = np.random.RandomState(5)
    kinds = rng.randint(0, 3, 600)
    feats = rng.randn(600, 20) + 2 * np.eye(3, 20)[kinds]
    nodes = [{"id": i, "test": bool(i % 10 == 0), "val": bool(i % 10 == 1)} for i in range(600)]
    links = []
    for i in range(600):
        same = np.nonzero(kinds == kinds[i])[0]
        links += [{"source": i, "target": int(same[rng.randint(len(same))])} for _ in range(4)]
        links.append({"source": i, "target": int(rng.randint(600))})
    links = [link for link in links if link["source"] != link["target"]]
    target = folder / "made"
    target.mkdir()
    graph = {"directed": False, "graph": {}, "multigraph": False, "nodes": nodes, "links": links}
    (target / "toy-G.json").write_text(json.dumps(graph))
    np.save(target / "toy-feats.npy", feats)
    (target / "toy-id_map.json").write_text(json.dumps({str(i): i for i in range(600)}))
    (target / "toy-class_map.json").write_text(
        json.dumps({str(i): np.eye(3, dtype=int)[k].tolist() for i, k in enumerate(kinds)})
    )


def ratings(folder: Path) -> None:
    """What 300 users did with 100 things, in order, a line each."""
    rng = np.random.RandomState(6)
    lines = []
    for user in range(1, 301):
        thing = rng.randint(100)
        for _ in range(rng.randint(8, 30)):
            thing = (thing * 3 + rng.randint(4)) % 100
            lines.append(f"{user} {thing + 1}")
    (folder / "data/made.txt").write_text("\n".join(lines) + "\n")


def libfm(folder: Path) -> None:
    """Rows of ten features in the format of libFM."""
    rng = np.random.RandomState(8)
    weights = rng.randn(400)
    target = folder / "data/frappe"
    target.mkdir(parents=True, exist_ok=True)
    for part, count in (("train", 4000), ("validation", 500), ("test", 500)):
        lines = []
        for _ in range(count):
            fields = [f * 40 + int(rng.randint(40)) for f in range(10)]
            lines.append(f"{1 if weights[fields].sum() > 0 else -1} " + " ".join(f"{f}:1" for f in fields))
        (target / f"frappe.{part}.libfm").write_text("\n".join(lines) + "\n")


def neighbours(folder: Path) -> None:
    """Users and the things they took, in the files of NGCF."""
    rng = np.random.RandomState(9)
    target = folder / "Data/made"
    target.mkdir(parents=True)
    train, test = [], []
    for user in range(200):
        things = rng.permutation(np.arange(150)[(np.arange(150) + user) % 3 != 0])[:25]
        train.append(" ".join(map(str, [user, *things[:20]])))
        test.append(" ".join(map(str, [user, *things[20:]])))
    (target / "train.txt").write_text("\n".join(train) + "\n")
    (target / "test.txt").write_text("\n".join(test) + "\n")


def _feature(kind: int, value: bytes) -> bytes:
    return _field(kind, _field(1, value))


def _varint(value: int) -> bytes:
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def _field(number: int, value: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def example(values: dict[str, bytes | list[int]]) -> bytes:
    """A serialized tf.train.Example of strings and lists of integers."""
    features = b""
    for key in sorted(values):
        value = values[key]
        if isinstance(value, bytes):
            feature = _feature(1, value)
        else:
            feature = _field(3, _field(1, b"".join(_varint(v) for v in value)))
        features += _field(1, _field(1, key.encode()) + _field(2, feature))
    return _field(1, features)


def articles(folder: Path) -> None:
    """Twenty articles with their summaries, as length and Example, and a vocabulary."""
    all_words = words(20 * 80, 4)
    target = folder / "made"
    target.mkdir()
    out = b""
    for i in range(20):
        text = all_words[i * 80 : i * 80 + 80]
        summary = f"<s> {' '.join(text[5:15])} . </s>"
        data = example({"article": " ".join(text).encode(), "abstract": summary.encode()})
        out += struct.pack("q", len(data)) + data
    (target / "train_000.bin").write_bytes(out)
    (target / "vocab").write_text("".join(f"{w} {1000 - i}\n" for i, w in enumerate(sorted({*all_words[:900], "."}))))


def records(name: str, count: int = 400) -> Maker:
    """Pictures of digits as PNG in a TFRecord file, with the features of slim's datasets."""

    def make(folder: Path) -> None:
        import io

        from PIL import Image

        from penstock import python_io

        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        images, labels = digits(count, 1)
        with python_io.TFRecordWriter(str(path)) as writer:
            for image, label in zip(images, labels, strict=True):
                file = io.BytesIO()
                Image.fromarray(image).save(file, "PNG")
                fields: dict[str, bytes | list[int]] = {
                    "image/encoded": file.getvalue(),
                    "image/format": b"png",
                    "image/class/label": [int(label)],
                    "image/height": [28],
                    "image/width": [28],
                }
                writer.write(example(fields))

    return make
