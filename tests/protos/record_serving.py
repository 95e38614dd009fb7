"""Writes `fields_serving.txt`: what the messages of the official package tensorflow-serving-api 2.15.1 are.

Run by a Python that has that package: `python tests/protos/record_serving.py`.
"""

import importlib
import pathlib

MODULES = """apis.classification apis.get_model_metadata apis.get_model_status apis.inference apis.input apis.logging
    apis.model apis.model_management apis.predict apis.prediction_log apis.regression apis.session_service apis.status
    config.file_system_storage_path_source config.log_collector_config config.logging_config
    config.model_server_config""".split()


def enum(found, lines):
    lines.append(f"{found.full_name}= " + "; ".join(f"{v.number} {v.name}" for v in found.values))


def message(found, types, lines):
    fields = []
    for f in found.fields:
        named = f.message_type or f.enum_type
        kind = ("repeated " if f.label == f.LABEL_REPEATED else "") + (named.full_name if named else types[f.type])
        oneof = f" in {f.containing_oneof.name}" if f.containing_oneof else ""
        fields.append(f"{f.number} {kind} {f.name}{oneof}")
    lines.append(f"{found.full_name}: " + "; ".join(fields))
    for nested in found.nested_types:
        message(nested, types, lines)
    for nested in found.enum_types:
        enum(nested, lines)


def main():
    from google.protobuf.descriptor import FieldDescriptor

    types = {getattr(FieldDescriptor, n): n[5:].lower() for n in dir(FieldDescriptor) if n.startswith("TYPE_")}
    lines = []
    for name in MODULES:
        file = importlib.import_module(f"tensorflow_serving.{name}_pb2").DESCRIPTOR
        for found in file.message_types_by_name.values():
            message(found, types, lines)
        for found in file.enum_types_by_name.values():
            enum(found, lines)
    pathlib.Path(__file__).with_name("fields_serving.txt").write_text("\n".join(sorted(lines)) + "\n")


if __name__ == "__main__":
    main()
