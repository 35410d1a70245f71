"""Prints names of source files as CPython sees them: one JSON line per valid file.

Input: paths on standard input, one a line. Output per file: its text, and per module-level
statement its lines, UTF-16 columns and global names by CPython's own symbol table. CPython is
the authority for the analyses.
"""

import ast
import json
import symtable
import sys
import tokenize
import warnings

COMPREHENSIONS = {"listcomp", "genexpr", "setcomp", "dictcomp"}


def units(text):
    return len(text.encode("utf-16-le")) // 2


class LocalAnnotations(ast.NodeTransformer):
    """Annotations of a function's variables are never evaluated, but the symbol table counts their
    names.
    """

    changed = False
    depth = 0

    def visit_FunctionDef(self, node):
        self.depth += 1
        node.body = [self.visit(child) for child in node.body]
        self.depth -= 1
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        outer, self.depth = self.depth, 0
        node.body = [self.visit(child) for child in node.body]
        self.depth = outer
        return node

    def visit_AnnAssign(self, node):
        if self.depth:
            node.annotation = ast.copy_location(ast.Constant(0), node.annotation)
            self.changed = True
        return node


class Generators(ast.NodeTransformer):
    """From 3.12 the symbol table of a comprehension that is inlined is merged into the block around
    it.
    """

    changed = False

    def visit_ListComp(self, node):
        self.changed = True
        self.generic_visit(node)
        return ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)

    visit_SetComp = visit_ListComp

    def visit_DictComp(self, node):
        self.changed = True
        self.generic_visit(node)
        element = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
        return ast.copy_location(ast.GeneratorExp(element, node.generators), node)


def names(text, statement):
    transformer = LocalAnnotations()
    statement = transformer.visit(statement)
    if sys.version_info >= (3, 12):
        generators = Generators()
        statement = generators.visit(statement)
        transformer.changed = transformer.changed or generators.changed
    if transformer.changed:
        text = ast.unparse(statement)
    bound, used, bodies = set(), set(), set()

    def visit(table, in_body):
        kind = str(getattr(table.get_type(), "value", table.get_type()))
        module = kind == "module"
        if kind == "function" and table.get_name() not in COMPREHENSIONS:
            in_body = True
        for symbol in table.get_symbols():
            name = symbol.get_name()
            # The table adds a use of __class__ to every function that mentions `super`.
            if name.startswith(".") or name == "__class__":
                continue
            # A function that is called `top` is taken for a module: its locals are both.
            if not (module or (symbol.is_global() and not symbol.is_local())):
                continue
            if symbol.is_referenced():
                (bodies if in_body else used).add(name)
            if symbol.is_assigned() or symbol.is_imported() or symbol.is_annotated():
                bound.add(name)
        for child in table.get_children():
            visit(child, in_body)

    visit(symtable.symtable(text, "<statement>", "exec"), False)
    return bound, used, bodies


def describe(path):
    with tokenize.open(path) as file:
        source = file.read()
    tree = ast.parse(source)
    lines = source.split("\n")
    encoded = [line.encode() for line in lines]
    statements = []
    for node in tree.body:
        start, column = node.lineno, node.col_offset
        for decorator in getattr(node, "decorator_list", []):
            start = min(start, decorator.lineno)
        before = encoded[start - 1][:column].decode()
        ending = encoded[node.end_lineno - 1][: node.end_col_offset].decode()
        part = lines[start - 1 : node.end_lineno]
        part[-1] = ending
        part[0] = part[0][len(before) :]
        text = "\n".join(part)
        try:
            bound, used, bodies = names(text, node)
        except SyntaxError:
            bound, used, bodies = names(ast.unparse(node), node)
        statements.append(
            {
                "startLine": start,
                "endLine": node.end_lineno,
                "startColumn": units(before),
                "endColumn": units(ending),
                "bound": sorted(bound),
                "used": sorted(used),
                "usedInBodies": sorted(bodies),
            }
        )
    return {"path": path, "source": source, "statements": statements}


def main():
    warnings.simplefilter("ignore")
    for path in sys.stdin.read().splitlines():
        try:
            found = describe(path)
        except (SyntaxError, ValueError, UnicodeError, RecursionError):
            continue
        print(json.dumps(found), flush=True)


main()
