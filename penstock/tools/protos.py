"""Compiles `penstock/protos/*.proto` to `penstock/protos/descriptors.bin`, the form that the package reads.

Run as `python -m penstock.tools.protos` (or `--check` to compare only) after a change to a `.proto` file.
Needs `grpcio-tools`, which only developers have.
"""

from __future__ import annotations

import pathlib
import sys
import tempfile

from penstock import protos

SOURCES = protos.DESCRIPTORS.parent


def compile_all() -> bytes:
    """Returns the serialized FileDescriptorSet of all sources, dependencies first."""
    import grpc_tools
    from google.protobuf import descriptor_pb2
    from grpc_tools import protoc

    root = SOURCES.parents[1]
    well_known = pathlib.Path(grpc_tools.__file__).parent / "_proto"  # google/protobuf/any.proto and so on
    sources = sorted(f"penstock/protos/{source.name}" for source in SOURCES.glob("*.proto"))
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "descriptors.bin"
        flags = [f"--proto_path={root}", f"--proto_path={well_known}", "--include_imports"]
        if protoc.main(["protoc", *flags, f"--descriptor_set_out={target}", *sources]):
            raise SystemExit("protoc found errors in the .proto files")
        files = descriptor_pb2.FileDescriptorSet.FromString(target.read_bytes())
    # Compiler versions differ in what they add to options of the well-known files, which nothing here reads.
    for file in files.file:
        file.ClearField("options")
        for message in file.message_type:
            for field in message.field:
                field.ClearField("json_name")
    return files.SerializeToString(deterministic=True)


def main() -> None:
    data = compile_all()
    if "--check" in sys.argv:
        if protos.DESCRIPTORS.read_bytes() != data:
            raise SystemExit("penstock/protos/descriptors.bin is out of date: run `python -m penstock.tools.protos`")
        return
    protos.DESCRIPTORS.write_bytes(data)
    print(f"{protos.DESCRIPTORS.name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
