"""Complete the C that mypyc writes, from the sources that it was written from.

What is missing in a compiled class, and put in here:

1. Docstrings, of modules, classes, methods and properties; and signatures with the defaults that
   mypyc cannot show, for which `...` stands. (`inspect.signature` has no annotations, though.)
2. Subscripts: a class with a base `Generic[T]` gets the `__class_getitem__` of the built-in classes.
3. Weak references to instances of a class with `__weakref__` among its slots.

All this is done by replacing text, and that is safe for two reasons: mypy's version is fixed to the
letter, and `replaced` refuses what is not found exactly once.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator, Mapping

__all__ = ["completed"]

Function = ast.FunctionDef


class IncompleteError(Exception):
    """The C is not what this module knows."""


def completed(c: str, sources: Mapping[str, str]) -> str:
    """The C of several modules with what is missing put in."""
    modules = {name: ast.parse(source) for name, source in sources.items()}
    constructors = {
        node.name: constructor
        for module in modules.values()
        for node in classes(module)
        if (constructor := functions(node).get("__init__"))
    }
    for name, module in modules.items():
        c = with_module_docs(c, name, module)
        for node in classes(module):
            c = with_class_docs(c, name, node, constructors)
            c = with_subscript(c, name, node) if is_generic(node) else c
            c = with_weak_references(c, name, node) if is_referable(node) else c
    return c


def replaced(c: str, pattern: str, replacement: str) -> str:
    r"""Replace the one thing that matches; ``\g<1>`` and the like stand for groups.

    >>> replaced("int a;", r"(\w) a", r"\g<1> b")
    'int b;'
    """
    c, count = re.subn(pattern, replacement, c, flags=re.DOTALL)
    if count != 1:
        raise IncompleteError(
            f"{count} matches instead of one for {pattern}; see what mypyc writes"
        )
    return c


# --- documentation ---------------------------------------------------------------------------


def with_module_docs(c: str, name: str, module: ast.Module) -> str:
    """The docstrings of a module and its functions."""
    doc = literal(docstring(module))
    c = replaced(c, rf'("stablelist\.{name}",\n\s*)NULL, /\* docstring \*/', rf"\g<1>{doc},")
    for function in functions(module).values():
        c = with_function_doc(c, f"{name}___{function.name}", function, signature(function))
    return c


def with_class_docs(
    c: str, module: str, node: ast.ClassDef, constructors: Mapping[str, Function]
) -> str:
    """The docstrings of a class, its methods and its properties."""
    prefix = f"{module}___{node.name}"
    constructor = next(constructors[name] for name in lineage(node) if name in constructors)
    doc = described(node.name, signature(constructor, own=False), node)
    entry = rf"(CPyType_{prefix}_template_ = {{[^}}]*\.tp_doc = )PyDoc_STR\([^\n]*\)"
    c = replaced(c, entry, rf"\g<1>{doc}")
    for name, method in functions(node).items():
        if is_property(method):
            doc = literal(docstring(method))
            getter = rf"(\(getter\){prefix}_get_{name},\n\s*NULL, )NULL"
            c = replaced(c, getter, rf"\g<1>{doc}")
        else:
            c = with_function_doc(c, f"{prefix}___{name}", method, signature(method, bound=True))
    return c


def with_function_doc(c: str, c_name: str, function: Function, shown: str) -> str:
    """The docstring of a function or method."""
    doc = described(function.name, shown, function)
    entry = rf"(\(PyCFunction\)CPyPy_{c_name},\s[^\n]*)PyDoc_STR\([^\n]*\)(?= ?}}| /)"
    return replaced(c, entry, rf"\g<1>{doc}")


def described(name: str, shown: str, node: Function | ast.ClassDef) -> str:
    """Signature and docstring in the form in which CPython keeps both, as a literal of C."""
    return literal(f"{name}{shown}\n--\n\n{docstring(node)}")


def signature(function: Function, *, bound: bool = False, own: bool = True) -> str:
    """The parameters without their types; the instance is marked, or left out.

    >>> source = "def add(self, element: str, *, front: bool = SOMETIMES) -> None: ..."
    >>> signature(ast.parse(source).body[0], bound=True)
    '($self, element, *, front=...)'
    """
    arguments = copy.deepcopy(function.args)
    for node in ast.walk(arguments):
        if isinstance(node, ast.arg):
            node.annotation = None
    arguments.defaults = [shown_default(default) for default in arguments.defaults]
    arguments.kw_defaults = [each and shown_default(each) for each in arguments.kw_defaults]
    shown = ast.unparse(arguments)
    if not own:
        shown = shown.removeprefix("self").removeprefix(", ")
    return f"({'$' if bound else ''}{shown})"


def shown_default(default: ast.expr) -> ast.expr:
    """A literal, or `...` for what only the running program knows."""
    return default if isinstance(default, ast.Constant) else ast.Constant(...)


def docstring(node: Function | ast.ClassDef | ast.Module) -> str:
    """As this interpreter would keep it: without its indentation, from Python 3.13 on."""
    text = ast.get_docstring(node, clean=False)
    return str(compile(repr(text), "", "exec").co_consts[0]) if text else ""


def literal(text: str) -> str:
    r"""A literal of C, which stands on one line; doubly escaped, to be put in by `re`.

    >>> print(literal('a "b"\n'))
    "a \\"b\\"\\n"
    """
    escapes = {'"': r"\"", "\\": r"\\", "\n": r"\n"}
    c = "".join(escapes.get(character) or utf8(character) for character in text)
    return f'"{c}"'.replace("\\", r"\\")


def utf8(character: str) -> str:
    """A character in C: itself, or three octal digits for each of its bytes."""
    if character.isascii():
        return character
    return "".join(f"\\{byte:03o}" for byte in character.encode())


# --- what Generic and __weakref__ do for an interpreted class ----------------------------------


def with_subscript(c: str, module: str, node: ast.ClassDef) -> str:
    """`StableList[int]` is then a `types.GenericAlias`, as `list[int]` is."""
    method = '{"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, NULL},'
    table = rf"(PyMethodDef {module}___{node.name}_methods\[\] = {{(?:(?!}};).)*)({{NULL}})"
    return replaced(c, table, rf"\g<1>{method}\n\g<2>")


def with_weak_references(c: str, module: str, node: ast.ClassDef) -> str:
    """Their list begins behind the instance; it must be emptied before the instance dies."""
    prefix = f"{module}___{node.name}"
    c = replaced(
        c,
        rf"(CPyType_{prefix}_template_ = {{[^}}]*\.tp_basicsize = )(sizeof\(\w+\)),",
        r"\g<1>\g<2> + sizeof(PyObject *), .tp_weaklistoffset = \g<2>,",
    )
    dealloc = rf"({prefix}_dealloc\(\w+ \*self\)\n\s*{{\n\s*PyObject_GC_UnTrack\(self\);)"
    return replaced(c, dealloc, r"\g<1>\nPyObject_ClearWeakRefs((PyObject *)self);")


# --- reading the sources -----------------------------------------------------------------------


def classes(module: ast.Module) -> Iterator[ast.ClassDef]:
    """The classes that mypyc translates: a TypedDict is none."""
    for node in module.body:
        if isinstance(node, ast.ClassDef) and "TypedDict" not in lineage(node):
            yield node


def functions(node: ast.ClassDef | ast.Module) -> dict[str, Function]:
    """By name; of overloads, the one that is implemented, which comes last."""
    return {item.name: item for item in node.body if isinstance(item, Function)}


def lineage(node: ast.ClassDef) -> list[str]:
    """The names of the class and its bases, without their subscripts."""
    bases = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
    return [node.name, *(ast.unparse(base) for base in bases)]


def is_generic(node: ast.ClassDef) -> bool:
    """Whether the class has the base `Generic[T]`."""
    return "Generic" in lineage(node)


def is_referable(node: ast.ClassDef) -> bool:
    """Whether `__weakref__` is among the slots."""
    return any(
        isinstance(item, ast.Assign)
        and ast.unparse(item.targets[0]) == "__slots__"
        and "__weakref__" in ast.literal_eval(item.value)
        for item in node.body
    )


def is_property(function: Function) -> bool:
    """Whether it is read without being called."""
    return any(ast.unparse(decorator) == "property" for decorator in function.decorator_list)
