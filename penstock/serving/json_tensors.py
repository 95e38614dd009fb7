"""Requests and answers of the REST interface: tensors and examples as JSON, by rows or by columns.

A list that is what it should be becomes an array at once. Only when something is odd is it walked value by value, to find the
first that is not right and to tell in TensorFlow Serving's words why.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any

import numpy as np
import orjson

from penstock.graph import dtypes, errors, values
from penstock.serving.configuration import message
from penstock.serving.json_pieces import LARGE, LargeDocument, Numbers, parse_pieces, types_in
from penstock.serving.json_values import float32_text, in_line, in_lines, kind_of, quoted, shown, texts_of
from penstock.serving.signatures import Signature, invalid

_DEEPEST = 254  # dimensions of a tensor
# Types in JSON that a tensor may be made of, by the kind of its own.
_NUMBERS: dict[str, set[type]] = {"f": {int, float}, "i": {int}, "u": {int}, "b": {bool}}


# Python takes half of a surrogate pair in a string of JSON, and then cannot write it. This matches all up to such a half.
_HALF_A_PAIR = re.compile(
    rb"(?:[^\\]++|\\[^u]|\\u(?!d[89a-f])....|\\ud[89ab]..\\ud[c-f]..)*+(?P<half>\\ud)", re.IGNORECASE | re.DOTALL
)


def _parsed(body: bytes) -> Any:
    """What JSON says, read by a parser that takes a twelfth of the time of Python's own for an image (14 µs to 167).

    What that one does not take has NaN or infinities, which Python's own does, or is wrong, and Python's own tells where.
    """
    try:
        return orjson.loads(body)
    except ValueError:
        return json.loads(body)


def parse(body: bytes) -> dict[str, Any]:
    """The object in the body of a request.

    Raises:
      tf.errors.InvalidArgumentError: it is not JSON, or not an object.
    """
    if not body:
        raise invalid("JSON Parse error: The document is empty")
    if len(body) >= LARGE and (pieces := parse_pieces(body)) is not None:
        return pieces
    try:
        found = _parsed(body)
    except json.JSONDecodeError as error:
        raise invalid(f"JSON Parse error: Invalid value. at offset: {error.pos}") from None
    except (UnicodeDecodeError, RecursionError, ValueError):
        raise invalid("JSON Parse error: Invalid encoding in string. at offset: 0") from None
    if b"\\" in body and b"\\u" in body and (half := _HALF_A_PAIR.match(body)) is not None:
        text = "The surrogate pair in string is invalid."
        raise invalid(f"JSON Parse error: {text} at offset: {half.start('half')}")
    if not isinstance(found, dict):
        raise invalid(f"JSON Value: {shown(found)} Is not object")
    return found


def signature_name(document: dict[str, Any]) -> str:
    """The signature that a request names; empty if it names none."""
    name = document.get("signature_name", "")
    if not isinstance(name, str):
        raise invalid(
            f"JSON Value: {shown(document)} not formatted correctly. 'signature_name' key must be a string value."
        )
    return name


def feeds(document: dict[str, Any], signature: Signature, name: str) -> tuple[list[np.ndarray], bool]:
    """(the arrays to feed, whether the request is by rows).

    Raises:
      tf.errors.InvalidArgumentError: the request is not right.
    """
    types = {alias: dtypes.as_dtype(number) if number else None for alias, number in signature.input_types.items()}
    if not types:
        raise invalid(f"Failed to get input map for signature: {name or 'DEFAULT'}")
    if isinstance(document, LargeDocument):
        if len(types) == 1:
            ((_, dtype),) = types.items()
            array = _of_numbers(document.numbers, dtype)
            if array is not None:
                return [array], "instances" in document
        document = document.whole()
    if "instances" in document:
        if "inputs" in document:
            raise invalid(
                f"JSON Value: {shown(document)} Not formatted correctly expecting only one of 'inputs' or "
                "'instances' keys to exist "
            )
        rows = document["instances"]
        if not isinstance(rows, list):
            raise invalid(f"JSON Value: {shown(document)} Excepting 'instances' to be an list/array")
        if not rows:
            raise invalid(f"JSON Value: {shown(document)} No values in 'instances' array")
        found = _by_rows(rows, types)
        return [found[alias] for alias in signature.inputs], True
    if "inputs" in document:
        found = _by_columns(document["inputs"], types)
        return [found[alias] for alias in signature.inputs], False
    raise invalid("Missing 'inputs' or 'instances' key")


def _is_base64(value: Any) -> bool:
    return isinstance(value, dict) and len(value) == 1 and isinstance(value.get("b64"), str)


def _is_object(value: Any) -> bool:
    return isinstance(value, dict) and not _is_base64(value)


def _by_rows(rows: list[Any], types: dict[str, Any]) -> dict[str, np.ndarray]:
    if not isinstance(rows[0], dict) and len(types) > 1:
        raise invalid(
            "instances is a plain list, but expecting list of objects as multiple input tensors required as per "
            "tensorinfo_map"
        )
    if not _is_object(rows[0]):
        (alias, dtype), *_ = types.items()
        found = _quickly(rows, dtype)
        if found is not None:
            return {alias: found}
        parts = []
        for number, row in enumerate(rows):
            if _is_object(row):
                raise invalid(f"Expecting value/list but got object at item {number} of input list")
            parts.append(_row(row, dtype, parts, f"Failed to process element: {number} of 'instances' list. Error: "))
        return {alias: np.stack(parts)}
    columns: dict[str, list[np.ndarray]] = {alias: [] for alias in types}
    for number, row in enumerate(rows):
        if not _is_object(row):
            raise invalid(f"Expecting object but got list at item {number} of input list")
        for alias, value in row.items():
            before = f"Failed to process element: {number} key: {alias} of 'instances' list. Error: "
            if alias not in types:
                raise invalid(f"{before}Invalid argument: JSON object: does not have named input: {alias}")
            columns[alias].append(_row(value, types[alias], columns[alias], before))
        if row.keys() != types.keys():
            raise invalid(
                f"Failed to process element: {number} of 'instances' list. JSON object: {shown(row)} keys must be "
                f"equal to: {','.join(sorted(types))}"
            )
    return {alias: np.stack(parts) for alias, parts in columns.items()}


def _row(value: Any, dtype: Any, before: list[np.ndarray], where: str) -> np.ndarray:
    try:
        found = tensor(value, dtype)
        if before and before[0].size != found.size:
            raise invalid(f"Expecting tensor size: {before[0].size} but got: {found.size}")
        if before and before[0].shape != found.shape:
            texts = ["[" + ",".join(map(str, a.shape)) + "]" for a in (before[0], found)]
            raise invalid(f"Expecting shape {texts[0]} but got: {texts[1]}")
        return found
    except errors.InvalidArgumentError as error:
        raise invalid(f"{where}Invalid argument: {error.message}") from None


def _by_columns(value: Any, types: dict[str, Any]) -> dict[str, np.ndarray]:
    if not isinstance(value, dict) or _is_base64(value):
        if len(types) > 1:
            raise invalid(
                "inputs is a plain value/list, but expecting an object as multiple input tensors required as per "
                "tensorinfo_map"
            )
        (alias, dtype), *_ = types.items()
        return {alias: tensor(value, dtype)}
    found = {}
    for alias, dtype in types.items():
        if alias not in value:
            raise invalid(f"Missing named input: {alias} in 'inputs' object.")
        found[alias] = tensor(value[alias], dtype)
    return found


def tensor(value: Any, dtype: Any) -> np.ndarray:
    """The array of a JSON value.

    Raises:
      tf.errors.InvalidArgumentError: it is not a tensor of this type.
    """
    if isinstance(value, list) and value:
        found = _quickly(value, dtype)
        if found is not None:
            return found
    return _slowly(value, dtype)


def _quickly(value: list[Any], dtype: Any) -> np.ndarray | None:
    """The array, if a look at the list as a whole shows that all is right."""
    if dtype is None or dtype.storage.kind not in _NUMBERS or dtype.is_quantized:
        return None
    kinds = types_in(value)
    if not kinds or not kinds <= _NUMBERS[dtype.storage.kind]:
        return None
    try:
        with np.errstate(over="ignore"):
            if dtype is dtypes.float32 or dtype is dtypes.float64:
                # In one step: a conversion of many numbers would let other threads in, and wait for them.
                array = np.array(value, dtype.storage)
                return array if array.size else None
            array = np.array(value)
            if not array.size or array.dtype.kind == "O":
                return None
            if dtype.storage.kind in "iu":
                info = np.iinfo(dtype.storage)
                if array.min() < info.min or array.max() > info.max:
                    return None
            return array.astype(dtype.storage)
    except (ValueError, OverflowError, TypeError, RecursionError):
        return None


def _of_numbers(numbers: Numbers, dtype: Any) -> np.ndarray | None:
    """The array of a list that has been read in pieces, or None if it is not all right."""
    array = numbers.array
    if dtype is None or dtype.is_quantized or not numbers.types <= _NUMBERS.get(dtype.storage.kind, set()):
        return None
    if dtype.storage.kind in "iu":
        info = np.iinfo(dtype.storage)
        if array.min() < info.min or array.max() > info.max:
            return None
        return array.astype(dtype.storage)
    with np.errstate(over="ignore"):
        return array.astype(np.float64, copy=False).astype(dtype.storage, copy=False)


def _slowly(value: Any, dtype: Any) -> np.ndarray:
    shape: list[int] = []
    inner = value
    while isinstance(inner, list):
        shape.append(len(inner))
        if len(shape) > _DEEPEST:
            raise invalid("Encountered list at unexpected level: 255 expected < 255")
        if not inner:
            break
        inner = inner[0]
    flat: list[Any] = []
    _walk(value, 0, shape, dtype, flat)
    if dtype is dtypes.string:
        return values.object_array(flat, tuple(shape))
    return np.array(flat, dtype.storage if dtype is not None else None).reshape(shape)


def _walk(value: Any, level: int, shape: list[int], dtype: Any, flat: list[Any]) -> None:
    rank = len(shape)
    if not isinstance(value, list):
        if level != rank:
            raise invalid(
                f"JSON Value: {shown(value)} found at incorrect level: {level + 1} in the JSON DOM. Expected at "
                f"level: {rank}"
            )
        flat.append(_one(value, dtype))
        return
    if level >= rank:
        raise invalid(f"Encountered list at unexpected level: {level} expected < {rank}")
    if len(value) != shape[level]:
        raise invalid(
            f"Encountered list at unexpected size: {len(value)} at level: {level} expected size: {shape[level]}"
        )
    for item in value:
        _walk(item, level + 1, shape, dtype, flat)


def _one(value: Any, dtype: Any) -> Any:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    storage = dtype.storage if dtype is not None else None
    if dtype is dtypes.string:
        if isinstance(value, str):
            return value.encode(errors="surrogatepass")
        if isinstance(value, dict):
            return decoded(value)
    elif dtype is None or storage is None or storage.kind not in "fiub" or dtype.is_quantized:
        text = type_text(dtype)
        raise errors.UnimplementedError(None, None, f"Conversion of JSON Value: {shown(value)} to type: {text}")
    elif storage.kind == "f" and number:
        try:
            return float(value)
        except OverflowError:
            return float("inf") if value > 0 else float("-inf")
    elif storage.kind in "iu" and number and isinstance(value, int):
        info = np.iinfo(storage)
        if info.min <= value <= info.max:
            return value
    elif storage.kind == "b" and isinstance(value, bool):
        return value
    raise invalid(f"JSON Value: {shown(value)} Type: {kind_of(value)} is not of expected type: {type_text(dtype)}")


def type_text(dtype: Any) -> str:
    """`float` for a type."""
    return "invalid" if dtype is None else dtypes.type_text(dtype)


def decoded(value: dict[str, Any]) -> bytes:
    """The bytes of `{"b64": "..."}`."""
    if not _is_base64(value):
        raise invalid(f"JSON Value: {shown(value)} not formatted correctly for base64 data")
    text = value["b64"].translate(str.maketrans("-_", "+/", " \t\r\n"))
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise invalid("Unable to base64 decode") from None


# -- answers of Predict -----------------------------------------------------------------------------------------------


def predictions(outputs: tuple[str, ...], found: list[Any], types: list[Any], by_rows: bool) -> bytes:
    """The body of the answer to a Predict.

    Raises:
      tf.errors.InvalidArgumentError: outputs have no rows, or not equally many, or a type that JSON cannot hold.
    """
    if not outputs:
        raise invalid("Cannot convert empty tensor map to JSON")
    arrays = [np.asarray(value) for value in found]
    if by_rows:
        size = -1
        for alias, array in zip(outputs, arrays):
            if not array.ndim:
                raise invalid(f"Tensor name: {alias} has no shape information ")
            if size >= 0 and array.shape[0] != size:
                raise invalid(f"Tensor name: {alias} has inconsistent batch size: {array.shape[0]} expecting: {size}")
            size = array.shape[0]
    columns = []
    for alias, array, dtype in zip(outputs, arrays, types):
        try:
            columns.append(texts_of(array, dtype, alias.endswith("_bytes") and dtype is dtypes.string))
        except ValueError:
            raise invalid(f"Failed to write JSON value for tensor type: {type_text(dtype)}") from None
    if by_rows:
        text = _rows_text(outputs, columns)
    elif len(outputs) == 1:
        text = f'{{\n    "outputs": {in_lines(columns[0], 1)}\n}}'
    else:
        lines = ",\n".join(f"        {quoted(a)}: {in_lines(c, 2)}" for a, c in zip(outputs, columns))
        text = f'{{\n    "outputs": {{\n{lines}\n    }}\n}}'
    return text.encode(errors="surrogateescape")


def _rows_text(outputs: tuple[str, ...], columns: list[Any]) -> str:
    if len(outputs) == 1:
        rows = ", ".join(map(in_line, columns[0]))
        return f'{{\n    "predictions": [{rows}\n    ]\n}}' if columns[0] else '{\n    "predictions": []\n}'
    objects = []
    for row in zip(*columns):
        lines = ",\n".join(f"            {quoted(a)}: {in_line(v)}" for a, v in zip(outputs, row))
        objects.append(f"\n        {{\n{lines}\n        }}")
    return f'{{\n    "predictions": [{",".join(objects)}\n    ]\n}}' if objects else '{\n    "predictions": []\n}'


# -- examples ---------------------------------------------------------------------------------------------------------


def fill_examples(document: dict[str, Any], request: Any, method: str) -> None:
    """Writes the examples of a request for Classify or Regress into its message.

    Raises:
      tf.errors.InvalidArgumentError: the request is not right.
    """
    request.model_spec.signature_name = signature_name(document)
    if isinstance(document, LargeDocument):
        document = document.whole()
    if "examples" not in document:
        raise invalid(
            f"JSON Value: {shown(document)} When method is {method}, key 'examples' is expected and was not found"
        )
    examples = document["examples"]
    if not isinstance(examples, list):
        raise invalid(f"JSON Value: {shown(document)} Expecting 'examples' value to be an list/array")
    if not examples:
        raise invalid(f"JSON Value: {shown(document)} 'examples' value is an empty array")
    if "context" in document:
        _example(document["context"], request.input.example_list_with_context.context)
        add = request.input.example_list_with_context.examples.add
    else:
        add = request.input.example_list.examples.add
    for example in examples:
        _example(example, add())


def _example(value: Any, example: Any) -> None:
    if not isinstance(value, dict):
        raise invalid(f"Example must be JSON object but got JSON {kind_of(value)}")
    example.SetInParent()
    for name, content in value.items():
        feature = example.features.feature[name]
        if isinstance(content, list):
            for item in content:
                _add(item, name, feature)
        else:
            _add(content, name, feature)


def _add(value: Any, name: str, feature: Any) -> None:
    if isinstance(value, bool):
        kind, item = "int64_list", int(value)
    elif isinstance(value, str):
        kind, item = "bytes_list", value.encode(errors="surrogatepass")  # type: ignore[assignment]
    elif isinstance(value, int):
        if not -(1 << 63) <= value < 1 << 63:
            raise invalid(f"Feature: {name} has uint64 element. Only int64 is supported.")
        kind, item = "int64_list", value
    elif isinstance(value, float):
        kind, item = "float_list", value  # type: ignore[assignment]
    elif _is_base64(value):
        kind, item = "bytes_list", decoded(value)  # type: ignore[assignment]
    else:
        raise invalid(f"Feature: {name} has element with unexpected JSON type: {kind_of(value)}")
    have = feature.WhichOneof("kind")
    if have is not None and have != kind:
        word = {"bytes_list": "bytes", "float_list": "float", "int64_list": "int64"}[have]
        raise invalid(f"Unexpected element type in feature: {name} expecting type: {word}")
    getattr(feature, kind).value.append(item)


def classifications(result: Any) -> bytes:
    """The body of the answer to a Classify."""
    rows = [
        "[" + ", ".join(f"[{quoted(c.label)}, {float32_text(c.score)}]" for c in row.classes) + "]"
        for row in result.classifications
    ]
    return f'{{\n    "results": [{", ".join(rows)}\n    ]\n}}'.encode()


def regressions(result: Any) -> bytes:
    """The body of the answer to a Regress."""
    rows = ", ".join(float32_text(r.value) for r in result.regressions)
    return f'{{\n    "results": [{rows}]\n}}'.encode()


def spec(name: str, version: int | None, label: str | None) -> Any:
    """The `ModelSpec` of an address."""
    found = message("ModelSpec")(name=name)
    if version is not None:
        found.version.value = version
    elif label is not None:
        found.version_label = label
    return found
