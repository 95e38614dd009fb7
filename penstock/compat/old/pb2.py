"""Modules that `protoc` before 3.19 has written: today's protobuf refuses them ("Descriptors cannot be created directly").

Such a module holds the compiled `.proto` file as bytes beside the code that takes it apart. Only the bytes are used here:
protobuf makes the same messages of them.
"""

from __future__ import annotations

import ast
import importlib.machinery
import types

from penstock.compat.old import uses

# Made anew for today's protobuf by those who ship them.
_NOT_OURS = ("google.", "tensorflow.", "tensorboard.", "penstock.", "grpc")


def find(fullname: str, path: str | None) -> importlib.machinery.ModuleSpec | None:
    """The module with the name, if it is one of those; None leaves it to the usual finders."""
    if fullname.startswith(_NOT_OURS):
        return None
    spec = importlib.machinery.PathFinder.find_spec(fullname, path)
    if spec is None or type(spec.loader) is not importlib.machinery.SourceFileLoader:
        return None
    with open(spec.loader.path, "rb") as file:
        source = file.read()
    if b"serialized_pb=" not in source or b"_descriptor.FileDescriptor(" not in source:
        return None
    spec.loader = _Loader(fullname, spec.loader.path)
    return spec


class _Loader(importlib.machinery.SourceFileLoader):
    """Runs the imports of an old module, and builds its messages from the bytes in it."""

    def exec_module(self, module: types.ModuleType) -> None:
        from google.protobuf import descriptor_pool
        from google.protobuf.internal import builder

        tree = ast.parse(self.get_data(self.path), self.path)
        imports: list[ast.stmt] = [
            node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom)) and _of_messages(node)
        ]
        # The files that this one names must be in protobuf's pool first; their modules put them there.
        exec(compile(ast.Module(imports, []), self.path, "exec", dont_inherit=True), module.__dict__)
        descriptor = descriptor_pool.Default().AddSerializedFile(_bytes_of_file(tree, self.path))
        names = module.__dict__
        names["DESCRIPTOR"] = descriptor
        builder.BuildMessageAndEnumDescriptors(descriptor, names)
        builder.BuildTopDescriptorsAndMessages(descriptor, module.__name__, names)
        uses.noted(f"{module.__name__} by an old protoc")


def _of_messages(node: ast.Import | ast.ImportFrom) -> bool:
    """Whether an import brings in a module of messages: not protobuf's own machinery, nor `from __future__`."""
    module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
    return any(f"{module}.{alias.name}".endswith("_pb2") for alias in node.names) or module.endswith("_pb2")


def _bytes_of_file(tree: ast.Module, path: str) -> bytes:
    """The compiled `.proto` file: the argument `serialized_pb` of `FileDescriptor`, written in one of three ways."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "FileDescriptor":
            for keyword in node.keywords:
                if keyword.arg == "serialized_pb":
                    # b"...", _b("...") and "...".encode("latin1") hold one constant.
                    constants = [n.value for n in ast.walk(keyword.value) if isinstance(n, ast.Constant)]
                    text = next(value for value in constants if isinstance(value, (str, bytes)))
                    return text if isinstance(text, bytes) else text.encode("latin1")
    raise ImportError(f"{path} holds no compiled .proto file", path=path)
