/**
 * State of notebooks beside names, lists and frames, by kind: a cell that makes an object, and lines that change and show it. K
 * is a small number. A script mixes the lines of one kind with its others.
 */

/** Objects of one kind. */
export interface ObjectLines {
  readonly made: string;
  readonly lines: readonly string[];
  /** Modules without which the kind is not drawn. */
  readonly needs?: readonly string[];
  /** The files in the folder at the beginning. */
  readonly files?: Readonly<Record<string, string>>;
  readonly changes?: readonly FileChange[];
}

/** A change of a file by another program: the new text, with K replaced; null removes the file. */
export interface FileChange {
  readonly file: string;
  readonly becomes: (text: string | null) => string | null;
}

/** All kinds without packages other than pandas. */
export const OBJECT_LINES: readonly ObjectLines[] = [
  {
    made: "from collections import Counter\nq = Counter('aab')",
    lines: [
      "q = Counter('abK')",
      "q.update({'b': K})",
      "q['c'] += K",
      'q.clear()',
      'q.subtract(a=K)',
      'x = sorted(q.elements())',
      'n = q.total()',
      'print(sorted(q.items()))',
      'print(sum(q.values()))',
    ],
  },
  {
    made: 'from collections import deque\nw = deque([1, 2], maxlen=4)',
    lines: [
      'w = deque([K, n], maxlen=4)',
      'w.append(K)',
      'w.appendleft(n)',
      'w.rotate(K)',
      'n = w.popleft()',
      'w[0] = K',
      'w.extend(x)',
      'v = w',
      'v.reverse()',
      'print(w)',
      'print(list(w)[:1])',
    ],
  },
  {
    made: [
      'class P:',
      '    def __init__(self, v):',
      '        self.v = v',
      '        self.kids = []',
      '    def add(self, kid):',
      '        self.kids.append(kid)',
      '        return self',
      '    def total(self):',
      '        return self.v + sum(kid.total() for kid in self.kids)',
      'p = P(1).add(P(2))',
    ].join('\n'),
    lines: [
      'p = P(K).add(P(n))',
      '_ = p.add(P(K))',
      'p.kids[0].v = K',
      'p.kids[0].add(P(n)).v += 1',
      'for kid in p.kids:\n    kid.v += K',
      'r = p.kids[-1]',
      'r.v = K',
      'r = P(K)',
      '_ = p.kids.pop()',
      'n = p.total()',
      'print(p.total())',
      'print([kid.v for kid in p.kids])',
      'print(r.v, len(r.kids))',
    ],
  },
  {
    made: [
      'def make(c):',
      '    def tick(k):',
      '        nonlocal c',
      '        c += k',
      '        return c',
      '    return tick',
      't = make(1)',
    ].join('\n'),
    lines: [
      't = make(K)',
      '_ = t(K)',
      'print(t(0))',
      'n = t(1)',
      'u = t',
      'print(u(K))',
      'ts = [make(K), make(n)]',
      'ts[0](K)',
      'print([each(0) for each in ts])',
      "ds = {'t': t, 'u': make(n)}",
      "print(ds['t'](1), ds['u'](K))",
    ],
  },
  {
    made: 'def g(k):\n    while k < 9:\n        k += 1\n        yield k\nit = iter(range(9))',
    lines: [
      'it = g(K)',
      'it = iter([K, n, 7, 8])',
      'it = iter(x)',
      'next(it)',
      'print(next(it))',
      'n = next(it, 0)',
      'for _, i in zip(range(K), it):\n    print(i)',
      'print(list(it))',
      'jt = (v + K for v in it)',
      'print(next(jt, None))',
    ],
  },
  {
    made: 'rng = random.Random(1)',
    lines: [
      'rng = random.Random(K)',
      'rng.seed(K)',
      'rng.random()',
      'n = rng.randint(0, 9)',
      'rng.shuffle(x)',
      'print(rng.random())',
      'kept = rng.getstate()',
      'rng.setstate(kept)',
      'print(rng.choice([1, 2, 3, 4]))',
    ],
  },
  {
    made: 'import numpy as np\nm = np.arange(6.0).reshape(2, 3)\nv = m[0]',
    lines: [
      'm = np.arange(6.0).reshape(2, 3) + K',
      'm = np.full((2, 3), n)',
      'v = m[0]',
      'v = m.T',
      'v = m.copy()',
      'v += K',
      'v[0] = K',
      'm[1, K % 3] = n',
      'm.flat[K] = 9',
      'm.sort()',
      'm.shape = (3, 2)',
      'w = [m, v]',
      'w[0] *= 2',
      'print(m.tolist())',
      'print(v.sum())',
      'n = int(m.max())',
    ],
  },
  {
    made: "s = df['a']",
    lines: [
      "df.attrs['s'] = K",
      'print(df.attrs)',
      "df.index.name = 'iK'",
      'print(df.index.name)',
      "df.columns.name = 'cK'",
      'print(df.columns.name)',
      "df.rename(columns={'b': 'bK'}, inplace=True)",
      "s = df['a']",
      "s.name = 'sK'",
      's.iloc[0] = K',
      "df.loc[0, 'a'] = K",
      'df.iat[1, 0] = n',
      "df.sort_values('a', ascending=False, inplace=True)",
      "df.drop(columns='c', errors='ignore', inplace=True)",
      'df.index = range(K, K + len(df))',
      'print(s.tolist(), s.name)',
      "print(df['a'].tolist(), list(df.index))",
      'both = [df, s]',
      'both[0].iloc[0, 0] = K',
      'print(both[0].shape, both[1].sum())',
    ],
  },
  {
    made: "import io\nbuf = io.StringIO('ab')",
    lines: [
      "buf = io.StringIO('abK')",
      "buf.write('K')",
      'buf.seek(K)',
      'buf.truncate(1)',
      'print(repr(buf.getvalue()))',
      'print(buf.read())',
      'n = buf.tell()',
      "print('K', file=buf)",
    ],
  },
  {
    made: "from collections import defaultdict\nh = defaultdict(list)\nh['1'].append(0)",
    lines: [
      'h = defaultdict(list)',
      "h['K'].append(n)",
      "i = h['1']",
      'i.append(K)',
      "h['1'] = [K]",
      "h.pop('2', None)",
      'for held in h.values():\n    held.append(K)',
      'print(dict(h))',
      'print(i)',
      'print(len(h))',
    ],
  },
  {
    made: 'class A:\n    k = 1\nclass B(A):\n    pass\nb = B()',
    lines: [
      'A.k = K',
      'B.k = K',
      'b.k = K',
      'b = B()',
      'del b.k',
      'A.get = lambda self: self.k + n',
      'print(b.get())',
      'print(b.k, A.k)',
      'b.__class__ = A',
      "setattr(b, 'k', n)",
      "print(vars(b), hasattr(B, 'k'))",
      'class B(A):\n    k = K',
    ],
  },
  {
    made: 'from types import SimpleNamespace as N\nfrom dataclasses import dataclass, field\n@dataclass\nclass T:\n    k: int = 0\n    tags: list = field(default_factory=list)\no = N(t=T(1), k=2)',
    lines: [
      'o = N(t=T(K), k=n)',
      'o.k = K',
      'o.t.k += K',
      "o.t.tags.append('K')",
      'o.t = T(n)',
      't = o.t',
      't.k = K',
      'o.new = n',
      'print(o)',
      'print(t)',
      'print(o.t.tags == [])',
    ],
  },
];
