#!/usr/bin/env python3
"""Prints the reference of the package for Python as a page: signatures and docstrings of what `drakkar` exports.

    scripts/python_reference.py

Reads the sources alone; nothing need be installed. Words about what is written in Rust are its doc comments.
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "python"
PACKAGE = ROOT / "python" / "drakkar"
MODULES = {
    "drakkar": "Studies, games, agents.",
    "drakkar.pettingzoo": "Environments of PettingZoo.",
    "drakkar.open_spiel": "Games of OpenSpiel.",
}


def comments():
    """The doc comments of functions and classes of the module in Rust, by class and name."""
    found = {}
    for path in sorted((ROOT / "src").glob("*.rs")):
        owner, lines, named, renamed = None, [], None, {}
        for line in path.read_text().splitlines():
            text = line.strip()
            block = re.match(r"impl (\w+) \{", line)
            item = re.match(r"(?:pub(?:\(\w+\))? )?(fn|struct) (\w+)", text)
            named = (re.match(r'#\[pyclass\(.*name = "(\w+)"', text) or [None, named])[1]
            if block:
                owner = renamed.get(block[1], block[1])
            elif line.startswith("}"):
                owner = None
            if text.startswith("///"):
                lines.append(text.removeprefix("///").strip())
            elif item:
                key = (owner, item[2])
                if item[1] == "struct":
                    renamed[item[2]] = named or item[2]
                    key, named = (None, renamed[item[2]]), None
                if lines:
                    found.setdefault(key, " ".join(lines))
                lines = []
            elif not text.startswith("#["):
                lines = []
    return found


def definitions(path):
    """Classes and functions of a file by name."""
    tree = ast.parse(path.read_text())
    return {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}


def text(node, said):
    """What is said of something: its docstring, or the comment in Rust."""
    return (ast.get_docstring(node) or said or "").strip()


def signature(node, name):
    arguments = ast.unparse(node.args)
    arguments = re.sub(r"^self(, )?", "", arguments)
    gives = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{name}({arguments}){gives}"


def is_property(node):
    return any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list)


def function(node, said, owner=None, level="###"):
    name = f"{owner}.{node.name}" if owner else node.name
    shown = name if is_property(node) else signature(node, name)
    if is_property(node) and node.returns is not None:
        shown += f": {ast.unparse(node.returns)}"
    words = text(node, said.get((owner, node.name)))
    return f"{level} `{name}`\n\n```python\n{shown}\n```\n" + (f"\n{words}\n" if words else "")


def whole_class(node, said):
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    parts = [f"### `{node.name}`\n", f"```python\nclass {node.name}{f'({bases})' if bases else ''}\n```\n"]
    words = text(node, said.get((None, node.name)))
    parts += [words + "\n"] if words else []
    seen = set()
    for one in node.body:
        own = isinstance(one, ast.FunctionDef) and (one.name == "__init__" or not one.name.startswith("_"))
        # Of several forms, the first one stands for all.
        if own and one.name not in seen:
            seen.add(one.name)
            parts.append(function(one, said, node.name, "####"))
    return "\n".join(parts)


def exported(name):
    """What a module exports, and where it comes from."""
    path = PACKAGE / ("__init__.py" if name == "drakkar" else f"{name.split('.')[1]}.py")
    if name != "drakkar":
        return [(one, path) for one in definitions(path) if not one.startswith("_")]
    found = []
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom):
            source = PACKAGE / f"{node.module}{'.pyi' if node.module == '_native' else '.py'}"
            found += [(alias.name, source) for alias in node.names if not alias.name.startswith("_")]
    return sorted(found, key=lambda one: (one[1].name, one[0]))


def page():
    said = comments()
    parts = ["# Package for Python\n", "What the package exports. [Python](../python.md) is the way in; flags of studies are those of [the commands](commands.md).\n"]
    for module, about in MODULES.items():
        if module != "drakkar" and not (PACKAGE / f"{module.split('.')[1]}.py").exists():
            continue
        parts += [f"## {module}\n", about + "\n"]
        for name, path in exported(module):
            node = definitions(path)[name]
            parts.append(whole_class(node, said) if isinstance(node, ast.ClassDef) else function(node, said))
    return "\n".join(parts)


if __name__ == "__main__":
    print(page())
