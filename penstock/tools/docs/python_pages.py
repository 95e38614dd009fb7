"""Pages on the names of Python: one for each library, namespace and class, and an index of them.

The forms are those of 1.x's own reference: a rule and a heading for each name, `#### Args:` with the parameters in bold, the
members of a class on its page. In pages for the site a heading is the name alone, and the call stands below it, so that a
search finds names.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Iterator
from typing import Any

from penstock.tools.docs import catalogue, libraries
from penstock.tools.docs.catalogue import Entry
from penstock.tools.docs.docstrings import escape, first_sentence, signature_of, to_markdown


class Writer:
    """Writes pages; `short_headings` puts the name alone into a heading."""

    def __init__(self, short_headings: bool = False) -> None:
        self.short_headings = short_headings

    def heading(self, name: str, call: str, anchor: str, level: int = 3, kind: str = "") -> list[str]:
        """The heading of a name, as 1.x's reference has it."""
        leaf = name.rpartition(".")[2]
        if self.short_headings:
            shown = [
                f'{"#" * level} {name.replace("_", chr(92) + "_")} {{#{anchor} data-toc-label="{leaf.strip("_")}"}}',
                "",
            ]
            return [*shown, "```python", f"{kind}{call}", "```", ""] if call != name or kind else shown
        return [f'{"#" * level} `{kind}{call}` {{#{anchor} data-toc-label="{leaf.strip("_")}"}}', ""]

    # ---- single things ----

    def entry(self, entry: Entry, page: str) -> list[str]:
        """What the page of a namespace says of a name: everything of a function or value, a line of a class."""
        if entry.kind in ("class", "message"):
            kind = "class" if entry.kind == "class" else "message"
            text = escape(first_sentence(entry.doc), linker(page)) if entry.kind == "class" else "A protocol buffer."
            name = f"[`{kind} tf.{entry.name}`]({relative(entry.page, page)})"
            mark = f'{{#{catalogue.anchor(entry.leaf)} data-toc-label="{entry.leaf}"}}'
            return ["- - -", "", f"### {name} {mark}", "", text, ""]
        lines = ["- - -", ""]
        if entry.kind == "function":
            lines += self.heading(f"tf.{entry.name}", f"tf.{entry.name}{signature_of(entry.value)}", entry.anchor)
            lines += [to_markdown(entry.doc, linker(page))]
        elif entry.kind == "module":
            lines += self.heading(f"tf.{entry.name}", f"tf.{entry.name}", entry.anchor)
            lines += [f"The module `{entry.value.__name__}`.", ""]
        else:
            lines += self.heading(f"tf.{entry.name}", f"tf.{entry.name}", entry.anchor)
            lines += [_value_text(entry.value), ""]
        return lines + _aliases(entry)

    def class_page(self, entry: Entry) -> str:
        """The page of a class: what it is, how it is made, its members, and what it has from other classes."""
        cls, page = entry.value, entry.page
        link = linker(page)
        lines = [
            f"# tf.{entry.name}",
            "",
            f"Listed in [{_shelf_title(entry.shelf)}]({relative(entry.shelf, page)}).",
            "",
        ]
        bases = [b for b in cls.__mro__[1:] if b in catalogue.by_class()]
        if bases:
            shown = (f"[`tf.{b.name}`]({relative(b.page, page)})" for b in map(catalogue.by_class().get, bases) if b)
            lines += [f"Inherits from {', '.join(shown)}.", ""]
        lines += self.heading(f"tf.{entry.name}", f"tf.{entry.name}{signature_of(cls)}", entry.leaf, 2, "class ")
        lines += [to_markdown(entry.doc, link, 3), *_aliases(entry)]
        own = catalogue.shown(cls)
        properties = {n: v for n, v in own.items() if not _is_method(v)}
        methods = {n: v for n, v in own.items() if _is_method(v)}
        for title, group in (("Properties", properties), ("Methods", methods)):
            if group:
                lines += [f"## {title}", ""]
                for name, value in group.items():
                    lines += self._member(entry, name, value, link)
        lines += list(_inherited(entry, own))
        return "\n".join(lines)

    def _member(self, entry: Entry, name: str, value: Any, link: Any) -> list[str]:
        full = f"tf.{entry.name}.{name}"
        doc = _member_doc(entry.value, name, value)
        text = to_markdown(doc, link) if doc else "\n"
        call = full
        if _is_method(value):
            call += _without_self(signature_of(getattr(entry.value, name)), value)
        return ["- - -", "", *self.heading(full, call, catalogue.anchor(name)), text]

    def message_page(self, entry: Entry) -> str:
        """The page of a protocol buffer: its fields."""
        descriptor = entry.value.DESCRIPTOR
        lines = [
            f"# tf.{entry.name}",
            "",
            f"Listed in [{_shelf_title(entry.shelf)}]({relative(entry.shelf, entry.page)}).",
            "",
        ]
        lines += [
            f"The protocol buffer `{descriptor.full_name}`. Fields are set by keywords or as attributes.",
            "",
        ]
        lines += [*_aliases(entry), *_fields(descriptor, 2)]
        return "\n".join(lines) + "\n"

    # ---- pages of many ----

    def library_page(self, library: libraries.Library) -> str:
        page = f"{catalogue.PYTHON}/{library.page}.md"
        own = {e.name: e for e in catalogue.entries() if e.shelf == page}
        text = [f"# {library.title}", ""]
        return "\n".join([*text, *self._expanded(library.text, own, page)])

    def namespace_page(self, space: str) -> str:
        """The page of a namespace: its own names, and where those that it shares with others are."""
        page = f"{catalogue.PYTHON}/{space}.md"
        own = {e.leaf: e for e in catalogue.entries() if e.shelf == page}
        below = [s for s in catalogue.namespaces() if s.rpartition(".")[0] == space]
        lines = [f"# Module: tf.{space}", ""]
        if below:
            lines += ["Modules in it: " + ", ".join(f"[`tf.{s}`]({s}.md)" for s in below) + ".", ""]
        elsewhere = [n for n in catalogue.members(space) if n.rpartition(".")[2] not in own]
        if elsewhere:
            lines += ["Names that are documented under another one:", ""]
            for name in elsewhere:
                entry = catalogue.by_name()[name]
                fragment = f"#{entry.anchor}" if entry.anchor else ""
                lines.append(
                    f"*   `{name.rpartition('.')[2]}`: [`tf.{entry.name}`]({relative(entry.page, page)}{fragment})"
                )
            lines.append("")
        return "\n".join([*lines, *self._expanded("", own, page)])

    def _expanded(self, text: str, own: dict[str, Entry], page: str) -> Iterator[str]:
        """A text in which each line `@@name` is that name's documentation; names that it leaves out follow.

        Raises:
          ValueError: `@@name` is no name of this page, or stands there twice.
        """
        left = dict(own)
        for line in text.strip().split("\n"):
            if line.startswith("@@"):
                if line[2:].strip() not in left:
                    raise ValueError(f"{page}: {line} is no name of this page, or stands there twice")
                yield "\n".join(self.entry(left.pop(line[2:].strip()), page))
            else:
                yield line
        yield ""
        if left and len(left) < len(own):
            yield "## Other names\n"
        for name in sorted(left, key=lambda n: (n.lower(), n)):
            yield "\n".join(self.entry(left[name], page))

    def index_page(self) -> str:
        """The index: libraries and namespaces with the names in each."""
        page = f"{catalogue.PYTHON}/index.md"
        lines = [
            "# Python reference",
            "",
            "Every public name, by subject. Operations as a `GraphDef` has them are",
            "[on pages of their own](../operations/index.md).",
            "",
        ]
        shelves: dict[str, list[Entry]] = {}
        for entry in catalogue.entries():
            shelves.setdefault(entry.shelf, []).append(entry)
        ordered = [f"{catalogue.PYTHON}/{library.page}.md" for library in libraries.LIBRARIES]
        ordered += [f"{catalogue.PYTHON}/{space}.md" for space in catalogue.namespaces()]
        for shelf in ordered:
            names = (
                f"[`{e.leaf}`]({relative(e.page, page)}{'#' + e.anchor if e.anchor else ''})"
                for e in shelves.get(shelf, [])
            )
            lines += [
                f"*   **[{_shelf_title(shelf)}]({relative(shelf, page)})**: {', '.join(names)}"
                if shelf in shelves
                else f"*   **[{_shelf_title(shelf)}]({relative(shelf, page)})**"
            ]
        return "\n".join([*lines, ""])

    def pages(self) -> dict[str, str]:
        """All pages on Python: path → text."""
        found = {f"{catalogue.PYTHON}/index.md": self.index_page()}
        for library in libraries.LIBRARIES:
            found[f"{catalogue.PYTHON}/{library.page}.md"] = self.library_page(library)
        for space in catalogue.namespaces():
            found[f"{catalogue.PYTHON}/{space}.md"] = self.namespace_page(space)
        for entry in catalogue.entries():
            if entry.kind == "class":
                found[entry.page] = self.class_page(entry)
            elif entry.kind == "message":
                found[entry.page] = self.message_page(entry)
        return found


@functools.cache
def relative(target: str, page: str) -> str:
    """The path from one page to another."""
    return os.path.relpath(target, os.path.dirname(page)).replace(os.sep, "/")


@functools.cache
def linker(page: str) -> Any:
    """Turns names in backticks into links from a page."""

    @functools.cache
    def link(code: str) -> str:
        name = code.strip("`").removesuffix("()")
        found = catalogue.where(name) if name.startswith(("tf.", "tensorflow.")) else None
        if found is None:
            return code
        target = relative(found[0], page) if found[0] != page else ""
        return f"[{code}]({target}{'#' + found[1] if found[1] else ''})" if target or found[1] else code

    return link


def _shelf_title(shelf: str) -> str:
    name = shelf.rpartition("/")[2].removesuffix(".md")
    return next((library.title for library in libraries.LIBRARIES if library.page == name), f"tf.{name}")


def _aliases(entry: Entry) -> list[str]:
    # compat.v2 repeats most names: the others say more.
    others = sorted(entry.names[1:])
    return [f"Also: {', '.join(f'`tf.{name}`' for name in others)}.", ""] if others else []


def _value_text(value: Any) -> str:
    text = repr(value)
    shown = f"`{text}`" if len(text) <= 80 and " at 0x" not in text and "`" not in text else ""
    return f"A value of type `{type(value).__name__}`{': ' + shown if shown else ''}."


def _is_method(value: Any) -> bool:
    return isinstance(value, (staticmethod, classmethod)) or inspect.isroutine(value)


def _member_doc(cls: type, name: str, value: Any) -> str:
    """The docstring of a member; one that overrides another without words has the other's."""
    for base in cls.__mro__:
        if name in vars(base):
            member = vars(base)[name]
            member = member.__func__ if isinstance(member, (staticmethod, classmethod)) else member
            if text := getattr(member, "__doc__", None):
                return inspect.cleandoc(text)
    return ""


def _without_self(signature: str, value: Any) -> str:
    if isinstance(value, (staticmethod, classmethod)):
        return signature
    for self in ("(self, ", "(self"):
        if signature.startswith(self):
            return "(" + signature[len(self) :]
    return signature


def _inherited(entry: Entry, own: dict[str, Any]) -> Iterator[str]:
    """What a class has from documented classes, by class, with links."""
    said = set(own)
    heading = True
    for base in entry.value.__mro__[1:]:
        other = catalogue.by_class().get(base)
        if other is None or other.kind != "class":
            continue
        names = [n for n in catalogue.shown(base) if n not in said]
        said.update(names)
        if names:
            if heading:
                yield "## Inherited\n"
                heading = False
            target = relative(other.page, entry.page)
            yield (
                f"From [`tf.{other.name}`]({target}): "
                + ", ".join(f"[`{n}`]({target}#{catalogue.anchor(n)})" for n in names)
                + ".\n"
            )


def _fields(descriptor: Any, level: int) -> list[str]:
    lines = [f"{'#' * level} Fields", ""] if descriptor.fields else []
    for field in descriptor.fields:
        kind = _FIELD_TYPES.get(field.type, "")
        if field.message_type is not None:
            kind = field.message_type.name
        elif field.enum_type is not None:
            kind = field.enum_type.name
        repeated = "repeated " if getattr(field, "is_repeated", False) else ""
        lines.append(f"*   <b>`{field.name}`</b>: {repeated}`{kind}`, number {field.number}")
    lines.append("")
    for enum in descriptor.enum_types:
        lines += [
            f"{'#' * level} Values of {enum.name}",
            "",
            *(f"*   `{v.name}` = {v.number}" for v in enum.values),
            "",
        ]
    for nested in descriptor.nested_types:
        if not nested.GetOptions().map_entry:
            lines += [f"{'#' * level} {nested.name}", "", *_fields(nested, level + 1)]
    return lines


# Numbers of the types of fields, as descriptor.proto has them.
_FIELD_TYPES = {
    1: "double", 2: "float", 3: "int64", 4: "uint64", 5: "int32", 6: "fixed64", 7: "fixed32", 8: "bool", 9: "string",
    12: "bytes", 13: "uint32", 15: "sfixed32", 16: "sfixed64", 17: "sint32", 18: "sint64",
}  # fmt: skip
