# What `npm run bench -- --hot calls` runs: one call, or one store, of a hot loop each, `# === name, turns`, then a cell that sets up and, after `# %%`,
# the body of the loop. It runs at module level, in a function that the loop calls, and in a method (`shapes` in `timed-workload.ts`); names that the
# body binds and the set-up has bound too are declared as `# global`. The file is long because it is one table.

# === file-write, 20000 turns
f = open('o.txt', 'w')
# %%
f.write('abc\n')

# === file-read, 20000 turns
open('i.txt', 'w').write('x\n'*30000)
f = open('i.txt')
# %%
f.readline()

# === csv-write, 20000 turns
import csv
f = open('o.csv', 'w')
w = csv.writer(f)
# %%
w.writerow([i, i])

# === print-file, 20000 turns
f = open('o.txt', 'w')
# %%
print(i, file=f)

# === json-dumps, 20000 turns
import json
# %%
json.dumps([1, 2])

# === json-loads, 20000 turns
import json
# %%
json.loads('[1, 2]')

# === datetime, 20000 turns
from datetime import datetime, timedelta
out = []
# %%
out.append(datetime(2020, 1, 1) + timedelta(days=i % 100))

# === strftime, 20000 turns
from datetime import datetime, timedelta
d = datetime(2020,1,1)
# %%
d.strftime('%Y'); d.isoformat()

# === strptime, 5000 turns
from datetime import datetime, timedelta
# %%
datetime.strptime('2020-01-02', '%Y-%m-%d')

# === sqlite-insert, 20000 turns
import sqlite3
c = sqlite3.connect(':memory:')
c.execute('create table t(a,b)')
# %%
c.execute('insert into t values(?,?)', (i, i))

# === sqlite-cursor, 20000 turns
import sqlite3
c = sqlite3.connect(':memory:')
c.execute('create table t(a,b)')
cur = c.cursor()
# %%
cur.execute('insert into t values(?,?)', (i, i))

# === sqlite-fetch, 20000 turns
import sqlite3
c = sqlite3.connect(':memory:')
c.execute('create table t(a,b)')
# %%
c.execute('select 1').fetchone()

# === logging, 20000 turns
import logging
l = logging.getLogger('q')
l.setLevel(logging.ERROR)
# %%
l.info('x %s', i)

# === logging-mod, 20000 turns
import logging
# %%
logging.debug('x %s', i)

# === graph-objects, 20000 turns
class P:
    def __init__(self, x):
        self.x = x
        self.n = []
    def add(self, o):
        self.n.append(o)
        return self
ps = []
last = P(0)
# %%
# global last
p = P(i)
last.add(p)
ps.append(p)
last = p

# === linked, 20000 turns
class N:
    def __init__(self, v):
        self.v = v
        self.next = None
head = N(0)
tail = head
# %%
# global tail
n = N(i)
tail.next = n
tail = n

# === deepcopy, 20000 turns
import copy
r = [1, [2]]
# %%
copy.deepcopy(r)

# === copy, 20000 turns
import copy
r = [1, [2]]
# %%
copy.copy(r)

# === os-exists, 4000 turns
import os
# %%
os.path.exists('o.txt')

# === os-join, 10000 turns
import os
# %%
os.path.join('a', 'b'); os.path.basename('a/b')

# === path, 5000 turns
from pathlib import Path
p = Path('.')
# %%
(p / 'x').exists()

# === os-environ, 5000 turns
import os
# %%
os.environ.get('HOME')

# === re-finditer, 20000 turns
import re
p = re.compile('a.')
out = []
# %%
out.extend(m.group() for m in p.finditer('abacad'))

# === re-sub, 20000 turns
import re
# %%
re.sub('a', 'b', 'abc')

# === re-match, 20000 turns
import re
p = re.compile('(a)(.)')
# %%
m = p.match('abacad')
if m: m.groups()

# === nested-dict, 20000 turns
d = {}
# %%
d[i % 100] = {'a': i, 'b': [i]}
d[i % 100]['b'].append(1)

# === df-loc-store, 200 turns
import pandas as pd
df = pd.DataFrame({'a': range(500), 'b': 0.0})
# %%
df.loc[i % 500, 'b'] = i

# === df-at-store, 400 turns
import pandas as pd
df = pd.DataFrame({'a': range(500), 'b': 0.0})
# %%
df.at[i % 500, 'b'] = i

# === df-iloc-store, 200 turns
import pandas as pd
df = pd.DataFrame({'a': range(500), 'b': 0.0})
# %%
df.iloc[i % 500, 1] = i

# === series-iloc, 4000 turns
import pandas as pd
s = pd.Series(range(500))
# %%
s.iloc[i % 500]

# === series-loc, 4000 turns
import pandas as pd
s = pd.Series(range(500))
# %%
s.loc[i % 500]; s[i % 500]

# === df-iterrows, 1000 turns
import pandas as pd
df = pd.DataFrame({'a': range(500), 'b': 0.0})
# %%
r = df.iloc[i % 500]
r['a']

# === df-mask, 500 turns
import pandas as pd
df = pd.DataFrame({'a': range(500), 'b': 0.0})
# %%
df[df['a'] > i].sum()

# === np-rand, 20000 turns
import numpy as np
rng = np.random.default_rng(0)
# %%
rng.normal(); rng.integers(5)

# === np-append, 20000 turns
import numpy as np
a = np.zeros(10)
# %%
a.sum(); np.mean(a)

# === np-store, 20000 turns
import numpy as np
a = np.zeros(10)
# %%
a[i % 10] = i

# === random, 20000 turns
import random
# %%
random.random(); random.choice([1, 2])

# === decimal, 20000 turns
from decimal import Decimal
s = Decimal(0)
# %%
# global s
s += Decimal(i) / 3

# === try-except, 20000 turns
n = 0
# %%
# global n
try:
    int('x' if i % 2 else '1')
except ValueError:
    n += 1

# === namedtuple, 20000 turns
from collections import namedtuple
P = namedtuple('P', 'x y')
out = []
# %%
p = P(i, i)
out.append(p._replace(x=1))

# === namedtuple-asdict, 20000 turns
from collections import namedtuple
P = namedtuple('P', 'x y')
# %%
P(i, i)._asdict()

# === stringio, 20000 turns
import io
f = io.StringIO()
# %%
f.write('abc')

# === stringio-new, 20000 turns
import io
out = []
# %%
f = io.StringIO()
f.write('abc')
out.append(f.getvalue())

# === pickle, 20000 turns
import pickle
r = [1, [2]]
# %%
pickle.loads(pickle.dumps(r))

# === lru-cache, 20000 turns
import functools
@functools.lru_cache(None)
def g(x):
    return x + 1
# %%
g(i % 7)

# === lru-cache-grow, 20000 turns
import functools
@functools.lru_cache(None)
def g(x):
    return x + 1
# %%
g(i)

# === getattr-call, 20000 turns
class V:
    def visit_a(self, i):
        return i
v = V()
name = 'visit_a'
# %%
getattr(v, name)(i)

# === setattr, 20000 turns
class V:
    pass
v = V()
# %%
setattr(v, 'a', i)

# === dataclass, 20000 turns
from dataclasses import dataclass, replace
@dataclass
class D:
    x: int
    y: int = 0
ds = []
# %%
d = D(i)
d.y = 5
ds.append(d)

# === dataclass-replace, 20000 turns
from dataclasses import dataclass, replace
@dataclass
class D:
    x: int
    y: int = 0
d = D(1)
# %%
replace(d, x=i)

# === deque, 20000 turns
from collections import deque
q = deque(maxlen=50)
# %%
q.append(i)

# === deque-bfs, 20000 turns
from collections import deque
q = deque([1])
# %%
x = q.popleft()
q.append(x)

# === defaultdict, 20000 turns
from collections import defaultdict
d = defaultdict(list)
# %%
d[i % 10].append(i)

# === counter, 20000 turns
from collections import Counter
c = Counter()
# %%
c[i % 10] += 1
c.update([i % 3])

# === heap, 20000 turns
import heapq
h = []
# %%
heapq.heappush(h, (-i, i))
if len(h) > 50: heapq.heappop(h)

# === bisect, 20000 turns
import bisect
b = []
# %%
bisect.insort(b, i % 100)
if len(b) > 50: b.pop()

# === itertools, 20000 turns
import itertools
# %%
list(itertools.combinations(range(4), 2))

# === hashlib, 20000 turns
import hashlib
# %%
hashlib.md5(b'abc').hexdigest()

# === time, 20000 turns
import time
# %%
time.time(); time.perf_counter()

# === struct, 20000 turns
import struct
# %%
struct.unpack('<i', struct.pack('<i', i))

# === uuid, 10000 turns
import uuid
# %%
uuid.uuid4()

# === textwrap, 2000 turns
import textwrap
# %%
textwrap.fill('a b c', 10)

# === string-format, 20000 turns
import string
# %%
'{} {}'.format(i, i); string.capwords('ab cd')

# === urlparse, 10000 turns
from urllib.parse import urlparse, quote
# %%
urlparse('http://a.b/c'); quote('a b')

# === enum, 20000 turns
from enum import Enum
class C(Enum):
    A = 1
    B = 2
# %%
C(1); C['A']; C.B.value

# === queue, 10000 turns
import queue
q = queue.Queue()
# %%
q.put(i)
q.get()

# === lock, 20000 turns
import threading
l = threading.Lock()
n = 0
# %%
# global n
with l:
    n += 1

# === contextmanager, 10000 turns
from contextlib import contextmanager
@contextmanager
def cm():
    yield 1
# %%
with cm() as x:
    x

# === property, 20000 turns
class Q:
    def __init__(self):
        self._x = 0
    @property
    def x(self):
        return self._x
    @x.setter
    def x(self, v):
        self._x = v
q = Q()
# %%
q.x = q.x + 1

# === slots, 20000 turns
class S:
    __slots__ = ('a', 'b')
    def __init__(self, a):
        self.a = a
ss = []
# %%
s = S(i)
s.b = 1
ss.append(s)

# === pd-timestamp, 2000 turns
import pandas as pd
# %%
pd.Timestamp('2020-01-01') + pd.Timedelta(days=1)

# === partial, 20000 turns
import functools
def add(a, b):
    return a + b
p = functools.partial(add, 1)
# %%
p(i)

# === operator, 20000 turns
import operator
g = operator.itemgetter(1)
# %%
g((1, 2)); operator.add(1, i)

# === ast-eval, 2000 turns
import ast
# %%
ast.literal_eval('[1]')

# === set-ops, 20000 turns
seen = set()
# %%
seen.add(i % 100)
seen.discard(5)

# === dict-update, 20000 turns
d = {}
# %%
d.update(a=i)
d.setdefault('b', []).append(1)
d.pop('a')

# === shlex, 2000 turns
import shlex
# %%
shlex.split('a b')

# === statistics, 2000 turns
import statistics
# %%
statistics.mean([1, 2, 3])

# === series-iloc-store, 1000 turns
import pandas as pd
s = pd.Series([0.0]*500)
# %%
s.iloc[i % 500] = i

# === series-store, 1000 turns
import pandas as pd
s = pd.Series([0.0]*500)
# %%
s[i % 500] = i

# === df-col-store, 500 turns
import pandas as pd
df = pd.DataFrame({'a': range(500)})
# %%
df['b'] = i

# === df-loc-row, 200 turns
import pandas as pd
df = pd.DataFrame({'a': [0.0]*500, 'b': 0.0})
# %%
df.loc[i % 500] = [i, i]

# === df-iat, 1000 turns
import pandas as pd
df = pd.DataFrame({'a': [0.0]*500, 'b': 0.0})
# %%
df.iat[i % 500, 1]; df.at[i % 500, 'b']

# === pickle-bytesio, 20000 turns
import pickle, io
# %%
b = io.BytesIO()
pickle.dump([1, 2], b)

# === json-dump, 20000 turns
import json, io
b = io.StringIO()
# %%
json.dump([1], b)

# === dataclass-many, 20000 turns
from dataclasses import dataclass
@dataclass
class D:
    x: int
    y: int = 0
ds = [D(i) for i in range(1000)]
# %%
ds[i % 1000].y = i

# === dataclass-eq, 20000 turns
from dataclasses import dataclass, asdict
@dataclass(frozen=True)
class D:
    x: int
d = D(1)
# %%
D(i) == d; hash(d)

# === asdict, 5000 turns
from dataclasses import dataclass, asdict
@dataclass
class D:
    x: int
d = D(1)
# %%
asdict(d)

# === tree, 20000 turns
class T:
    def __init__(self, v):
        self.v = v
        self.l = None
        self.r = None
    def add(self, v):
        t = self
        while True:
            if v < t.v:
                if t.l is None:
                    t.l = T(v)
                    return
                t = t.l
            else:
                if t.r is None:
                    t.r = T(v)
                    return
                t = t.r
root = T(50)
import random
# %%
if i % 20 == 0: root.add(random.random() * 100)

# === doubly-linked, 20000 turns
class N:
    def __init__(self, v):
        self.v = v
        self.prev = None
        self.next = None
head = tail = N(0)
# %%
# global tail
n = N(i)
n.prev = tail
tail.next = n
tail = n

# === parent-child, 20000 turns
class Node:
    def __init__(self, parent):
        self.parent = parent
        self.children = []
        if parent: parent.children.append(self)
nodes = [Node(None)]
# %%
nodes.append(Node(nodes[i % len(nodes)]))

# === re-sub-fn, 20000 turns
import re
p = re.compile('a')
def rep(m):
    return 'b'
# %%
p.sub(rep, 'abc')

# === re-sub-str, 20000 turns
import re
p = re.compile('a')
t = 'xaxa'
# %%
p.sub('b', t); re.sub('a', 'b', t)

# === re-findall, 20000 turns
import re
t = 'xaxa'
# %%
re.findall('a', t); re.match('x', t).group(0); re.split('a', t)

# === template, 10000 turns
import string
t = string.Template('$a')
# %%
t.substitute(a=i)

# === chainmap, 10000 turns
from collections import ChainMap
c = ChainMap({}, {'a': 1})
# %%
c['b'] = i; c['a']

# === getsize, 5000 turns
import os
open('i.txt','w').write('x')
# %%
os.path.getsize('i.txt'); os.path.isfile('i.txt')

# === listdir, 500 turns
import os
os.makedirs('dd', exist_ok=True)
# %%
os.listdir('dd')

# === open-read, 2000 turns
open('i.txt','w').write('x')
# %%
with open('i.txt') as f:
    f.read()

# === open-write, 1000 turns
pass
# %%
with open('w.txt', 'w') as f:
    f.write('x')

# === read-text, 2000 turns
from pathlib import Path
open('i.txt','w').write('x')
p = Path('i.txt')
# %%
p.read_text()

# === path-parts, 5000 turns
from pathlib import Path
p = Path('i.txt')
# %%
p.name; p.with_suffix('.x'); p.parent / 'a'

# === iterrows, 1000 turns
import pandas as pd
df = pd.DataFrame({'a': range(500), 'b': 0.0})
it = df.iterrows()
# %%
# global it
if i % 500 == 0: it = df.iterrows()
k, r = next(it)
r['a']

# === itertuples, 5000 turns
import pandas as pd
df = pd.DataFrame({'a': range(500), 'b': 0.0})
it = df.itertuples()
# %%
# global it
if i % 500 == 0: it = df.itertuples()
r = next(it)
r.a

# === list-of-dicts, 20000 turns
rows = []
# %%
r = {'a': i}
r['b'] = i
rows.append(r)

# === etree, 20000 turns
import xml.etree.ElementTree as ET
root = ET.Element('r')
# %%
e = ET.SubElement(root, 'c')
e.text = 'x'

# === next-count, 20000 turns
import itertools
c = itertools.count()
# %%
next(c)

# === gen-send, 20000 turns
def g():
    x = 0
    while True:
        x = yield x
h = g()
next(h)
# %%
h.send(i)

# === shuffle, 5000 turns
import random
xs = [1, 2, 3]
# %%
random.shuffle(xs); random.randint(0, 5)

# === np-random, 10000 turns
import numpy as np
# %%
np.random.rand(); np.random.randint(3)

# === np-concat, 5000 turns
import numpy as np
a = np.zeros(3)
# %%
# global a
a = np.append(a, 1)[:3]

# === np-row, 10000 turns
import numpy as np
a = np.zeros((100, 3))
# %%
r = a[i % 100]
r[0] = i
r += 1

# === reduce, 20000 turns
import functools, operator
# %%
functools.reduce(operator.add, [1, 2, 3])

# === singledispatch, 10000 turns
import functools
@functools.singledispatch
def f(x):
    return 1
@f.register
def _(x: int):
    return 2
# %%
f(i)

# === super-init, 20000 turns
class A:
    def __init__(self, x):
        self.x = x
class B(A):
    def __init__(self, x):
        super().__init__(x)
        self.y = x
out = []
# %%
out.append(B(i))

# === operators, 20000 turns
class V:
    def __init__(self, x):
        self.x = x
    def __add__(self, o):
        return V(self.x + o.x)
v = V(0)
w = V(1)
# %%
# global v
v = v + w

# === dunder-getattr, 20000 turns
class V:
    def __getattr__(self, n):
        return 1
v = V()
# %%
v.abc

# === own-context, 20000 turns
class M:
    def __enter__(self):
        return self
    def __exit__(self, *a):
        return False
m = M()
# %%
with m:
    pass

# === nonlocal, 20000 turns
def make():
    n = 0
    def inc():
        nonlocal n
        n += 1
        return n
    return inc
inc = make()
# %%
inc()

# === raise-own, 20000 turns
class E(Exception):
    pass
n = 0
# %%
# global n
try:
    raise E('x')
except E as e:
    n += 1

# === type-call, 20000 turns
class V:
    def __init__(self, x=0):
        self.x = x
v = V()
# %%
type(v)(i); v.__class__(i)

# === list-methods, 20000 turns
xs = []
# %%
xs.append(i)
xs.extend([1])
xs.insert(0, 2)
xs.pop()
xs.pop(0)
del xs[0]

# === set-update, 20000 turns
s = set()
# %%
# global s
s.update([i % 50]); s |= {i % 7}; s.discard(3)

# === dict-nested-set, 20000 turns
d = {}
# %%
d.setdefault(i % 50, {})['a'] = i

# === str-join, 20000 turns
parts = []
# %%
# global parts
parts.append(f'{i:05d}')
if len(parts) > 100: parts = [','.join(parts)[:10]]

# === bytes, 20000 turns
b = bytearray()
# %%
b.append(i % 256)
b.extend(b'ab')
b[0] = 1

# === array, 20000 turns
import array
a = array.array('i')
# %%
a.append(i)
a[0] = 1

# === datetime-now, 20000 turns
import datetime
# %%
datetime.datetime.now(); datetime.date.today()

# === time-strftime, 10000 turns
import time
# %%
time.strftime('%Y'); time.localtime()

# === fstring-print, 20000 turns
pass
# %%
print(i, 'x')

# === sys-write, 20000 turns
import sys
# %%
sys.stdout.write('')

# === np-linalg, 5000 turns
import numpy as np
a = np.eye(2)
# %%
np.linalg.norm(a); a @ a

# === user-list, 20000 turns
class Stack(list):
    def push(self, x):
        self.append(x)
s = Stack()
# %%
s.push(i)

# === user-dict, 20000 turns
class D(dict):
    pass
d = D()
# %%
d[i % 50] = i

# === classvar, 20000 turns
class K:
    n = 0
# %%
K.n += 1

# === classmethod, 20000 turns
class K:
    n = 0
    @classmethod
    def inc(cls):
        cls.n += 1
    @staticmethod
    def f(x):
        return x
# %%
K.inc(); K.f(i)

# === memo-dict, 20000 turns
memo = {}
def fib(n):
    if n < 2: return n
    if n not in memo: memo[n] = fib(n-1) + fib(n-2)
    return memo[n]
# %%
fib(i % 100)

# === memo-tuple, 20000 turns
memo = {}
# %%
memo[(i % 50, i % 7)] = i

# === pop-queue, 20000 turns
from queue import PriorityQueue
q = PriorityQueue()
# %%
q.put((i % 5, i))
q.get()

# === ordereddict, 20000 turns
from collections import OrderedDict
d = OrderedDict()
# %%
d[i % 50] = i
d.move_to_end(i % 50)

# === weakref, 20000 turns
import weakref
class V: pass
v = V()
# %%
weakref.ref(v)()

# === hash-update, 20000 turns
import hashlib
h = hashlib.sha1()
# %%
h.update(b'abc')

# === functools-wraps, 20000 turns
import functools
def deco(f):
    @functools.wraps(f)
    def g(*a):
        return f(*a)
    return g
@deco
def h(x):
    return x
# %%
h(i)

# === super-setitem, 20000 turns
class Row(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value)
r = Row()
# %%
r[i % 20] = i

# === own-setitem, 20000 turns
class V:
    def __init__(self):
        self.held = {}
    def __setitem__(self, key, value):
        self.held[key] = value
v = V()
# %%
v[i % 20] = i

# === delete-attribute, 20000 turns
class V: pass
v = V()
# %%
v.x = i
if hasattr(v, 'x'): del v.x

# === getattr-by-state, 20000 turns
class M:
    def __init__(self):
        self.state = 'a'
    def step(self, x):
        getattr(self, 'on_' + self.state)(x)
    def on_a(self, x):
        self.state = 'b'
    def on_b(self, x):
        self.state = 'a'
m = M()
# %%
m.step(i)

# === oldest-key, 20000 turns
d = {}
# %%
d[i] = i
if len(d) > 30: del d[next(iter(d))]

# === own-error, 2000 turns
class E(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code
# %%
try:
    raise E(i)
except E as error:
    error.code

# === generator-recursive, 10000 turns
def flat(node):
    if isinstance(node, list):
        for kid in node:
            yield from flat(kid)
    else:
        yield node
nest = [1, [2, [3]]]
# %%
sum(flat(nest))

# === generator-manager, 5000 turns
from contextlib import contextmanager
@contextmanager
def tagged(stack, tag):
    stack.append(tag)
    try:
        yield stack
    finally:
        stack.pop()
stack = []
# %%
with tagged(stack, i) as top: top[-1]

# === slice-store, 20000 turns
row = list(range(20))
# %%
row[2:4] = [i, i + 1]

# === partial-reduce, 20000 turns
from functools import partial, reduce
import operator
product = partial(reduce, operator.mul)
# %%
product([1, 2, 3, i % 5 + 1])

# === sorted-itemgetter, 10000 turns
from operator import itemgetter
people = [{'n': 'x', 'age': 30}, {'n': 'y', 'age': 20}, {'n': 'z', 'age': 25}]
# %%
sorted(people, key=itemgetter('age'))
