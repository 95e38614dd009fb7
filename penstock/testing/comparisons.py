"""The comparing half of `tf.test.TestCase`: arrays, nested structures, protocol messages, ranges, shapes and devices.

Every method takes tensors too; what they are worth is asked of `evaluate`, which the other half has.
"""

from __future__ import annotations

import collections.abc
import difflib
import functools
import itertools
import math
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from absl.testing import absltest

from penstock._namespace import find
from penstock.graph import device, dtypes, versions
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike

F = TypeVar("F", bound=Callable[..., Any])

_FLOATS = (np.float16, np.float32, np.float64, dtypes.bfloat16.as_numpy_dtype)


def is_ragged(value: Any) -> bool:
    """Says whether `value` is a ragged tensor or the value of one."""
    return hasattr(value, "row_splits") and hasattr(value, "flat_values")


def py_func_if_in_function(f: F) -> F:
    """Decorator: in the body of a function of the graph, `f` waits for the values of its tensors and gets arrays."""

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        if not find("get_default_graph")().building_function:
            return f(*args, **kwargs)
        places = [i for i, value in enumerate(args) if isinstance(value, (Tensor, find("Variable")))]

        def later(*values: Any) -> None:
            given = list(args)
            for place, value in zip(places, values):
                given[place] = value
            f(*given, **kwargs)

        return find("py_func")(later, [args[place] for place in places], [])

    return decorated  # type: ignore[return-value]


def proto_eq(a: Any, b: Any) -> bool:
    """Says whether two messages, or fields of them, are equal; NaNs differ, order of repeated fields counts."""
    a, b = _as_dictionary(a), _as_dictionary(b)
    if not isinstance(a, dict) or not isinstance(b, dict):
        return bool(a == b)
    return a.keys() == b.keys() and all(proto_eq(a[key], b[key]) for key in a)


def _as_dictionary(value: object) -> Any:
    if hasattr(value, "ListFields"):
        return {field.number: part for field, part in value.ListFields()}
    if isinstance(value, collections.abc.Mapping):
        return dict(value)
    if isinstance(value, collections.abc.Iterable) and not isinstance(value, (str, bytes)):
        return dict(enumerate(value))
    return value


def _round_numbers(message: Any) -> None:
    """Rounds the floating-point fields of a message in place, so that the text of two close ones is the same."""
    for field, value in message.ListFields():
        digits = {field.TYPE_FLOAT: 6, field.TYPE_DOUBLE: 7}
        if field.type in digits:
            if isinstance(value, float):
                setattr(message, field.name, round(value, digits[field.type]))
            else:
                value[:] = [round(item, digits[field.type]) for item in value]
        elif field.type == field.TYPE_MESSAGE:
            parts = value.values() if isinstance(value, collections.abc.Mapping) else value
            for part in [parts] if hasattr(parts, "ListFields") else parts:
                if hasattr(part, "ListFields"):
                    _round_numbers(part)


class Comparisons(absltest.TestCase):
    """The `assert*` methods of `tf.test.TestCase` that look at values."""

    # absltest drops what Python 3.12 dropped; programs of 1.x still call them.
    assertRaisesRegexp = absltest.TestCase.assertRaisesRegex
    assertItemsEqual = absltest.TestCase.assertCountEqual
    assertEquals = absltest.TestCase.assertEqual
    assertNotEquals = absltest.TestCase.assertNotEqual
    assertAlmostEquals = absltest.TestCase.assertAlmostEqual
    assertNotAlmostEquals = absltest.TestCase.assertNotAlmostEqual
    assertRegexpMatches = absltest.TestCase.assertRegex
    assertNotRegexpMatches = absltest.TestCase.assertNotRegex
    assert_ = absltest.TestCase.assertTrue

    evaluate: Callable[[Any], Any]  # the other half of the class knows sessions

    def _GetNdArray(self, a: Any) -> np.ndarray:
        if isinstance(a, Tensor):
            a = self.evaluate(a)
        return a if isinstance(a, np.ndarray) else np.array(a)

    # -- numbers ----------------------------------------------------------------------------------------------------

    @py_func_if_in_function
    def assertNear(self, f1: float, f2: float, err: float, msg: str | None = None) -> None:
        """Fails unless |f1 - f2| <= err; equal infinities are near."""
        note = f" ({msg})" if msg is not None else ""
        f1, f2 = (value.item() if isinstance(value, np.ndarray) and value.size == 1 else value for value in (f1, f2))
        self.assertTrue(f1 == f2 or math.fabs(f1 - f2) <= err, "%f != %f +/- %f%s" % (f1, f2, err, note))

    @py_func_if_in_function
    def assertArrayNear(self, farray1: Any, farray2: Any, err: float, msg: str | None = None) -> None:
        """Fails unless two sequences have one length and `assertNear` holds for each pair of elements."""
        self.assertEqual(len(farray1), len(farray2), msg=msg)
        for f1, f2 in zip(farray1, farray2):
            self.assertNear(float(f1), float(f2), err, msg=msg)

    @py_func_if_in_function
    def assertNDArrayNear(self, ndarray1: Any, ndarray2: Any, err: float, msg: str | None = None) -> None:
        """Fails unless the norm of the difference of two arrays is below `err`."""
        self.assertTrue(self._NDArrayNear(ndarray1, ndarray2, err), msg=msg)

    def _NDArrayNear(self, ndarray1: Any, ndarray2: Any, err: float) -> bool:
        return bool(np.linalg.norm(ndarray1 - ndarray2) < err)

    # -- arrays and structures of them ------------------------------------------------------------------------------

    @py_func_if_in_function
    def assertAllClose(self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: str | None = None) -> None:
        """Fails unless two structures of arrays or tensors are close: |a - b| <= atol + rtol·|b|, NaN close to NaN.

        Args:
          a, b: arrays, tensors, or dictionaries, named tuples, tuples and lists of them, nested as deeply as wanted.
          rtol, atol: tolerances.
          msg: text for the failure's message.

        Raises:
          ValueError: one is a dictionary where the other is not, or two sequences differ in length.
        """
        if is_ragged(a) or is_ragged(b):
            self._assertRaggedClose(a, b, rtol, atol, msg)
        else:
            self._assertAllCloseRecursive(a, b, rtol=rtol, atol=atol, msg=msg)

    def _assertAllCloseRecursive(
        self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, path: list | None = None, msg: str | None = None
    ) -> None:
        path, note = path or [], msg or ""
        place = "".join(f"[{part}]" for part in path)
        a, b = (x._asdict() if hasattr(x, "_asdict") else x for x in (a, b))
        differ = f"Mismatched value: a{place} is different from b{place}. {note}"
        if isinstance(a, collections.abc.Mapping) != isinstance(b, collections.abc.Mapping):
            raise ValueError(f"Can't compare dict to non-dict, a{place} vs b{place}. {note}")
        if isinstance(a, collections.abc.Mapping):
            keys = f"mismatched keys: a{place} has keys {a.keys()}, but b{place} has keys {b.keys()}. {note}"
            self.assertCountEqual(a.keys(), b.keys(), msg=keys)
            for key in a:
                self._assertAllCloseRecursive(a[key], b[key], rtol, atol, [*path, key], msg)
        elif isinstance(a, (list, tuple)):
            try:
                arrays = self._GetNdArray(a), self._GetNdArray(b)
                self._assertArrayLikeAllClose(*arrays, rtol=rtol, atol=atol, msg=differ)
            except (ValueError, TypeError, NotImplementedError):  # not one array, or tensors: element by element
                if len(a) != len(b):
                    lengths = f"a{place} has {len(a)} items, but b{place} has {len(b)} items"
                    raise ValueError(f"Mismatched length: {lengths}. {note}") from None
                for i, (x, y) in enumerate(zip(a, b)):
                    self._assertAllCloseRecursive(x, y, rtol, atol, [*path, str(i)], msg)
        else:
            try:
                self._assertArrayLikeAllClose(a, b, rtol=rtol, atol=atol, msg=differ)
            except TypeError as error:
                types = f"Error: a{place} has {type(a)}, but b{place} has {type(b)}. {note}"
                error.args = (f"{error.args[0]} : {types}", *error.args[1:])
                raise

    def _assertArrayLikeAllClose(
        self, a: np.ndarray, b: np.ndarray, rtol: float = 1e-6, atol: float = 1e-6, msg: str | None = None
    ) -> None:
        a, b = self._GetNdArray(a), self._GetNdArray(b)
        # Printing a large array of many axes takes long.
        contents = f" with contents {b}" if a.shape != b.shape and (b.ndim <= 3 or b.size < 500) else ""
        self.assertEqual(a.shape, b.shape, f"Shape mismatch: expected {a.shape}, got {b.shape}{contents}.")
        if np.allclose(a, b, rtol=rtol, atol=atol):
            return
        far = np.logical_or(np.abs(a - b) > atol + rtol * np.abs(b), np.isnan(a) != np.isnan(b))
        lines = [str(msg)]
        if a.ndim:
            lines.append(f"not close where = {np.where(far)}")
        x, y = (a[far], b[far]) if a.ndim else (a, b)
        lines += [f"not close lhs = {x}", f"not close rhs = {y}", f"not close dif = {np.abs(x - y)}"]
        lines += [f"not close tol = {atol + rtol * np.abs(y)}", f"dtype = {a.dtype}, shape = {a.shape}"]
        np.testing.assert_allclose(a, b, rtol=rtol, atol=atol, err_msg="\n".join(lines), equal_nan=True)

    @py_func_if_in_function
    def assertAllCloseAccordingToType(
        self,
        a: Any,
        b: Any,
        rtol: float = 1e-6,
        atol: float = 1e-6,
        float_rtol: float = 1e-6,
        float_atol: float = 1e-6,
        half_rtol: float = 1e-3,
        half_atol: float = 1e-3,
        bfloat16_rtol: float = 1e-2,
        bfloat16_atol: float = 1e-2,
        msg: str | None = None,
    ) -> None:
        """`assertAllClose` with tolerances that fit the coarser of the two types."""
        a, b = self._GetNdArray(a), self._GetNdArray(b)
        for types, r, t in (
            ((np.float32, np.complex64), float_rtol, float_atol),
            ((np.float16,), half_rtol, half_atol),
            ((dtypes.bfloat16.as_numpy_dtype,), bfloat16_rtol, bfloat16_atol),
        ):
            if a.dtype in types or b.dtype in types:
                rtol, atol = max(rtol, r), max(atol, t)
        self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)

    @py_func_if_in_function
    def assertNotAllClose(self, a: Any, b: Any, **kwargs: Any) -> None:
        """Fails if `assertAllClose` does not."""
        try:
            self.assertAllClose(a, b, **kwargs)
        except AssertionError:
            return
        raise AssertionError("The two values are close at all elements")

    @py_func_if_in_function
    def assertAllEqual(self, a: Any, b: Any, msg: str | None = None) -> None:
        """Fails unless two arrays or tensors have the same shape and elements; NaN equals NaN."""
        if is_ragged(a) or is_ragged(b):
            self._assertRaggedEqual(a, b, msg)
            return
        note = msg or ""
        a, b = self._GetNdArray(a), self._GetNdArray(b)
        contents = f" Contents: {b}. \n{note}." if b.ndim <= 3 or b.size < 500 else f" {note}"
        self.assertEqual(a.shape, b.shape, f"Shape mismatch: expected {a.shape}, got {b.shape}.{contents}")
        same = a == b
        if a.dtype in _FLOATS:
            same = np.logical_or(same, np.logical_and(np.isnan(a), np.isnan(b)))
        if np.all(same):
            return
        differ = np.logical_not(same)
        lines = [note]
        if a.ndim:
            lines.append(f"not equal where = {np.where(differ)}")
        x, y = (a[differ], b[differ]) if a.ndim else (a, b)
        lines += [f"not equal lhs = {x}", f"not equal rhs = {y}"]
        np.testing.assert_array_equal(a, b, err_msg="\n".join(lines))

    @py_func_if_in_function
    def assertNotAllEqual(self, a: Any, b: Any, msg: str | None = None) -> None:
        """Fails if `assertAllEqual` does not."""
        try:
            self.assertAllEqual(a, b, msg)
        except AssertionError:
            return
        raise AssertionError("The two values are equal at all elements")

    # -- bounds -----------------------------------------------------------------------------------------------------

    @py_func_if_in_function
    def assertAllGreater(self, a: Any, comparison_target: Any) -> None:
        """Fails unless all elements are greater than the target."""
        self.assertGreater(np.min(self._GetNdArray(a)), comparison_target)

    @py_func_if_in_function
    def assertAllLess(self, a: Any, comparison_target: Any) -> None:
        """Fails unless all elements are less than the target."""
        self.assertLess(np.max(self._GetNdArray(a)), comparison_target)

    @py_func_if_in_function
    def assertAllGreaterEqual(self, a: Any, comparison_target: Any) -> None:
        """Fails unless no element is less than the target."""
        self.assertGreaterEqual(np.min(self._GetNdArray(a)), comparison_target)

    @py_func_if_in_function
    def assertAllLessEqual(self, a: Any, comparison_target: Any) -> None:
        """Fails unless no element is greater than the target."""
        self.assertLessEqual(np.max(self._GetNdArray(a)), comparison_target)

    @py_func_if_in_function
    def assertAllInRange(
        self,
        target: TensorLike,
        lower_bound: Any,
        upper_bound: Any,
        open_lower_bound: bool = False,
        open_upper_bound: bool = False,
    ) -> None:
        """Fails unless all elements lie between the bounds, which belong to the range unless they are open."""
        target = self._GetNdArray(target)
        if target.dtype.kind not in "fiu" and target.dtype not in _FLOATS:
            raise AssertionError(
                f"The value of {target} does not have an ordered numeric type, instead it has type: {target.dtype}"
            )
        self._fail_at(np.isnan(target), target, "are NaN. Subscripts(s) and value(s) of the NaN element(s)")
        span = f"{'(' if open_lower_bound else '['}{lower_bound}, {upper_bound}{')' if open_upper_bound else ']'}"
        below = target <= lower_bound if open_lower_bound else target < lower_bound
        above = target >= upper_bound if open_upper_bound else target > upper_bound
        what = f"are outside the range {span}. Subscript(s) and value(s) of the offending elements"
        self._fail_at(below | above, target, what)

    def _fail_at(self, where: Any, value: np.ndarray, what: str) -> None:
        places = np.nonzero(np.atleast_1d(where))
        if len(places[0]):
            lines = self._format_subscripts(places, np.atleast_1d(value))
            raise AssertionError(f"{len(places[0])} of the {value.size} element(s) {what}:\n" + "\n".join(lines))

    def _format_subscripts(self, subscripts: Any, value: np.ndarray, limit: int = 10, indent: int = 2) -> list[str]:
        rows = np.transpose(subscripts)
        lines = [f"{' ' * indent}{row} : {value[tuple(row)]}" for row in itertools.islice(rows, limit)]
        return lines + ([" " * indent + "..."] if len(rows) > limit else [])

    @py_func_if_in_function
    def assertAllInSet(self, target: TensorLike, expected_set: Any) -> None:
        """Fails unless all elements are in the set."""
        strange = np.setdiff1d(self._GetNdArray(target).flatten(), list(expected_set))
        if np.size(strange):
            raise AssertionError(f"{np.size(strange)} unique element(s) are not in the set {expected_set}: {strange}")

    # -- types, shapes, devices, texts ------------------------------------------------------------------------------

    @py_func_if_in_function
    def assertDTypeEqual(self, target: TensorLike, expected_dtype: Any) -> None:
        """Fails unless the value has the NumPy type `expected_dtype`."""
        self.assertEqual(self._GetNdArray(target).dtype, expected_dtype)

    def assertShapeEqual(self, np_array: Any, tf_tensor: Any, msg: str | None = None) -> None:
        """Fails unless an array and a tensor have the same static shape.

        Raises:
          TypeError: the first is no array or the second no tensor.
        """
        if not isinstance(np_array, (np.ndarray, np.generic)):
            raise TypeError("np_array must be a Numpy ndarray or Numpy scalar")
        if not isinstance(tf_tensor, Tensor):
            raise TypeError("tf_tensor must be a Tensor")
        self.assertAllEqual(np_array.shape, tf_tensor.get_shape().as_list(), msg=msg)

    def assertDeviceEqual(self, device1: Any, device2: Any, msg: str | None = None) -> None:
        """Fails unless two device names or `tf.DeviceSpec`s mean the same device."""
        device1, device2 = device.canonical_name(device1), device.canonical_name(device2)
        self.assertEqual(device1, device2, f"Devices {device1} and {device2} are not equal. {msg}")

    def assertStartsWith(self, actual: str, expected_start: str, msg: str | None = None) -> None:
        """Fails unless a text begins with another."""
        if not actual.startswith(expected_start):
            self.fail(f"{actual!r} does not start with {expected_start!r}" + (f" : {msg!r}" if msg else ""))

    # -- protocol messages ------------------------------------------------------------------------------------------

    def assertProtoEquals(self, expected_message_maybe_ascii: Any, message: object, msg: str | None = None) -> None:
        """Fails unless a message equals another, or the one that a text describes."""
        expected = expected_message_maybe_ascii
        if isinstance(expected, str):
            from google.protobuf import text_format

            expected = text_format.Merge(expected, type(message)())
        elif not isinstance(expected, type(message)):
            raise AssertionError(f"Can't compare protos of type {type(expected)} and {type(message)}. {msg or ''}")
        self._AssertProtoEquals(expected, message, msg=msg)

    def assertProtoEqualsVersion(
        self,
        expected: str,
        actual: object,
        producer: int = versions.GRAPH_DEF_VERSION,
        min_consumer: int = versions.GRAPH_DEF_VERSION_MIN_CONSUMER,
        msg: str | None = None,
    ) -> None:
        """`assertProtoEquals` for a GraphDef, with the versions added to the expected text."""
        header = f"versions {{ producer: {producer} min_consumer: {min_consumer} }};\n"
        self.assertProtoEquals(header + expected, actual, msg=msg)

    def _AssertProtoEquals(self, a: Any, b: Any, msg: str | None = None) -> None:
        if proto_eq(a, b):
            return
        from google.protobuf import text_format

        for message in (a, b):
            if missing := message.FindInitializationErrors():
                self.fail(f"Initialization errors: {missing}\n{message}")
            _round_numbers(message)
        texts = [text_format.MessageToString(message) for message in (a, b)]
        if max(map(len, texts)) < 2**16:
            self.assertMultiLineEqual(texts[0], texts[1], msg=msg)
        elif texts[0] != texts[1]:
            lines = difflib.unified_diff(*(text.splitlines(True) for text in texts))
            self.fail(f"{msg} : \n{''.join(lines)}")

    # -- ragged tensors ---------------------------------------------------------------------------------------------

    def _GetPyList(self, a: Any) -> Any:
        if isinstance(a, Tensor) or (is_ragged(a) and not hasattr(a, "to_list")):
            a = self.evaluate(a)
        if is_ragged(a):
            return (a if isinstance(a.row_splits, np.ndarray) else self.evaluate(a)).to_list()
        if isinstance(a, (list, tuple)):  # its rows may differ in length
            return [self._GetPyList(item) for item in a]
        return np.array(a).tolist()

    def _same_ragged_rank(self, a: Any, b: Any, msg: str | None) -> None:
        if not isinstance(a, (list, tuple)) and not isinstance(b, (list, tuple)):
            self.assertEqual(getattr(a, "ragged_rank", 0), getattr(b, "ragged_rank", 0), msg)

    def _assertRaggedEqual(self, a: Any, b: Any, msg: str | None) -> None:
        self.assertEqual(self._GetPyList(a), self._GetPyList(b), msg)
        self._same_ragged_rank(a, b, msg)

    def _assertRaggedClose(self, a: Any, b: Any, rtol: float, atol: float, msg: str | None = None) -> None:
        self._assertListCloseRecursive(self._GetPyList(a), self._GetPyList(b), rtol, atol, msg)
        self._same_ragged_rank(a, b, msg)

    def _assertListCloseRecursive(
        self, a: Any, b: Any, rtol: float, atol: float, msg: str | None, path: str = "value"
    ) -> None:
        self.assertEqual(type(a), type(b))
        if isinstance(a, (list, tuple)):
            self.assertLen(a, len(b), f"Length differs for {path}")
            for i, (x, y) in enumerate(zip(a, b)):
                self._assertListCloseRecursive(x, y, rtol, atol, msg, f"{path}[{i}]")
        else:
            self._assertAllCloseRecursive(a, b, rtol, atol, [path], msg)
