import array, contextlib, sys, bisect, collections, copy, csv, datetime, fractions, functools, heapq, io, itertools, json, math, operator, os, pathlib, pickle, random, re, statistics, string, struct, textwrap, types
import numpy as np, pandas as pd
xs = [3, 4]
zs = [5, 6]
rows = [xs, zs]
d = {'a': xs, 'b': zs}
words = ['b', 'c']
lines = [words, ['d']]
class P:
    def __init__(self, v):
        self.v = v
    def get(self):
        return self.v
    def __lt__(self, o):
        return self.v < o.v
p, q = P(xs), P(zs)
ps = [p, q]
ns = types.SimpleNamespace(v=xs, w=words)
t = (xs, zs)
arr = np.array([1.0, 2.0, 3.0])
df = pd.DataFrame({'a': [1, 2], 'b': [3, 4]})
ser = df['a'].copy()
st = {1, 2}
dq = collections.deque([1, 2])
ba = bytearray(b'ab')
dd = collections.defaultdict(list, {'k': xs})
od = collections.OrderedDict(a=xs)
ct = collections.Counter('aab')
nt = collections.namedtuple('NT', 'a b')(xs, zs)
s = 'banana'
