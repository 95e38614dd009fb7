"""XLA calls our kernels with structures that lie in memory as ours do: so one library serves all of its versions."""

import importlib.util
import pathlib
import shutil
import subprocess

import pytest

from penstock import native

STRUCTURES = {
    "XLA_FFI_CallFrame": "struct_size extension_start api ctx stage args rets attrs future",
    "XLA_FFI_Args": "struct_size extension_start size types args",
    "XLA_FFI_Rets": "struct_size extension_start size types rets",
    "XLA_FFI_Attrs": "struct_size size types names attrs",
    "XLA_FFI_Buffer": "struct_size extension_start dtype data rank dims",
    "XLA_FFI_Api": "struct_size api_version internal_api XLA_FFI_Error_Create",
    "XLA_FFI_Api_Version": "struct_size extension_start major_version minor_version",
    "XLA_FFI_Error_Create_Args": "struct_size extension_start message errc",
    "XLA_FFI_Metadata": "struct_size api_version traits",
    "XLA_FFI_Metadata_Extension": "extension_base.struct_size extension_base.type extension_base.next metadata",
}
NUMBERS = (
    "XLA_FFI_API_MAJOR XLA_FFI_ArgType_BUFFER XLA_FFI_RetType_BUFFER XLA_FFI_DataType_S64 XLA_FFI_ExecutionStage_EXECUTE"
    " XLA_FFI_Error_Code_RESOURCE_EXHAUSTED XLA_FFI_Extension_Metadata sizeof(XLA_FFI_DataType) sizeof(XLA_FFI_ArgType)"
    " sizeof(XLA_FFI_Buffer) sizeof(XLA_FFI_CallFrame) XLA_FFI_API_MINOR"
)


def _layout(folder, header, *flags):
    """What a header says: numbers, and where the fields of each structure begin, by their names."""
    asked = {f"{s}.{f}": f"offsetof({s}, {f})" for s, fields in STRUCTURES.items() for f in fields.split()}
    asked |= {n: n for n in NUMBERS.split()}
    lines = "".join(f'  printf("{name} %ld\\n", (long)({value}));\n' for name, value in asked.items())
    source = folder / "layout.c"
    source.write_text(f'#include <stdio.h>\n#include <stddef.h>\n#include "{header}"\nint main(void) {{\n{lines}}}\n')
    made = folder / "layout"
    subprocess.run(["cc", "-std=gnu11", *flags, str(source), "-o", str(made)], check=True)
    printed = subprocess.run([str(made)], capture_output=True, text=True, check=True).stdout
    return {name: int(value) for name, value in (line.split() for line in printed.splitlines())}


@pytest.mark.skipif(shutil.which("cc") is None, reason="no cc")
def test_the_installed_xla_lays_out_its_calls_as_our_kernels_expect(tmp_path):
    jaxlib = pathlib.Path(importlib.util.find_spec("jaxlib").origin).parent
    ours = _layout(tmp_path, "xla_ffi.h", f"-I{pathlib.Path(native.__file__).parent}")
    theirs = _layout(tmp_path, "xla/ffi/api/c_api.h", f"-I{jaxlib / 'include'}")
    assert ours.pop("XLA_FFI_API_MINOR") <= theirs.pop("XLA_FFI_API_MINOR")
    assert ours == theirs
