"""Small faults in a source file: find all possible ones and apply one; used by `bench mutants`."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass, replace

SWAPPED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.Is: "is not",
    ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in"}


@dataclass(frozen=True)
class Mutation:
    """One change: the bytes from `start` to `end` become `new`."""

    line: int
    start: int
    end: int
    old: str
    new: str
    function: str
    """Qualified name of the function or class around it; empty at the top of the module."""
    nth: int = 0
    """How many equal changes come before it in the same function."""

    def __str__(self) -> str:
        return f"{self.old} -> {self.new}" if self.new != "pass" else f"without {self.old}"

    def put_into(self, source: bytes) -> bytes:
        """Return the source with this change."""
        return source[:self.start] + self.new.encode() + source[self.end:]


def mutations(source: bytes) -> list[Mutation]:
    """Return every mutation of a module in the order of its text."""
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    numbered, before = [], Counter[tuple[str, str, str]]()
    for found in sorted(finder.found, key=lambda found: (found.start, found.end, found.new)):
        name = (found.function, found.old, found.new)
        numbered.append(replace(found, nth=before[name]))
        before[name] += 1
    return numbered


class _Finder(ast.NodeVisitor):
    """Collects mutations; leaves out annotations, assertions, messages, and looks.

    Looks are sizes in pixels, sums with them, and functions that only paint: tests look at few pictures.
    """

    def __init__(self, source: bytes):
        self.source = source
        self.found: list[Mutation] = []
        self._within: list[str] = []
        self._lines = [0]
        for line in source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def _add(self, node: ast.expr | ast.stmt, new: str) -> None:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = self._lines[node.lineno - 1] + node.col_offset
        end = self._lines[node.end_lineno - 1] + node.end_col_offset
        old = " ".join(self.source[start:end].decode().split())
        self.found.append(Mutation(node.lineno, start, end, old, new, ".".join(self._within)))

    # --- where to look ---

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._inside(node.name, node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name == "__repr__" or node.name.lstrip("_").startswith("paint"):
            return
        given = [value for value in node.args.kw_defaults if value is not None]
        for default in (*node.args.defaults, *given):
            self.visit(default)
        self._inside(node.name, node.body)

    def _inside(self, name: str, body: list[ast.stmt]) -> None:
        self._within.append(name)
        for statement in body:
            self.visit(statement)
        self._within.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        del node

    def visit_Raise(self, node: ast.Raise) -> None:
        del node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        del node

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) in ("TYPE_CHECKING", "__name__ == '__main__'"):
            return
        if not isinstance(node.test, (ast.Compare, ast.BoolOp)):
            self._add(node.test, f"not ({ast.unparse(node.test)})")
        self.generic_visit(node)

    # --- what to change ---

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        if isinstance(node.value, ast.Call):
            self._add(node, "pass")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self._add(node, "return None")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        if len(node.ops) == 1:
            left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
            self._add(node, f"{left} {SWAPPED[type(node.ops[0])]} {right}")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        word = " or " if isinstance(node.op, ast.And) else " and "
        self._add(node, f"({word.join(f'({ast.unparse(value)})' for value in node.values)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, (ast.Add, ast.Sub)) and not any(_is_px(part) for part in ast.walk(node)):
            sign = "-" if isinstance(node.op, ast.Add) else "+"
            self._add(node, f"({ast.unparse(node.left)} {sign} ({ast.unparse(node.right)}))")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add(node, str(not node.value))
        elif isinstance(node.value, int):
            self._add(node, str(node.value + 1))

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
            self._add(node.func, {"min": "max", "max": "min"}[node.func.id])
        if not _is_px(node):
            self.generic_visit(node)


def _is_px(node: ast.AST) -> bool:
    """Return whether a node is a call of `px`, which turns a size of the design into pixels."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "px"


def with_switches(source: bytes, switched: dict[int, Mutation], module: str) -> bytes:
    """Return a source that holds mutations beside the original: `on(number)` of a module chooses each.

    Every line keeps its number.
    """
    waiting = sorted(switched.items(), key=lambda item: (item[1].start, -item[1].end))

    def text(start: int, end: int) -> bytes:
        """Return a part of the source in which the mutations within it are switched."""
        found = b""
        while waiting and waiting[0][1].end <= end:
            number, mutation = waiting.pop(0)
            found += source[start:mutation.start]
            found += _switch(f"_mutant_on({number})".encode(), mutation, text(mutation.start, mutation.end))
            start = mutation.end
        return found + source[start:end]

    first = next(node for node in ast.parse(source).body
                 if isinstance(node, ast.ImportFrom) and node.module == "__future__")
    lines = text(0, len(source)).splitlines(keepends=True)
    lines[first.lineno - 1] = (lines[first.lineno - 1].rstrip()
                               + f"; from {module} import on as _mutant_on\n".encode())
    return b"".join(lines)


def _switch(asked: bytes, mutation: Mutation, old: bytes) -> bytes:
    """Return an expression, or a return statement with one, that chooses between two texts."""
    word = b"return " if mutation.new == "return None" else b""
    new = mutation.new.removeprefix("return ").replace("pass", "None").encode()
    return word + b"((" + new + b") if " + asked + b" else (" + old.removeprefix(word) + b"))"
