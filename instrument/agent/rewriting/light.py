"""Stores and calls in light copies: guarded by an inline cache (see `record/sites`), with a probe
where the cache does not hold.

    B.x = v        (B if B is k1 or type(B) is t1 else _sluice_la(1, B)).x = v    deletions:
    _sluice_lx B[key] = v     B[key if B is k1 or type(B) is t1 else _sluice_lk(1, B, key)] = v
    deletions: _sluice_ld B.m(a)         B.m(a) if type(B) is t1 or B is k1 else _sluice_C(1, B,
    B.m, a)(a) f(a)           f(a) if f is k1 else _sluice_C(1, f, f, a)(a) fs[n](a)       f(a) if
    type(f := fs[n]) in _sluice_functions and f in _sluice_quiet else _sluice_C(1, None, f, a)(a)
    f(a)           f(a) if … or f is n1 and type(a) in _sluice_numbers else …    where all arguments
    are names and constants m.f(a)         m.f(a) if a is a1 and m is f1 or … else _sluice_C(1, m,
    m.f, a)(a)    where `f` is known to change `a` getattr(a, n)  getattr(a, n) if getattr is k1 and
    type(a) is t1 and type(n) is _sluice_str and n in _sluice_looked else … B.strip().lower()
    B.strip().lower() if _sluice_type(B) is _sluice_str else …, with a guard for each call

A base that is no plain name is held in a local variable by `:=`. Where there are no local variables
(module level, class bodies, iterables of comprehensions) such a base has no guard.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ..objects.aside import METHODS
from .probe_names import PREFIX, looks_only
from .scopes import LOAD, placed, placed_call, unpacks

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Any, TypeAlias

    from ..effects.matching import Effects
    from .scopes import Node

    Held: TypeAlias = tuple[ast.expr, ast.expr]
    """An expression that binds a local variable, and the variable for later uses."""
    BuiltArguments: TypeAlias = tuple[list[ast.expr], list[ast.keyword]]
    """Rewritten arguments of a call."""

HELD = PREFIX + "x"
REPEATED = 2
"""Guards within the arguments of a call that both of its arms may have: else code would double with
each call around another.
"""

FEW_NAMES = 4
"""Arguments of a call that a guard asks whether they are numbers."""

_SIMPLE = (ast.Name, ast.Constant)
_IS = [ast.Is()]
_GIVE_TEXT = frozenset(
    "capitalize casefold center expandtabs ljust lower lstrip removeprefix removesuffix replace rjust rstrip strip swapcase title upper zfill".split()
)
_LOOKING = frozenset({"getattr", "hasattr"})
_ASKING = _LOOKING | {"setattr"}
"""Functions of which it matters what their first argument is."""
_READING = frozenset({"copy", "get", "items", "keys", "values"})
"""Methods of dictionaries that change nothing."""
_OF_TEXT = frozenset(name for name in dir(str) if name[0] != "_")


def _is_constant(node: ast.expr) -> bool:
    """Whether an argument is a number or string, or a list or tuple of such."""
    return isinstance(node, ast.Constant) or (
        isinstance(node, (ast.List, ast.Tuple)) and all(map(_is_constant, node.elts))
    )


def _is_text_call(node: ast.expr, names: Collection[str]) -> bool:
    """Whether a call of a method has one of these names, and constants as arguments."""
    if (
        not isinstance(node, ast.Call)
        or not isinstance(node.func, ast.Attribute)
        or node.func.attr not in names
    ):
        return False
    return all(map(_is_constant, node.args)) and all(
        k.arg is not None and _is_constant(k.value) for k in node.keywords
    )


def written_arguments(node: ast.Call) -> tuple[bool, Any, bool]:
    """Of a call's arguments: whether all are constants; the positions and keywords of those that
    are constants and lambdas, written there; whether they are in a sequence or mapping.
    """
    spreads = unpacks(node)
    constant = not any(k.arg is None for k in node.keywords) and all(
        map(_is_constant, [*node.args, *(k.value for k in node.keywords)])
    )
    fixed = {k.arg for k in node.keywords if k.arg is not None and _is_fixed(k.value)}
    for position, argument in enumerate(node.args):
        if isinstance(argument, ast.Starred):
            break
        if _is_fixed(argument):
            fixed.add(position)
    return constant, frozenset(fixed), spreads


def _is_fixed(node: ast.expr) -> bool:
    return isinstance(node, ast.Lambda) or _is_constant(node)


class LightRewriter:
    """The part of the expression rewriter that builds light copies. `new_site(line, name,
    augments)` numbers sites. `effects`: the library of declarations, which knows the names of
    functions and methods that change what they are given.
    """

    def __init__(self, new_site: Callable[..., int], effects: Effects) -> None:
        self.new_site = new_site
        self.effects = effects
        self.guards = True
        self.holds = True
        self.guarded = 0
        self.built = {}
        self.outlined = False
        self.holdable = {}
        self.sites_of = {}
        self.tested = None, None
        self.only_read = None

    def load(self, name: str, at: Node) -> ast.Name:
        return placed(ast.Name(name, LOAD), at)

    def unguarded(self, build: Callable[[], Any]) -> Any:
        """Build without guards: the slow arm of a guard that has many in it."""
        kept, self.guards = self.guards, False
        built = build()
        self.guards = kept
        return built

    def unheld(self, build: Callable[[], Any]) -> Any:
        """Build where Python allows no `:=`: what a comprehension goes over."""
        kept, self.holds = self.holds, False
        built = build()
        self.holds = kept
        return built

    def once(self, part: Any, build: Callable[[Any], Any]) -> Any:
        """`build(part)`. Light copies of a part of a function are the same nodes: a guard holds for
        a statement, wherever it stands.
        """
        if (
            self.full
            or self.vetting
            or self.vetted
            or self.outlined
            or self.tested[0] is not None
            or self.scope.function().kind != "function"
        ):
            return build(part)
        key = (id(part), self.guards, self.holds, self.hoisted, self.sure, self.in_turn)
        if key not in self.built:
            before = self.guarded
            self.built[key] = build(part), self.guarded - before
            return self.built[key][0]
        built, guarded = self.built[key]
        self.guarded += guarded
        return built

    def can_hold(self) -> bool:
        """Whether `:=` can bind a local variable here that nobody sees."""
        scope = self.scope
        while scope.kind == "comprehension":
            scope = scope.parent
        if scope.kind != "function":
            return scope.kind == "module" and self.outlined
        known = self.holdable.get(scope)
        if known is None:
            known = self.holdable[scope] = not self.contents.reads_frames(scope.node)
        return known

    def held(self, base: ast.expr) -> Held | None:
        """(first, again): the base at its first use and at later ones; None when it cannot be
        held.
        """
        if isinstance(base, ast.Name):
            return base, base
        if not self.guards or not self.holds or not self.can_hold():
            return None
        again = self.load(HELD, base)
        target = placed(ast.Name(id=HELD, ctx=ast.Store()), base)
        return placed(ast.NamedExpr(target=target, value=base), base), again

    def same(self, value: ast.expr, site: int, at: Node, kind: str = "k") -> ast.expr:
        cell = self.load("%s%s%d" % (PREFIX, kind, site), at)
        return placed(ast.Compare(value, _IS, [cell]), at)

    def covered(self, value: ast.expr, site: int, at: Node, kind: str = "t") -> ast.expr:
        cell = self.load("%s%s%d" % (PREFIX, kind, site), at)
        kind = placed(ast.Call(self.load(PREFIX + "type", at), [value], []), at)
        return placed(ast.Compare(kind, _IS, [cell]), at)

    def quiet(self, first: ast.expr, again: ast.expr, at: Node) -> ast.expr:
        """Whether a callee is a function that is known to be quiet."""
        kind = placed(ast.Call(func=self.load(PREFIX + "type", at), args=[first], keywords=[]), at)
        function = placed(
            ast.Compare(
                left=kind, ops=[ast.In()], comparators=[self.load(PREFIX + "functions", at)]
            ),
            at,
        )
        known = placed(
            ast.Compare(left=again, ops=[ast.In()], comparators=[self.load(PREFIX + "quiet", at)]),
            at,
        )
        return placed(ast.BoolOp(op=ast.And(), values=[function, known]), at)

    def choose(self, tests: list[ast.expr], fast: ast.expr, slow: ast.expr, at: Node) -> ast.expr:
        test = tests[0] if len(tests) == 1 else placed(ast.BoolOp(op=ast.Or(), values=tests), at)
        return placed(ast.IfExp(test=test, body=fast, orelse=slow), at)

    def light_attribute(self, node: ast.Attribute, augments: bool) -> ast.expr:
        """The target of a store into an attribute, or of its deletion."""
        at = node.value
        base = self.expr(at)
        if id(node) in self.vetted:
            return placed(ast.Attribute(value=base, attr=node.attr, ctx=node.ctx), node)
        site = self.new_site(node.lineno, node.attr, augments)
        self.vet(node, site)
        number = self.constant(site, at)
        probe = "lx" if isinstance(node.ctx, ast.Del) else "la"
        pair = self.held(base) if self.guards else None
        if pair is None:
            value = self.call(probe, at, [number, base])
        else:
            first, again = pair
            tests = [self.same(first, site, at), self.covered(again, site, at)]
            value = self.choose(tests, again, self.call(probe, at, [number, again]), at)
        return placed(ast.Attribute(value=value, attr=node.attr, ctx=node.ctx), node)

    def light_in_place(self, load: ast.Name, value: ast.expr, at: Node) -> ast.expr:
        """The operand of `x += value`: numbers and strings are not changed in place, and lists or
        sets that the site knows are recorded.
        """
        site = self.new_site(load.lineno)
        kind = self.call("type", load, [load])
        atomic = placed(
            ast.Compare(
                left=kind, ops=[ast.In()], comparators=[self.load(PREFIX + "atomic", load)]
            ),
            load,
        )
        tests = [atomic, self.same(load, site, load), self.covered(load, site, load)]
        return self.choose(
            tests, value, self.call("lu", at, [self.constant(site, load), load, value]), load
        )

    def light_item(self, node: ast.Subscript, augments: bool) -> ast.expr | None:
        """The target of a store into an item, or of its deletion; None where it cannot be
        guarded.
        """
        if not self.guards:
            return None
        at = node.value
        if self.is_fresh(node):
            return placed(
                ast.Subscript(value=self.expr(at), slice=self.key(node.slice), ctx=node.ctx), node
            )
        pair = self.held(self.expr(at))
        if pair is None:
            return None
        first, again = pair
        site = self.new_site(node.lineno, None, augments)
        tests = [self.same(again, site, at), self.covered(again, site, at)]
        slow = self.unguarded(lambda: self.key(node.slice))
        probe = "ld" if isinstance(node.ctx, ast.Del) else "lk"
        probe = self.call(probe, node.slice, [self.constant(site, at), again, slow])
        key = self.choose(tests, self.key(node.slice), probe, node.slice)
        return placed(ast.Subscript(value=first, slice=key, ctx=node.ctx), node)

    def light_call(self, node: ast.Call) -> ast.expr:
        """A call whose callee is not known to be harmless."""
        return self.chain_of_text(node) or self.guarded_call(node)

    def chain_of_text(self, node: ast.Call) -> ast.expr | None:
        """Calls of a string's methods, one on what the other gives: one test for all of them. None
        where this is no such chain.
        """
        chain = []
        base = node
        while _is_text_call(base, _GIVE_TEXT if chain else _OF_TEXT):
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
        aside = method and callee.attr in METHODS
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
            self.named_arguments(node)
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

    def known_look_up(self, node: ast.Call, function: ast.expr, site: int) -> ast.expr:
        """Whether the site has had a look at an object of this class, and an attribute of this name
        has been looked up.
        """
        at = node.func
        obj, wanted = node.args[:2]
        tests = [self.same(function, site, at), self.covered(self.expr(obj), site, at)]
        if isinstance(wanted, ast.Name):
            kind = placed(ast.Call(self.load(PREFIX + "type", at), [self.expr(wanted)], []), at)
            tests.append(placed(ast.Compare(kind, _IS, [self.load(PREFIX + "str", at)]), at))
            tests.append(
                placed(
                    ast.Compare(self.expr(wanted), [ast.In()], [self.load(PREFIX + "looked", at)]),
                    at,
                )
            )
        return placed(ast.BoolOp(op=ast.And(), values=tests), at)

    def named_arguments(self, node: ast.Call) -> Sequence[ast.expr]:
        """The names among the arguments of a call, if they are few and all others are constants."""
        given = [*node.args, *(k.value for k in node.keywords if k.arg is not None)]
        names = [argument for argument in given if isinstance(argument, ast.Name)]
        plain = len(given) == len(node.args) + len(node.keywords) and all(
            isinstance(argument, _SIMPLE) for argument in given
        )
        return names if plain and len(names) <= FEW_NAMES else ()

    def with_numbers(
        self, base: ast.expr, method: bool, names: Sequence[ast.expr], site: int, at: Node
    ) -> ast.expr:
        """Whether the site's base, or one of its class, is called with numbers under these
        names.
        """
        known = self.same(base, site, at, "n")
        if method:
            known = placed(
                ast.BoolOp(op=ast.Or(), values=[known, self.covered(base, site, at, "n")]), at
            )
        tests = [known]
        for name in names:
            kind = placed(
                ast.Call(
                    func=self.load(PREFIX + "type", name), args=[self.expr(name)], keywords=[]
                ),
                name,
            )
            tests.append(
                placed(
                    ast.Compare(
                        left=kind, ops=[ast.In()], comparators=[self.load(PREFIX + "numbers", name)]
                    ),
                    name,
                )
            )
        return placed(ast.BoolOp(op=ast.And(), values=tests), at)

    def held_argument(self, node: ast.expr) -> Held | None:
        """An argument at its first use and at later ones; None when it is no name or attribute of
        one, or cannot be held.
        """
        base = node
        while isinstance(base, ast.Attribute):
            base = base.value
        return self.held(self.expr(node)) if isinstance(base, ast.Name) else None

    def is_fresh(self, node: ast.expr) -> bool:
        """Whether a store or call is one into what was made just before (see `fresh`), under a name
        that no other function binds.
        """
        name = self.fresh.get(id(node))
        if (
            name is None
            or name in self.sites.global_names
            or name in self.scope.rebound
            or (self.scope.suspends and self.scope is not self.module)
        ):
            # (what is suspended may go on in another statement)
            return False
        owner = self.scope.owner(name)
        return owner is (None if self.scope is self.module else self.scope)

    def vet(self, node: ast.expr, site: int) -> None:
        """The site of a store or call that a vetted loop may leave out (see `vetted_loops`)."""
        if self.guards and id(node) in self.vetting:
            self.vetting[id(node)] = site

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
        """Whether an expression gives something new, if the methods it calls are those of numbers
        and strings. The sites of these go to `found`.
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
        # `**mapping` gives everything that is in it
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
            and not all(isinstance(k.value, _SIMPLE) for k in node.keywords)
        ):
            # what stands alone behind a star is gone through after the keywords have been evaluated
            positional = [
                placed(
                    ast.Starred(value=self.call("le", node.func, [*head, args[0].value]), ctx=LOAD),
                    node,
                )
            ]
        checked = self.call(probe, node.func, positional, keywords)
        aside = isinstance(node.func, ast.Attribute) and node.func.attr in METHODS
        function = self.call("z", node.func, [checked]) if aside else checked
        # a mapping behind `**` is asked for its keys and items, so it is asked once
        if all(isinstance(a, _SIMPLE) for a in given) and all(
            k.arg and isinstance(k.value, _SIMPLE) for k in node.keywords
        ):
            call = ast.Call(func=function, args=list(args), keywords=list(keywords))
        else:
            popped = self.call("pop", node, [])
            again = [placed(ast.Starred(value=popped, ctx=LOAD), node)] if args else []
            named = [placed(ast.keyword(arg=None, value=popped), node)] if keywords else []
            checked.func.id += "b" if args and keywords else "p" if args else "k"
            call = ast.Call(func=function, args=again, keywords=named)
        return placed_call(call, node)
