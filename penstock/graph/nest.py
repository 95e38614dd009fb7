"""Nested structures of Python: flatten lists, tuples, namedtuples, dicts and attrs classes, and build them up again.

Dicts are taken in the order of their sorted keys. Arrays, strings and tensors are leaves. With `expand_composites`,
composite tensors are taken apart: objects whose class has `_is_composite = True`, a method `_to_components()` that
returns a list and a method `_from_components(components)` that returns a new object. A leaf module.
"""

from collections.abc import Callable, Iterator
from typing import Any

from penstock._namespace import export
from penstock.graph.nest_kinds import (
    COMPOSITE,
    LEAF,
    MAPPING,
    SEQUENCE,
    children_of,
    is_structure,
    items_of,
    kind_of,
    same_types,
    sorted_keys,
    structure_like,
)


@export("nest.is_nested")
def is_nested(seq: Any) -> bool:
    """Whether `seq` is a structure with parts (a list, tuple, dict, attrs class) and not a leaf, such as a string.

    Example:
      >>> import penstock as tf
      >>> tf.nest.is_nested([1]), tf.nest.is_nested("ab")
      (True, False)
    """
    return is_structure(seq, False)


@export("contrib.framework.nest.is_sequence")
def is_sequence(o: Any) -> bool:
    """Whether `o` is a structure with parts: the older name of `tf.nest.is_nested`, with the older name of its argument.

    Example:
      >>> import penstock as tf
      >>> tf.contrib.framework.nest.is_sequence((1, 2))
      True
    """
    return is_structure(o, False)


def is_sequence_or_composite(o: Any) -> bool:
    """As `is_sequence`, but true for composite tensors (sparse, ragged) too."""
    return is_structure(o, True)


@export("nest.flatten", "contrib.framework.nest.flatten")
def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """Returns the leaves of a structure as a list; a leaf gives a list with itself.

    Args:
      structure: any nested structure.
      expand_composites: whether composite tensors (sparse, ragged) are taken apart too.

    Raises:
      TypeError: the keys of a dict cannot be sorted.

    Example:
      >>> import penstock as tf
      >>> tf.nest.flatten({"b": [1, (2,)], "a": 3})
      [3, 1, 2]
    """
    out: list[Any] = []
    _flatten_into(structure, expand_composites, out)
    return out


def _flatten_into(value: Any, expand: bool, out: list[Any]) -> None:
    # The most called function here, so the common cases come first and without calls.
    cls = type(value)
    kind = SEQUENCE if cls is list or cls is tuple else kind_of(value)
    if kind == LEAF or (kind == COMPOSITE and not expand):
        out.append(value)
        return
    for child in value if kind == SEQUENCE else children_of(value):
        _flatten_into(child, expand, out)


def _shown(value: Any, limit: int = 100) -> str:
    text = str(value)
    return text if len(text) <= limit else text[:limit] + " ..."


@export("nest.pack_sequence_as", "contrib.framework.nest.pack_sequence_as")
def pack_sequence_as(structure: Any, flat_sequence: Any, expand_composites: bool = False) -> Any:
    """Builds a structure as `structure` with the leaves `flat_sequence`; the inverse of `flatten`.

    Args:
      structure: the structure to build.
      flat_sequence: a list with as many elements as it has leaves.
      expand_composites: whether SparseTensors and RaggedTensors are taken apart into their tensors, too.

    Raises:
      ValueError: the number of leaves is another one.
      TypeError: `flat_sequence` is no sequence.

    Example:
      >>> import penstock as tf
      >>> tf.nest.pack_sequence_as({"b": [0, 0], "a": 0}, [1, 2, 3])
      {'b': [2, 3], 'a': 1}
    """
    if not is_structure(flat_sequence, expand_composites):
        raise TypeError(
            f"Attempted to pack value:\n  {_shown(flat_sequence)}\ninto a structure, but found "
            f"incompatible type `{type(flat_sequence)}` instead."
        )
    if not is_structure(structure, expand_composites):
        if len(flat_sequence) != 1:
            raise ValueError(
                f"The target structure is of type `{type(structure)}`\n  {_shown(structure)}\nHowever the input is a "
                f"sequence ({type(flat_sequence)}) of length {len(flat_sequence)}.\n  {_shown(flat_sequence)}\nnest "
                "cannot guarantee that it is safe to map one to the other."
            )
        return flat_sequence[0]
    count = len(flatten(structure, expand_composites))
    if count != len(flat_sequence):
        raise ValueError(
            f"Could not pack sequence. Structure had {count} elements, but flat_sequence had {len(flat_sequence)} "
            f"elements.  Structure: {structure}, flat_sequence: {flat_sequence}."
        )
    return _pack(structure, iter(flat_sequence), expand_composites)


def _pack(value: Any, leaves: Iterator[Any], expand: bool) -> Any:
    if not is_structure(value, expand):
        return next(leaves)
    return structure_like(value, [_pack(child, leaves, expand) for child in children_of(value)])


def _describe(value: Any) -> str:
    return f"type={type(value).__name__} str={value}"


def _difference(a: Any, b: Any, check_types: bool, expand: bool) -> tuple[type[Exception], str] | None:
    """The first place where two structures differ, as an exception class and a sentence."""
    a_nested, b_nested = is_structure(a, expand), is_structure(b, expand)
    if a_nested != b_nested:
        inner, leaf = (a, b) if a_nested else (b, a)
        return ValueError, (
            f'Substructure "{_describe(inner)}" is a sequence, while substructure "{_describe(leaf)}" is not'
        )
    if not a_nested:
        return None
    if check_types:
        if not same_types(a, b):
            return TypeError, (
                f"The two namedtuples don't have the same sequence type. First structure {_describe(a)} has type "
                f"{type(a).__name__}, while second structure {_describe(b)} has type {type(b).__name__}"
            )
        if kind_of(a) == MAPPING and set(a) != set(b):
            return ValueError, (
                f"The two dictionaries don't have the same set of keys. First structure has keys {_describe(list(a))}, "
                f"while second structure has keys {_describe(list(b))}"
            )
    a_children, b_children = list(children_of(a)), list(children_of(b))
    for x, y in zip(a_children, b_children):
        found = _difference(x, y, check_types, expand)
        if found is not None:
            return found
    if len(a_children) != len(b_children):
        return ValueError, (
            f"The two structures don't have the same number of elements. First structure: {_describe(a)}. "
            f"Second structure: {_describe(b)}"
        )
    return None


class _Dot:
    def __repr__(self) -> str:
        return "."


_DOT = _Dot()


@export("nest.assert_same_structure", "contrib.framework.nest.assert_same_structure")
def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False) -> None:
    """Checks that two structures are nested in the same way.

    Args:
      nest1: a structure.
      nest2: another one.
      check_types: whether the types of sequences and the keys of dicts must be the same. Types of dicts may differ.
      expand_composites: whether composite tensors are taken apart too.

    Raises:
      ValueError: the structures have other numbers of parts, or a leaf stands for a structure.
      TypeError: the types of two sequences differ.

    Example:
      >>> import penstock as tf
      >>> tf.nest.assert_same_structure([1, (2,)], ["a", ("b",)])
    """
    found = _difference(nest1, nest2, check_types, expand_composites)
    if found is None:
        return
    error, sentence = found
    dots = [map_structure(lambda _: _DOT, nest, expand_composites=expand_composites) for nest in (nest1, nest2)]
    raise error(
        "The two structures don't have the same nested structure.\n\n"
        f"First structure: {_describe(nest1)}\n\nSecond structure: {_describe(nest2)}\n\n"
        f"More specifically: {sentence}\nEntire first structure:\n{dots[0]}\nEntire second structure:\n{dots[1]}"
    )


@export("nest.map_structure", "contrib.framework.nest.map_structure")
def map_structure(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """Calls `func` with the corresponding leaves of structures and returns the results in the same structure.

    Args:
      func: called with one leaf of each structure.
      *structure: structures nested in the same way.
      **kwargs: `check_types` (True) and `expand_composites` (False), as for `assert_same_structure`.

    Raises:
      TypeError: `func` cannot be called, or types of sequences differ.
      ValueError: the structures are not nested in the same way, or there is none.

    Example:
      >>> import penstock as tf
      >>> tf.nest.map_structure(lambda x, y: x + y, {"a": 1, "b": (2,)}, {"a": 10, "b": (20,)})
      {'a': 11, 'b': (22,)}
    """
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    if not structure:
        raise ValueError("Must provide at least one structure")
    check_types = kwargs.pop("check_types", True)
    expand = kwargs.pop("expand_composites", False)
    if kwargs:
        names = "`, `".join(kwargs)
        raise ValueError(f"Only valid keyword arguments are `check_types` and `expand_composites`, not: `{names}`")
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types=check_types, expand_composites=expand)
    if len(structure) == 1:
        return _map(func, structure[0], expand)
    columns = zip(*[flatten(s, expand) for s in structure])
    return pack_sequence_as(structure[0], [func(*leaves) for leaves in columns], expand)


def _map(func: Callable[[Any], Any], value: Any, expand: bool) -> Any:
    if not is_structure(value, expand):
        return func(value)
    return structure_like(value, [_map(func, child, expand) for child in children_of(value)])


@export("contrib.framework.nest.flatten_dict_items")
def flatten_dict_items(dictionary: Any) -> dict[Any, Any]:
    """Returns a dict in which keys that are structures, and their values, are replaced by their leaves.

    Raises:
      TypeError: it is no dict.
      ValueError: a key and its value are nested differently, or a key comes twice.

    Example:
      >>> import penstock as tf
      >>> tf.contrib.framework.nest.flatten_dict_items({(4, (5,)): ("a", ("b",))})
      {4: 'a', 5: 'b'}
    """
    if kind_of(dictionary) != MAPPING:
        raise TypeError("input must be a dictionary")
    flat: dict[Any, Any] = {}
    for key, value in dictionary.items():
        keys, values = (flatten(key), flatten(value)) if is_sequence(key) else ([key], [value])
        if len(keys) != len(values):
            raise ValueError(
                f"Could not flatten dictionary. Key had {len(keys)} elements, but value had {len(values)} elements. "
                f"Key: {keys}, value: {values}."
            )
        for k, v in zip(keys, values):
            if k in flat:
                raise ValueError(f"Could not flatten dictionary: key {k} is not unique.")
            flat[k] = v
    return flat


# -- paths ---------------------------------------------------------------------------------------


def _walk(value: Any, expand: bool, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if is_structure(value, expand):
        for key, child in items_of(value):
            yield from _walk(child, expand, (*path, key))
    else:
        yield path, value


@export("contrib.framework.nest.yield_flat_paths")
def yield_flat_paths(nest: Any, expand_composites: bool = False) -> Iterator[tuple[Any, ...]]:
    """Yields for each leaf the tuple of keys, field names and indices that leads to it, in the order of `flatten`.

    Args:
      nest: the structure.
      expand_composites: whether SparseTensors and RaggedTensors are taken apart into their tensors, too.

    Example:
      >>> import penstock as tf
      >>> list(tf.contrib.framework.nest.yield_flat_paths({"a": [1, 2]}))
      [('a', 0), ('a', 1)]
    """
    for path, _ in _walk(nest, expand_composites, ()):
        yield path


def flatten_with_tuple_paths(structure: Any, expand_composites: bool = False) -> list[tuple[tuple[Any, ...], Any]]:
    """Returns (path, leaf) pairs, with paths as `yield_flat_paths` gives them."""
    return list(_walk(structure, expand_composites, ()))


@export("contrib.framework.nest.flatten_with_joined_string_paths")
def flatten_with_joined_string_paths(
    structure: Any, separator: str = "/", expand_composites: bool = False
) -> list[tuple[str, Any]]:
    """Returns (path, leaf) pairs, with the parts of the path joined to a string.

    Args:
      structure: the structure.
      separator: what to put between the parts of a path.
      expand_composites: whether SparseTensors and RaggedTensors are taken apart into their tensors, too.

    Example:
      >>> import penstock as tf
      >>> tf.contrib.framework.nest.flatten_with_joined_string_paths({"a": [1, 2]})
      [('a/0', 1), ('a/1', 2)]
    """
    return [(separator.join(map(str, path)), leaf) for path, leaf in _walk(structure, expand_composites, ())]


def map_structure_with_tuple_paths(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """As `map_structure`, but `func` gets the path of the leaf, as a tuple, first."""
    return map_structure_with_tuple_paths_up_to(structure[0], func, *structure, **kwargs)


def map_structure_with_paths(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """As `map_structure`, but `func` gets the path of the leaf, as a string with slashes, first."""

    def with_joined_path(path: tuple[Any, ...], *leaves: Any) -> Any:
        return func("/".join(map(str, path)), *leaves)

    return map_structure_with_tuple_paths(with_joined_path, *structure, **kwargs)


# -- up to a shallower structure ---------------------------------------------------------------------------------------


@export("contrib.framework.nest.assert_shallow_structure")
def assert_shallow_structure(
    shallow_tree: Any,
    input_tree: Any,
    check_types: bool = True,
    expand_composites: bool = False,
    check_subtrees_length: bool = True,
) -> None:
    """Checks that `input_tree` has the structure of `shallow_tree`, whose leaves may stand for structures.

    Args:
      shallow_tree: the structure that decides how deep to go.
      input_tree: the structure that is as deep or deeper.
      check_types: whether the types of sequences must be the same, too.
      expand_composites: whether SparseTensors and RaggedTensors are taken apart into their tensors, too.
      check_subtrees_length: whether sequences must be of the same length.

    Raises:
      TypeError: a part of `input_tree` is a leaf where the other is nested, or types differ (with `check_types`).
      ValueError: numbers of parts or keys differ.

    Example:
      >>> import penstock as tf
      >>> tf.contrib.framework.nest.assert_shallow_structure([0, 0], [[1, 2], 3])
    """
    if not is_structure(shallow_tree, expand_composites):
        return
    if not is_structure(input_tree, expand_composites):
        raise TypeError(
            f"If shallow structure is a sequence, input must also be a sequence. Input has type: {type(input_tree)}."
        )
    if check_types and not isinstance(input_tree, type(shallow_tree)) and not same_types(shallow_tree, input_tree):
        raise TypeError(
            f"The two structures don't have the same sequence type. Input structure has type {type(input_tree)}, "
            f"while shallow structure has type {type(shallow_tree)}."
        )
    shallow, full = list(children_of(shallow_tree)), list(children_of(input_tree))
    if check_subtrees_length and len(shallow) != len(full):
        raise ValueError(
            f"The two structures don't have the same sequence length. Input structure has length {len(full)}, while "
            f"shallow structure has length {len(shallow)}."
        )
    if len(full) < len(shallow):
        raise ValueError(
            f"The input_tree has fewer elements than the shallow_tree. Input structure has length {len(full)}, while "
            f"shallow structure has length {len(shallow)}."
        )
    if kind_of(shallow_tree) == MAPPING and kind_of(input_tree) == MAPPING:
        absent = set(shallow_tree) - set(input_tree)
        if absent:
            raise ValueError(
                "The shallow_tree's keys are not a subset of the input_tree's keys. The shallow_tree has the following "
                f"keys that are not in the input_tree: {sorted(absent)}."
            )
    for shallow_child, child in zip(shallow, full):
        assert_shallow_structure(shallow_child, child, check_types, expand_composites, check_subtrees_length)


def _walk_up_to(shallow: Any, value: Any, expand: bool, path: tuple = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if not is_structure(shallow, expand):
        yield path, value
        return
    if kind_of(shallow) == MAPPING and kind_of(value) == MAPPING:  # the value may have more keys
        for key in sorted_keys(shallow):
            yield from _walk_up_to(shallow[key], value[key], expand, (*path, key))
        return
    # By position: with check_types=False a list may stand beside a dict.
    for shallow_child, (key, child) in zip(children_of(shallow), items_of(value)):
        yield from _walk_up_to(shallow_child, child, expand, (*path, key))


@export("contrib.framework.nest.flatten_up_to")
def flatten_up_to(
    shallow_tree: Any,
    input_tree: Any,
    check_types: bool = True,
    expand_composites: bool = False,
    check_subtrees_length: bool = True,
) -> list[Any]:
    """Returns the parts of `input_tree` that stand where `shallow_tree` has leaves.

    Args:
      shallow_tree: the structure that decides how deep to go.
      input_tree: the structure that is as deep or deeper.
      check_types: whether the types of sequences must be the same, too.
      expand_composites: whether SparseTensors and RaggedTensors are taken apart into their tensors, too.
      check_subtrees_length: whether sequences must be of the same length.

    Raises:
      TypeError, ValueError: as `assert_shallow_structure`.

    Example:
      >>> import penstock as tf
      >>> tf.contrib.framework.nest.flatten_up_to([0, [0]], [[1, 2], [(3, 4)]])
      [[1, 2], (3, 4)]
    """
    assert_shallow_structure(shallow_tree, input_tree, check_types, expand_composites, check_subtrees_length)
    return [part for _, part in _walk_up_to(shallow_tree, input_tree, expand_composites)]


def flatten_with_tuple_paths_up_to(
    shallow_tree: Any,
    input_tree: Any,
    check_types: bool = True,
    expand_composites: bool = False,
    check_subtrees_length: bool = True,
) -> list[tuple[tuple[Any, ...], Any]]:
    """As `flatten_up_to`, with (path, part) pairs."""
    assert_shallow_structure(shallow_tree, input_tree, check_types, expand_composites, check_subtrees_length)
    return list(_walk_up_to(shallow_tree, input_tree, expand_composites))


@export("contrib.framework.nest.map_structure_up_to")
def map_structure_up_to(shallow_tree: Any, func: Callable[..., Any], *inputs: Any, **kwargs: Any) -> Any:
    """Calls `func` with the parts of structures that stand where `shallow_tree` has leaves.

    Args:
      shallow_tree: the structure of the result.
      func: called with one part of each input.
      *inputs: structures that begin as `shallow_tree`.
      **kwargs: `check_types` (True) and `expand_composites` (False).

    Returns:
      The results in the structure of `shallow_tree`.

    Raises:
      ValueError: there is no input. Otherwise as `assert_shallow_structure`.

    Example:
      >>> import penstock as tf
      >>> tf.contrib.framework.nest.map_structure_up_to([0, 0], len, [[1, 2], [3]])
      [2, 1]
    """
    return map_structure_with_tuple_paths_up_to(shallow_tree, lambda _, *parts: func(*parts), *inputs, **kwargs)


def map_structure_with_tuple_paths_up_to(
    shallow_tree: Any,
    func: Callable[..., Any],
    *inputs: Any,
    check_types: bool = True,
    expand_composites: bool = False,
) -> Any:
    """As `map_structure_up_to`, but `func` gets the path of the part, as a tuple, first."""
    if not inputs:
        raise ValueError("Cannot map over no sequences")
    for tree in inputs:
        assert_shallow_structure(shallow_tree, tree, check_types, expand_composites)
    walks = [list(_walk_up_to(shallow_tree, tree, expand_composites)) for tree in inputs]
    results = [func(column[0][0], *[part for _, part in column]) for column in zip(*walks)]
    return pack_sequence_as(shallow_tree, results, expand_composites)


@export("contrib.framework.nest.get_traverse_shallow_structure")
def get_traverse_shallow_structure(
    traverse_fn: Callable[[Any], Any], structure: Any, expand_composites: bool = False
) -> Any:
    """Returns a structure of bools, as deep as `traverse_fn` allows, to be used with `flatten_up_to`.

    Args:
      traverse_fn: called with each substructure; returns whether to go into it, or a structure of bools that says so
        for each of its parts.
      structure: what to traverse.

    Raises:
      TypeError: `traverse_fn` returns something else.

    Example:
      >>> import penstock as tf
      >>> nest = tf.contrib.framework.nest
      >>> nest.get_traverse_shallow_structure(lambda s: isinstance(s, list), [(1, 2), [3]])
      [False, [False]]
    """
    answer = traverse_fn(structure)
    if not is_structure(structure, expand_composites):
        if not isinstance(answer, bool):
            raise TypeError(f"traverse_fn returned structure: {answer} for non-structure: {structure}")
        return answer
    children = list(children_of(structure))
    if isinstance(answer, bool):
        if not answer:
            return False
        answers = [True] * len(children)
    elif not is_structure(answer, expand_composites):
        raise TypeError(f"traverse_fn returned a non-bool scalar: {answer} for input: {structure}")
    else:
        assert_shallow_structure(answer, structure, expand_composites=expand_composites)
        answers = list(children_of(answer))
    for a in answers:
        if not isinstance(a, bool):
            raise TypeError(
                f"traverse_fn didn't return a depth=1 structure of bools.  saw: {answer}  for structure: {structure}"
            )
    return structure_like(
        structure,
        [
            get_traverse_shallow_structure(traverse_fn, child, expand_composites) if go else False
            for go, child in zip(answers, children)
        ],
    )
