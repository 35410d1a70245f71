"""What the least of the agent's work costs when it is written by hand, without the agent: `python test/bench/floors.py`.

Prints milliseconds of processor time, the least of 15 runs in turns, for plain code and for the same code with the tests that light
copies cannot do without, and for one walk over as many objects.
"""

import ast
import builtins
import gc
import operator
import time

builtins.on = False
builtins.held = object()
builtins.miss = lambda obj: obj


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def asking_fib(n):
    if on:  # noqa: F821
        return None
    return n if n < 2 else asking_fib(n - 1) + asking_fib(n - 2)


def guarded_fib(n):
    if on:  # noqa: F821
        return None
    if n < 2:
        return n
    return (guarded_fib if guarded_fib is known else miss(guarded_fib))(n - 1) + (guarded_fib if guarded_fib is known else miss(guarded_fib))(n - 2)  # noqa: F821


builtins.known = guarded_fib


class Account:
    def __init__(self, n):
        self.n = n

    def deposit(self, amount):
        self.n += amount
        return self.n

    def guarded(self, amount):
        if on:  # noqa: F821
            return None
        (self if self is held or type(self) is covered else miss(self)).n += amount  # noqa: F821
        return self.n


builtins.covered = Account
accounts = [Account(i + 1000) for i in range(20_000)]


def calls():
    for _ in range(15):
        for account in accounts:
            account.deposit(1)


def guarded_stores():
    for _ in range(15):
        for account in accounts:
            account.guarded(1)


def guarded_calls_and_stores():
    for _ in range(15):
        for account in accounts:
            account.guarded(1) if type(account) is covered or account is held else miss(account)  # noqa: F821


def identities():
    return dict(zip(map(id, accounts), accounts))


def walk():
    """What is reached: each object by its identity, its class, and the classes of what it holds."""
    found = identities()
    set(map(type, accounts))
    set(map(type, gc.get_referents(*accounts)))
    return found


def summary():
    """What was stored: the values' classes, and the identities as a set."""
    set(map(type, map(operator.attrgetter("n"), accounts)))
    return set(found_before)


found_before = identities()


class Point:
    def __init__(self, x):
        self.x = x
        self.hist = []

    def move(self, d):
        self.x += d
        self.hist.append(d)


points = [Point(i) for i in range(100_000)]


def largest():
    return max(points, key=lambda p: p.x)


def moves():
    for p in points:
        p.move(1)


def walk_to_lists():
    """All objects and their lists by identity, and the classes of the elements."""
    found = dict(zip(map(id, points), points))
    held = gc.get_referents(*points)
    set(map(type, held))
    lists = held[1::3]
    found.update(zip(map(id, lists), lists))
    set(map(type, gc.get_referents(*lists)))
    return found


def states():
    """All attributes and elements, one after another, and the lengths of the lists."""
    held = gc.get_referents(*points)
    lists = held[1::3]
    return held, list(map(len, lists)), gc.get_referents(*lists)


def comparison():
    """The objects and lists that differ between two such states, by identity."""
    before, after = states(), states()
    found = [all(map(operator.is_, *parts)) for parts in zip(before, after)]
    return found, set(map(id, points)), set(map(id, before[0][1::3]))


def nodes():
    return [ast.Name(id="x", ctx=LOAD, lineno=1, col_offset=0, end_lineno=1, end_col_offset=1) for _ in range(2_500)]


LOAD = ast.Load()

CASES = [
    ("recursion, fib(25)", lambda: fib(25)),
    ("  each call asks whether tracing is on", lambda: asking_fib(25)),
    ("  and whether the name is the same function still", lambda: guarded_fib(25)),
    ("method calls on 20 000 objects, 15 times", calls),
    ("  the method's store is guarded, and it asks", guarded_stores),
    ("  the calls are guarded too", guarded_calls_and_stores),
    ("20 000 objects by identity", identities),
    ("  a walk over them", walk),
    ("  a summary of their attribute", summary),
    ("max(…, key=lambda p: p.x) over 10^5 objects", largest),
    ("p.move(1) for 10^5 objects that hold lists", moves),
    ("  a walk to the lists", walk_to_lists),
    ("  a comparison of the objects and lists", comparison),
    ("2 500 syntax nodes", nodes),
]


def main():
    least = {name: float("inf") for name, _ in CASES}
    for _ in range(15):
        for name, work in CASES:
            started = time.process_time()
            kept = work()
            least[name] = min(least[name], (time.process_time() - started) * 1000)
            del kept
    for name, spent in least.items():
        print("%-50s %6.1f" % (name, spent))


main()
