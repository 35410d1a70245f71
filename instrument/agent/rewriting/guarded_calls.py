"""Calls in uninstrumented versions: guarded by an inline cache (see `record/sites`), with a probe
where the cache does not hold.

    B.m(a)         B.m(a) if type(B) is t1 or B is k1 else _sluice_C(1, B, B.m, a)(a)
    f(a)           f(a) if f is k1 else _sluice_C(1, f, f, a)(a)
    fs[n](a)       f(a) if type(f := fs[n]) in _sluice_functions and f in _sluice_quiet
                       else _sluice_C(1, None, f, a)(a)
    f(a)           f(a) if … or f is n1 and type(a) in _sluice_numbers else …
                       where all arguments are names and constants
    m.f(a)         m.f(a) if a is a1 and m is f1 or … else _sluice_C(1, m, m.f, a)(a)
                       where `f` is known to change `a`
    getattr(a, n)  getattr(a, n) if getattr is k1 and type(a) is t1 and type(n) is _sluice_str
                       and n in _sluice_looked else …
    B.strip().lower()
                   B.strip().lower() if _sluice_type(B) is _sluice_str else …
                       with a guard for each call
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from .guarded_stores import GuardedStores
from .nodes import LOAD, placed, placed_call
from .probe_names import PREFIX, WRAPPED, looks_only
from .written_arguments import SIMPLE, is_text_call, named_arguments, written_arguments

if TYPE_CHECKING:
    from typing import TypeAlias

    Held: TypeAlias = tuple[ast.expr, ast.expr]
    """An expression that binds a local variable, and the variable for later uses."""
    BuiltArguments: TypeAlias = tuple[list[ast.expr], list[ast.keyword]]
    """Rewritten arguments of a call."""

REPEATED = 2
"""Guards within the arguments of a call that both of its arms may have: else code would double with
each call around another.
"""


_GIVE_TEXT = frozenset(
    "capitalize casefold center expandtabs ljust lower lstrip removeprefix removesuffix replace rjust rstrip strip swapcase title upper zfill".split()
)
_LOOKING = frozenset({"getattr", "hasattr"})
_ASKING = _LOOKING | {"setattr"}
"""Functions whose first argument matters."""
_READING = frozenset({"copy", "get", "items", "keys", "values"})
"""Methods of dictionaries that change nothing."""
_OF_TEXT = frozenset(name for name in dir(str) if name[0] != "_")


class GuardedCalls(GuardedStores):
    """The part of the expression rewriter for calls in uninstrumented versions."""

    def uninstrumented_call(self, node: ast.Call) -> ast.expr:
        """A call whose callee is not known to be harmless."""
        return self.chain_of_text(node) or self.guarded_call(node)

    def chain_of_text(self, node: ast.Call) -> ast.expr | None:
        """Calls of a string's methods, one on what the other gives: one test for all of them. None
        where this is no such chain.
        """
        chain = []
        base = node
        while is_text_call(base, _GIVE_TEXT if chain else _OF_TEXT):
            chain.append(base)
            base = base.func.value
        if (
            len(chain) < 2
            or base is self.tested[0]
            or not self.guards
            or id(chain[-1]) in self.vetted
        ):
            return None
        pair = self.held(self.expr(base))
        if pair is None:
            return None
        first, again = pair
        fast = again
        for call in reversed(chain):
            function = self.attribute_of(fast, call.func)
            fast = placed(ast.Call(func=function, args=call.args, keywords=call.keywords), call)
        kept, self.tested = self.tested, (base, again)
        slow = self.guarded_call(node)
        self.tested = kept
        kind = placed(
            ast.Call(func=self.load(PREFIX + "type", base), args=[first], keywords=[]), base
        )
        text = placed(
            ast.Compare(left=kind, ops=[ast.Is()], comparators=[self.load(PREFIX + "str", base)]),
            base,
        )
        return self.choose([text], fast, slow, node)

    def guarded_call(self, node: ast.Call) -> ast.expr:
        """A call with a guard of its own."""
        if id(node) in self.vetted or self.is_fresh(node):
            return self.rebuilt(node)
        callee = node.func
        at = callee
        method = isinstance(callee, ast.Attribute)
        if method and callee.attr in _READING:
            self.only_read = callee.value
        base = (
            self.tested[1]
            if method and callee.value is self.tested[0]
            else self.expr(callee.value if method else callee)
        )
        aside = method and callee.attr in WRAPPED
        pair = self.held(base) if self.guards and not aside else None
        name = callee.attr if method else getattr(callee, "id", None)
        changes = (
            name in self.effects.library.changing_functions or name in _ASKING
        ) and isinstance(base, ast.Name)
        looks = (
            pair is not None
            and name in _LOOKING
            and isinstance(base, ast.Name)
            and self.looks_up(node)
        )
        value = (
            self.held_argument(node.args[0])
            if pair is not None and node.args and changes and not looks
            else None
        )
        constant, fixed, spreads = self.fact(written_arguments, node)
        numbers = (
            named_arguments(node)
            if pair is not None and not looks and (method or isinstance(base, ast.Name))
            else ()
        )
        site = self.new_site(
            node.lineno, callee.attr if method else None, False, value is not None, constant, self.given(node), fixed, spreads, bool(numbers), looks
        )  # fmt: skip
        self.sites_of_call(node).append(site)
        self.vet(node, site)
        if pair is None:
            function = self.attribute_of(base, callee) if method else base
            return self.slow_call(node, site, self.constant(None, at), function)
        first, again = pair
        function = self.attribute_of(again, callee) if method else again
        given = node.args if value is None else [value[1], *node.args[1:]]
        self.guarded += 1
        before = self.guarded
        args, keywords = [self.expr(a) for a in given], self.keywords(node)
        fast = placed(ast.Call(function, args, keywords), node)
        built = (args, keywords) if self.guarded - before <= REPEATED else None
        named = method or isinstance(base, ast.Name)
        holder = again if named else self.constant(None, at)
        slow = self.unguarded(lambda: self.slow_call(node, site, holder, function, given, built))
        if not named:
            tests = [self.quiet(first, again, at)]
        elif looks:
            tests = [self.known_look_up(node, again, site)]
        elif not method:
            tests = [self.same(again, site, at)]
            if self.scope.owner(base.id) is not None:
                # a variable may hold another function each time
                tests.append(self.quiet(base, base, at))
        elif name in self.effects.library.changing_methods:
            # the receiver is likely to be held
            tests = [self.same(first, site, at), self.covered(again, site, at)]
        else:
            tests = [self.covered(first, site, at), self.same(again, site, at)]
        if value is not None:
            both = [self.same(value[0], site, at, "a"), self.same(again, site, at, "f")]
            tests.insert(0, placed(ast.BoolOp(op=ast.And(), values=both), at))
        if numbers:
            tests.append(self.with_numbers(again, method, numbers, site, at))
        return self.choose(tests, fast, slow, node)

    def looks_up(self, node: ast.Call) -> bool:
        """Whether a call of `getattr` or `hasattr` is of an object under a name, and of an
        attribute under a name, or written there, which is looked up as by syntax.
        """
        if (
            self.scope.owner(node.func.id) is not None
            or len(node.args) < 2
            or not isinstance(node.args[0], ast.Name)
        ):
            return False
        wanted = node.args[1]
        return isinstance(wanted, ast.Name) or (
            isinstance(wanted, ast.Constant) and looks_only(wanted.value)
        )

    def sites_of_call(self, node: ast.Call) -> list[int]:
        """The sites of all copies of a call."""
        return self.sites_of.setdefault(id(node), (node, []))[1]

    def given(self, node: ast.Call) -> list[list[int]] | None:
        """What `Site.given` says of the arguments of a call."""
        found = []
        if node.keywords or not all([self.is_made_here(argument, found) for argument in node.args]):
            return None
        return found

    def is_made_here(self, node: ast.expr, found: list[list[int]]) -> bool:
        """Whether an expression gives something new, if it calls only methods of numbers and
        strings. The sites of these go to `found`.
        """
        if isinstance(node, (ast.Constant, ast.JoinedStr)):
            return True
        if isinstance(node, (ast.Tuple, ast.List)):
            return all([self.is_made_here(element, found) for element in node.elts])
        if isinstance(node, ast.Subscript):
            return self.is_made_here(node.value, found)
        if isinstance(node, ast.BinOp):
            return all([self.is_made_here(operand, found) for operand in (node.left, node.right)])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if not isinstance(node.func.value, (ast.Constant, ast.JoinedStr)):
                found.append(self.sites_of_call(node))
            return True
        return False

    def attribute_of(self, base: ast.expr, callee: ast.Attribute) -> ast.Attribute:
        return placed(ast.Attribute(value=base, attr=callee.attr, ctx=callee.ctx), callee)

    def keywords(self, node: ast.Call) -> list[ast.keyword]:
        # `**mapping` gives the whole content
        values = [self.expr(k.value) if k.arg else self.opaque(k.value) for k in node.keywords]
        return [placed(ast.keyword(arg=k.arg, value=v), k) for k, v in zip(node.keywords, values)]

    def slow_call(
        self,
        node: ast.Call,
        site: int,
        base: ast.expr,
        function: ast.expr,
        given: list[ast.expr] | None = None,
        built: BuiltArguments | None = None,
    ) -> ast.Call:
        return self.probed_call(
            node, "C", [self.constant(site, node), base, function], given, built
        )

    def probed_call(
        self,
        node: ast.Call,
        probe: str,
        head: list[ast.expr],
        given: list[ast.expr] | None = None,
        built: BuiltArguments | None = None,
    ) -> ast.Call:
        """`probe(*head, args)(args)`; arguments that are not simple are evaluated once, by the
        probe, and handed to the call from a stack. `given`: other expressions for the arguments.
        `built`: these, rewritten.
        """
        given = node.args if given is None else given
        args, keywords = built or ([self.expr(a) for a in given], self.keywords(node))
        positional = [*head, *args]
        if (
            len(args) == 1
            and isinstance(args[0], ast.Starred)
            and not all(isinstance(k.value, SIMPLE) for k in node.keywords)
        ):
            # a lone argument behind a star is iterated over after the keywords have been evaluated
            positional = [
                placed(
                    ast.Starred(value=self.call("le", node.func, [*head, args[0].value]), ctx=LOAD),
                    node,
                )
            ]
        checked = self.call(probe, node.func, positional, keywords)
        aside = isinstance(node.func, ast.Attribute) and node.func.attr in WRAPPED
        function = self.call("z", node.func, [checked]) if aside else checked
        # the keys and items of a mapping behind `**` are looked up, so the mapping is evaluated
        # once
        if all(isinstance(a, SIMPLE) for a in given) and all(
            k.arg and isinstance(k.value, SIMPLE) for k in node.keywords
        ):
            call = ast.Call(func=function, args=list(args), keywords=list(keywords))
        else:
            popped = self.call("pop", node, [])
            again = [placed(ast.Starred(value=popped, ctx=LOAD), node)] if args else []
            named = [placed(ast.keyword(arg=None, value=popped), node)] if keywords else []
            checked.func.id += "b" if args and keywords else "p" if args else "k"
            call = ast.Call(func=function, args=again, keywords=named)
        return placed_call(call, node)
