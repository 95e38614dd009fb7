"""FlatBuffers by a table: what is written is read, and damage is told."""

import struct

import numpy as np
import pytest

from penstock.lite import flatbuffer, schema

KINDS = flatbuffer.parse(
    """
    Shape: name:string points:[Point] closed:bool=1 size:long weight:float=2 data:[ubyte] fill:Fill words:[string]
    Point: x:float y:float
    Plain: color:int
    Striped: colors:[int] wide:byte=-1
    """,
    {"Fill": ["Plain", "Striped"]},
)
SHAPE = {
    "name": "bow",
    "points": [{"x": 1.5}, {"x": 2.0, "y": -3.0}],
    "size": 2**40,
    "data": np.arange(5, dtype=np.uint8),
    "fill": ("Striped", {"colors": [7, 8, 9], "wide": 3}),
    "words": ["a", "", "c"],
}


def test_what_is_written_is_read():
    shape = flatbuffer.read(KINDS, "Shape", flatbuffer.write(KINDS, "Shape", SHAPE, b"SHAP"))
    assert (shape.name, shape.size, shape.closed, shape.weight) == ("bow", 2**40, True, 2.0)
    assert [(p.x, p.y) for p in shape.points] == [(1.5, 0.0), (2.0, -3.0)]
    assert shape.data.tolist() == [0, 1, 2, 3, 4] and shape.words == ["a", "", "c"]
    assert (shape.fill.kind, shape.fill.colors.tolist(), shape.fill.wide) == ("Striped", [7, 8, 9], 3)


def test_everything_is_aligned_as_the_format_asks():
    content = flatbuffer.write(KINDS, "Shape", SHAPE, b"SHAP")
    assert content[4:8] == b"SHAP"
    size = content.index(struct.pack("<q", 2**40))
    data = content.index(bytes([0, 1, 2, 3, 4]))
    assert size % 8 == 0 and data % 16 == 0


def test_fields_that_are_not_there_are_defaults():
    shape = flatbuffer.read(KINDS, "Shape", flatbuffer.write(KINDS, "Shape", {}, b"SHAP"))
    assert (shape.name, shape.points, shape.closed, shape.weight, shape.fill) == ("", [], True, 2.0, None)
    assert shape.data.size == 0


@pytest.mark.parametrize("place", range(8, 60, 4))
def test_an_offset_out_of_the_buffer_is_a_value_error_or_nothing(place):
    content = bytearray(flatbuffer.write(KINDS, "Shape", SHAPE, b"SHAP"))
    struct.pack_into("<I", content, place, 0x7FFFFFF0)
    try:
        flatbuffer.read(KINDS, "Shape", bytes(content))
    except ValueError as error:
        assert "bytes" in str(error)


def test_many_tables_in_few_bytes_are_refused():
    """A vector of a million offsets to one vector of a million offsets to one table."""
    content = bytearray(flatbuffer.write(KINDS, "Shape", {"points": [{"x": 1.0}]}, b"SHAP"))
    many = 300_000
    nested = {"subgraphs": [{"tensors": [{"name": "t"}]}], "version": 3}
    content = bytearray(schema.write(nested))
    graph = schema.read(bytes(content))
    assert len(graph.subgraphs) == 1
    kinds = flatbuffer.parse("Outer: rows:[Inner]\nInner: cells:[Cell]\nCell: x:int")
    data = bytearray(flatbuffer.write(kinds, "Outer", {"rows": [{"cells": [{"x": 1}] * 2000}]}, b"MANY"))
    read = flatbuffer.read(kinds, "Outer", bytes(data))
    assert len(read.rows[0].cells) == 2000
    # All of the many rows are the one row.
    root = struct.unpack_from("<I", data)[0]
    vtable = root - struct.unpack_from("<i", data, root)[0]
    field = root + struct.unpack_from("<H", data, vtable + 4)[0]
    vector = field + struct.unpack_from("<I", data, field)[0]
    row = vector + 4 + struct.unpack_from("<I", data, vector + 4)[0]
    start = len(data)
    struct.pack_into("<I", data, field, start - field)
    data += struct.pack("<I", many) + bytes(4 * many)
    # Offsets are unsigned and point forward, so the row must come after: a copy of table and vector at the end.
    cells_field = row + struct.unpack_from("<H", data, row - struct.unpack_from("<i", data, row)[0] + 4)[0]
    cells = cells_field + struct.unpack_from("<I", data, cells_field)[0]
    new_row = len(data)
    data += struct.pack("<i", new_row - (row - struct.unpack_from("<i", data, row)[0])) + struct.pack("<I", 4)
    new_cells = len(data)
    count = struct.unpack_from("<I", data, cells)[0]
    data += struct.pack("<I", count)
    last = new_cells + 4 + 4 * count
    cell_vtable = last
    data += b"".join(struct.pack("<I", last + 8 - (new_cells + 4 + 4 * i)) for i in range(count))
    data += struct.pack("<HHHH", 6, 8, 4, 0) + struct.pack("<i", 8) + struct.pack("<i", 1)
    assert len(data) == cell_vtable + 16
    for i in range(many):
        place = start + 4 + 4 * i
        struct.pack_into("<I", data, place, new_row - place)
    with pytest.raises(ValueError, match="more than 1000000 tables"):
        flatbuffer.read(kinds, "Outer", bytes(data))


def test_the_schema_knows_the_numbers_of_operators():
    """A few that the format's documentation names."""
    wanted = {
        "ADD": 0,
        "CONV_2D": 3,
        "CUSTOM": 32,
        "TRANSPOSE": 39,
        "LEAKY_RELU": 98,
        "QUANTIZE": 114,
        "HARD_SWISH": 117,
        "BATCH_MATMUL": 126,
    }
    assert {name: schema.NUMBERS[name] for name in wanted} == wanted
