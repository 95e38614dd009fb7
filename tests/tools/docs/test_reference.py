"""The generated reference: every public name is on exactly one page, in the form of 1.x's generator, and links lead somewhere."""

import os
import re

import pytest

import penstock as tf
from penstock import _names
from penstock.cli import main as cli
from penstock.graph import opdef
from penstock.tools.docs import catalogue, cc_pages, command, docstrings, libraries, python_pages, reference


@pytest.fixture(scope="module")
def pages():
    return reference.pages()


def documented(text):
    """The public names that a page documents: those of its headings, and those it lists as other names of the same thing."""
    names = re.findall(r"^#{2,3} `(?:class )?tf\.([\w.]+)[(`].*\{#", text, re.MULTILINE)
    for line in re.findall(r"^Also: (.*)\.$", text, re.MULTILINE):
        names += re.findall(r"`tf\.([\w.]+)`", line)
    return names


def test_every_public_name_is_on_exactly_one_page_and_every_documented_name_exists(pages):
    found = {}
    for page, text in pages.items():
        if not page.startswith("python/"):
            continue
        is_message = text.startswith("# tf.") and "\nThe protocol buffer" in text
        names = documented(text) + ([text.split("\n")[0].removeprefix("# tf.")] if is_message else [])
        for name in names:
            if page.startswith("python/classes/") and name not in _names.NAMES:  # a member of the class
                owner, _, member = name.rpartition(".")
                assert hasattr(catalogue.by_name()[owner].value, member), name
            else:
                found.setdefault(name, []).append(page)
    assert {name: where for name, where in found.items() if len(where) > 1} == {}
    assert sorted(found) == sorted(_names.NAMES)


def test_every_operation_is_on_exactly_one_page(pages):
    found = [
        n for p, text in pages.items() if p.startswith("operations/") for n in re.findall(r"^### (\w+) \{#", text, re.M)
    ]
    assert sorted(found) == sorted(opdef.all_names())


def test_no_link_leads_nowhere(pages):
    anchors = {page: set(re.findall(r"\{#(\S+?)[ }]", text)) for page, text in pages.items()}
    dead = set()
    for page, text in pages.items():
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            path, _, fragment = target.partition("#")
            path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if target.startswith("http") or path.startswith("../guide/"):  # guides: tests/docs/test_links.py
                continue
            if path not in pages or (fragment and fragment not in anchors[path]):
                dead.add((page, target))
    assert dead == set()


def test_no_two_pages_differ_by_the_case_of_letters_only(pages):
    assert len({page.lower() for page in pages}) == len(pages)


def test_a_function_has_the_form_of_the_old_generator(pages):
    text = pages["python/nn.md"]
    assert "\n- - -\n\n### `tf.nn.relu(features, name=None)` {#relu " in text
    start = text.index("### `tf.nn.conv2d(")
    part = text[start : text.index("\n- - -", start)]
    assert "\n#### Args:\n\n*   <b>`input`</b>: a tensor `[batch, height, width, channels]`" in part
    assert "\n#### Returns:\n" in part and "\n#### Raises:\n\n*   <b>`ValueError`</b>: " in part
    assert "```pycon\n>>> import penstock as tf\n" in part
    assert "Also: `tf.compat.v2." not in part or "`tf.nn.conv2d`" not in part


def test_a_class_has_a_page_with_its_members_and_what_it_inherits(pages):
    text = pages["python/classes/train.AdamOptimizer.md"]
    assert "Inherits from [`tf.train.Optimizer`](train.Optimizer.md)" in text
    assert re.search(
        r"From \[`tf.train.Optimizer`\]\(train.Optimizer.md\): .*\[`minimize`\]\(train.Optimizer.md#minimize\)", text
    )
    assert "### `tf.train.Optimizer.minimize(loss, " in pages["python/classes/train.Optimizer.md"]


def test_an_operation_says_its_types_and_defaults_as_the_old_generator_added_them(pages):
    text = pages["operations/image.md"]
    part = text[text.index("### DecodePng {#DecodePng}") :]
    assert "*   <b>`contents`</b>: A `Tensor` of type `string`.\n" in part
    assert "*   <b>`channels`</b>: An optional `int`. Defaults to `0`.\n" in part
    assert "*   <b>`name`</b>: A name for the operation (optional).\n" in part


def test_the_page_of_commands_has_every_option_of_every_parser(pages):
    text = pages["commands.md"]
    for name in (*cli.COMMANDS, *cli.TOOLS):
        assert f"## penstock {name}\n" in text
    for option in ("--strict", "--diff", "--input_checkpoint", "--tensor_name", "--tag_set", "--log_dir", "--serve"):
        assert f"`{option}" in text


def test_a_line_with_two_at_signs_is_replaced_by_the_documentation_and_a_wrong_one_is_an_error():
    library = libraries.LIBRARIES[0]._replace(text="First.\n\n@@Graph\n\nThen.\n\n@@Tensor")
    text = python_pages.Writer().library_page(library)
    assert text.index("First.") < text.index("class tf.Graph`") < text.index("Then.") < text.index("class tf.Tensor`")
    with pytest.raises(ValueError, match="@@Grph is no name of this page"):
        python_pages.Writer().library_page(library._replace(text="@@Grph"))


def test_what_is_no_markup_in_a_docstring_is_none_on_the_page():
    text = docstrings.to_markdown(
        "Calls __init__ with *args, x < 3 and `a*b`.\n\nArgs:\n  x: see `tf.abs`.\n    More.", str
    )
    assert r"\_\_init\_\_ with \*args, x &lt; 3 and `a*b`." in text
    assert "*   <b>`x`</b>: see `tf.abs`.\n    More.\n" in text
    assert "[`tf.abs`](math_ops.md#abs)" in docstrings.to_markdown("See `tf.abs`.", python_pages.linker("python/nn.md"))


def test_pages_are_written_to_a_folder_that_holds_nothing_else(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(reference, "pages", lambda cc: {"python/index.md": "# x\n"})
    assert command.run_main(["--out", str(tmp_path / "new")]) == 0
    assert (tmp_path / "new" / "python" / "index.md").read_text() == "# x\n"
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("x")
    assert command.run_main(["--out", str(tmp_path / "mine")]) == 1
    assert "something else" in capsys.readouterr().err and (tmp_path / "mine" / "thesis.txt").exists()


def test_without_doxygen_the_flag_for_cpp_says_what_is_missing(monkeypatch, capsys):
    monkeypatch.setattr(cc_pages.shutil, "which", lambda name: None)
    assert command.run_main(["-a"]) == 1
    assert "doxygen is not installed" in capsys.readouterr().err


XML = """<doxygen><compounddef id="x" kind="class"><compoundname>penstock::Kernel</compoundname>
<briefdescription><para>An operation of <ref>one's</ref> own.</para></briefdescription><detaileddescription/>
<sectiondef kind="public-func"><memberdef kind="function"><type>void</type><name>Compute</name>
<argsstring>(Context *c)</argsstring><briefdescription><para>Runs it.</para></briefdescription></memberdef></sectiondef>
</compounddef></doxygen>"""


def test_what_doxygen_says_of_a_class_becomes_a_page(tmp_path):
    (tmp_path / "x.xml").write_text(XML)
    pages = cc_pages.from_xml(tmp_path)
    assert "(class_penstock__Kernel.md)" in pages["cc/index.md"]
    text = pages["cc/class_penstock__Kernel.md"]
    assert "An operation of one's own." in text and "### `void Compute(Context *c)` {#Compute}\n\nRuns it." in text


def test_help_in_a_terminal_shows_parameters_and_an_example():
    assert ">>> " in tf.nn.conv2d.__doc__ and "padding:" in tf.nn.conv2d.__doc__
