"""Images, HDF5 files and compiled protocols are read as the releases of 2018 read them."""

import sys

import numpy as np
import pytest

from penstock.compat.old import uses
from tests.compat.old.conftest import SAMPLES


def test_strings_in_hdf5_files_are_those_of_h5py_2(program, recorded):
    found = program(
        """
import h5py
plain = lambda v: repr(v.tolist() if isinstance(v, np.ndarray) else v.item() if isinstance(v, np.generic) else v)
with h5py.File(path, "r") as f:
    attrs = {k: plain(f.attrs[k]) for k in sorted(f.attrs)}
    values = {k: plain(f[k][()]) for k in sorted(f)}
    old_values = {k: plain(f[k].value) for k in sorted(f)}
    version = f.attrs["ascii"].decode("utf8")
""",
        path=SAMPLES / "strings.h5",
    )
    assert {"attrs": found.attrs, "values": found.values} == recorded["h5"]
    assert found.old_values == found.values and found.version == "2.1.0"


def test_attributes_that_keras_reads_are_no_old_names_of_the_program(program, tmp_path):
    uses.forget()
    program(
        """
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
model.compile("sgd", "mse")
model.save(path)
tf.keras.models.load_model(path)
""",
        path=str(tmp_path / "model.h5"),
    )
    assert uses.summary() == ""
    found = program("import h5py\nwith h5py.File(path, 'r') as f: value = f.attrs.get('ascii')", path=SAMPLES / "strings.h5")
    assert isinstance(found.value, bytes) and "old_program.py:2" in uses.summary()
    uses.forget()


def test_an_hdf5_file_without_a_mode_can_be_written(program, tmp_path):
    source = "import h5py\nwith h5py.File(path) as f: f[name] = np.arange(3)\n"
    program(source, path=str(tmp_path / "a.h5"), name="x")
    found = program(source + "with h5py.File(path, 'r') as f: names = sorted(f)", path=str(tmp_path / "a.h5"), name="y")
    assert found.names == ["x", "y"]


def test_pillow_has_its_old_names(program):
    found = program("""
import PIL
from PIL import Image, ImageDraw, ImageFont
image = Image.new("RGB", (40, 40))
same = Image.ANTIALIAS == Image.LANCZOS
draw, font = ImageDraw.Draw(image), ImageFont.load_default()
sizes = [draw.textsize("ab", font=font), font.getsize("ab")]
lines = draw.textsize("ab\\nab", font=font)
modes = [Image.fromarray(np.zeros((2, 3), np.uint8), "L"), Image.fromarray(np.zeros((2, 3, 3), np.uint8), "HSV")]
version = PIL.PILLOW_VERSION
""")
    assert found.same and found.sizes[0] == found.sizes[1] and min(found.sizes[0]) > 5
    assert found.lines[0] == found.sizes[0][0] and found.lines[1] > 1.5 * found.sizes[0][1]
    assert [(im.mode, im.size) for im in found.modes] == [("L", (3, 2)), ("HSV", (3, 2))]


def test_modules_of_an_old_protoc_load(program, monkeypatch):
    monkeypatch.syspath_prepend(str(SAMPLES))
    found = program("import model_pb2\nimport base_pb2")
    Model, Point = found.model_pb2.Model, found.base_pb2.Point
    message = Model(inner=Model.Inner(name="a"))
    message.points["p"].tags.extend([1, 2])
    again = Model.FromString(message.SerializeToString())
    assert again == message and again.points["p"].x == 2.5 and again.WhichOneof("what") == "inner"
    assert Point.__module__ == "base_pb2" and found.base_pb2.Kind.Name(7) == "FANCY"
    for name in ("model_pb2", "base_pb2"):
        del sys.modules[name]


def test_protobuf_finds_classes_by_descriptor_as_before(program):
    found = program("""
from google.protobuf import json_format, message_factory, struct_pb2, symbol_database
a = message_factory.MessageFactory().GetPrototype(struct_pb2.Struct.DESCRIPTOR)
b = symbol_database.Default().GetSymbol("google.protobuf.Struct")
c = json_format.MessageToDict(struct_pb2.ListValue(), including_default_value_fields=True)
""")
    assert found.a is found.b is found.struct_pb2.Struct and found.c == []
    with pytest.raises(AttributeError):
        program("np.nope")
    assert np.array([1]).tolist() == [1]
