/**
 * World state of generated notebooks beside settings: modules and data files of the user's, which another program changes while
 * the notebook is open, open files, names made by code, and classes that know each other. K is a small number. The file is long
 * because it is one table.
 */

import type { FileChange, ObjectLines } from './object-lines.ts';

const HELPERS = `import random

SEEN = []
TABLE = {'a': 1}
LIMIT = 5
stream = random.Random(7)
numbers = (i * i for i in range(100))
_ticks = 0

class Box:
    kept = []
    made = 0
    def __init__(self, v):
        self.v = v
        Box.made += 1
        Box.kept.append(v)
    def get(self):
        return self.v + LIMIT

def scale(v):
    return v * 2

def add(v):
    SEEN.append(v)
    return len(SEEN)

def tick():
    global _ticks
    _ticks += 1
    return _ticks

def roll():
    return stream.randint(0, 99)

def limited(v):
    return min(v, LIMIT)
`;

const BASE = `REGISTRY = {}
RATE = 2

def register(function):
    REGISTRY[function.__name__] = function
    return function

class Part:
    count = 0
    def __init__(self, v):
        self.v = v
        type(self).count += 1
    def total(self):
        return self.v * RATE
`;

const PARTS = `from . import base
from .base import Part, register

class Double(Part):
    def total(self):
        return 2 * super().total()

@register
def twice(v):
    return v * base.RATE
`;

/** Adds a line to a file. */
function added(file: string, line: string): FileChange {
  return { file, becomes: (text) => `${text ?? ''}${line}\n` };
}

/** Puts another text in a place of a file. */
function replaced(file: string, from: string | RegExp, to: string): FileChange {
  return { file, becomes: (text) => text?.replace(from, to) ?? null };
}

function written(file: string, text: string): FileChange {
  return { file, becomes: () => text };
}

function removed(file: string): FileChange {
  return { file, becomes: () => null };
}

const TABLES: Readonly<Record<string, string>> = {
  'in.csv': 'a,b\n1,0\n2,1\n',
  'in.json': '{"k": [1, 2], "n": 3}',
  'note.txt': 'one\ntwo\n',
};

/** All kinds. */
export const WORLD_LINES: readonly ObjectLines[] = [
  {
    made: 'import helpers',
    files: { 'helpers.py': HELPERS },
    lines: [
      '_ = helpers.add(K)',
      'helpers.SEEN.append(n)',
      'print(helpers.SEEN)',
      "helpers.TABLE['K'] = n",
      'print(sorted(helpers.TABLE.items()))',
      'helpers.LIMIT = K',
      'print(helpers.limited(9))',
      'n = helpers.scale(K)',
      'print(helpers.scale(K))',
      'from helpers import scale\nprint(scale(K))',
      'from helpers import *\nprint(limited(K + 3))',
      'n = helpers.tick()',
      'print(helpers.tick())',
      'print(helpers.roll())',
      'helpers.stream.seed(K)',
      'print(next(helpers.numbers))',
      'box = helpers.Box(K)',
      "print(vars(box) if 'box' in globals() else None)",
      'print(helpers.Box(n).get(), helpers.Box.made)',
      'print(helpers.Box.kept)',
      'helpers.scale = lambda v: v + K',
      'import importlib\n_ = importlib.reload(helpers)',
      "print(getattr(helpers, 'extra', None))",
      'x.append(helpers.add(n))',
    ],
    changes: [
      replaced('helpers.py', 'return v * 2', 'return v * K'),
      replaced('helpers.py', /^LIMIT = \d+/m, 'LIMIT = K + 2'),
      replaced('helpers.py', 'class Box:', 'class Box:  # K'),
      replaced('helpers.py', /return self.v \+ LIMIT.*/, 'return self.v + LIMIT + K'),
      replaced('helpers.py', /^SEEN = .*/m, 'SEEN = [K]'),
      replaced('helpers.py', /random.Random\(\d+\)/, 'random.Random(K)'),
      added('helpers.py', 'extra = K'),
      added('helpers.py', '# K'),
      replaced('helpers.py', '_ticks += 1', '_ticks += 2'),
    ],
  },
  {
    made: 'import kit\nfrom kit import parts',
    files: {
      'kit/__init__.py': 'from .base import Part, register\n',
      'kit/base.py': BASE,
      'kit/parts.py': PARTS,
    },
    lines: [
      'print(kit.Part(K).total())',
      'print(parts.Double(n).total(), kit.Part.count)',
      'kit.base.RATE = K',
      'print(parts.twice(K))',
      'n = parts.twice(1)',
      '@kit.register\ndef other(v):\n    return v + K',
      'print({k: f(1) for k, f in sorted(kit.base.REGISTRY.items())})',
      'kit.base.REGISTRY.clear()',
      'from kit.base import RATE\nprint(RATE)',
      'import kit.base as base\nprint(base.RATE + K)',
      'class Own(kit.Part):\n    def total(self):\n        return super().total() + K',
      'print(sorted({c.__name__ for c in kit.Part.__subclasses__()}))',
      'part = parts.Double(K)',
      "print(part.total() if 'part' in globals() else None)",
      'import importlib\n_ = importlib.reload(parts)',
      'print(isinstance(parts.Double(1), kit.Part))',
      'parts.Part.total = lambda self: K',
      'from kit.later import LATE\nprint(LATE)',
    ],
    changes: [
      replaced('kit/base.py', /^RATE = .*/m, 'RATE = K'),
      replaced('kit/base.py', /return self.v \* RATE.*/, 'return self.v * RATE + K'),
      replaced('kit/parts.py', 'return 2 *', 'return 3 *'),
      replaced('kit/parts.py', 'class Double(Part):', 'class Double(Part):  # K'),
      replaced('kit/parts.py', /return v \* base.RATE.*/, 'return v * base.RATE + K'),
      added('kit/base.py', 'REGISTRY["new"] = abs'),
      added('kit/__init__.py', 'from . import parts'),
      written('kit/later.py', 'LATE = K\n'),
      removed('kit/later.py'),
    ],
  },
  {
    made: 'import settings\nfrom settings import CONFIG',
    files: {
      'settings.py': `import json, pathlib

PATH = pathlib.Path(__file__).with_name('config.json')
CONFIG = json.loads(PATH.read_text())

def read():
    return json.loads(PATH.read_text())

def refresh():
    CONFIG.update(read())
`,
      'config.json': '{"rate": 1, "steps": [1, 2]}',
    },
    lines: [
      "print(CONFIG['rate'])",
      "CONFIG['rate'] = K",
      "CONFIG['steps'].append(K)",
      'print(sorted(settings.CONFIG.items()))',
      "print(settings.read()['rate'])",
      'settings.refresh()',
      "n = settings.read()['steps'][0]",
      'settings.PATH.write_text(\'{"rate": K, "steps": [K]}\')',
      'import importlib\n_ = importlib.reload(settings)',
      'from settings import CONFIG as again\nprint(again is CONFIG)',
    ],
    changes: [
      written('config.json', '{"rate": K, "steps": [3]}'),
      replaced('settings.py', 'CONFIG.update(read())', 'CONFIG.update(read(), seen=K)'),
      added('settings.py', "CONFIG['own'] = K"),
    ],
  },
  {
    made: 'import json, os, pathlib, shutil',
    files: TABLES,
    lines: [
      "df = pd.read_csv('in.csv')",
      "print(pd.read_csv('in.csv').shape)",
      "d = json.load(open('in.json'))",
      "print(json.loads(pathlib.Path('in.json').read_text()))",
      "print(open('note.txt').read())",
      "n = len(open('note.txt').readlines())",
      "print(os.path.exists('note.txt'), os.path.exists('new.txt'))",
      "print(os.path.getsize('note.txt'))",
      "df.to_csv('out.csv', index=False)",
      "print(pd.read_csv('out.csv').shape)",
      "with open('out.txt', 'w') as out:\n    print(n, K, file=out)",
      "with open('out.txt', 'a') as out:\n    out.write('K')",
      "print(open('out.txt').read() if os.path.exists('out.txt') else None)",
      "_ = shutil.copy('note.txt', 'copy.txt')",
      "print(pathlib.Path('copy.txt').read_text())",
      "pathlib.Path('out.txt').unlink(missing_ok=True)",
      "json.dump(d, open('out.json', 'w'), default=list)",
      "print(json.load(open('out.json')))",
      "_ = pathlib.Path('note.txt').write_text('K')",
      'def look():\n    return open("note.txt").read()[:K]',
      "print(look() if 'look' in globals() else None)",
    ],
    changes: [
      written('in.csv', 'a,b\nK,0\n2,K\n3,3\n'),
      added('in.csv', 'K,K'),
      written('in.json', '{"k": [K], "n": K}'),
      written('note.txt', 'K\n'),
      removed('note.txt'),
      written('new.txt', 'K'),
      { file: 'note.txt', becomes: (text) => text },
    ],
  },
  {
    made: 'import glob, os, pathlib, shutil',
    files: { 'parts/a.txt': '1\n', 'parts/b.txt': '2\n', 'parts/deep/c.txt': '3\n' },
    lines: [
      "print(sorted(os.listdir('parts')))",
      "print([open(p).read() for p in sorted(glob.glob('parts/*.txt'))])",
      "print(len(glob.glob('parts/**/*.txt', recursive=True)))",
      "print(sorted(p.name for p in pathlib.Path('parts').iterdir()))",
      "print(sum(p.stat().st_size for p in pathlib.Path('parts').rglob('*.txt')))",
      "n = len(os.listdir('parts'))",
      "print([sorted(files) for _, _, files in sorted(os.walk('parts'))])",
      "x = [int(open(p).read()) for p in sorted(pathlib.Path('parts').glob('?.txt'))]",
      "df = pd.concat([pd.read_csv(p, names=['a']) for p in sorted(glob.glob('parts/*.txt'))])",
      "_ = pathlib.Path('parts/wK.txt').write_text(str(n))",
      "for p in pathlib.Path('parts').glob('w*.txt'):\n    p.unlink()",
      "print(os.path.exists('parts/wK.txt'))",
      "os.makedirs('made/K', exist_ok=True)",
      "print(sorted(os.listdir('made')) if os.path.isdir('made') else None)",
      "shutil.rmtree('made', ignore_errors=True)",
      "_ = shutil.copytree('parts', 'made', dirs_exist_ok=True)",
      "for v in x:\n    _ = pathlib.Path(f'made/{v}.txt').write_text('K') if os.path.isdir('made') else 0",
      "print(sorted(e.name for e in os.scandir('parts') if e.is_file()))",
    ],
    changes: [
      written('parts/a.txt', 'K\n'),
      written('parts/d.txt', 'K\n'),
      removed('parts/b.txt'),
      written('parts/deep/e.txt', 'K\n'),
      written('parts/b.txt', 'K\n'),
      written('parts/d.txt', 'KK\n'),
    ],
  },
  {
    made: "o = open('o.txt', 'w')",
    files: TABLES,
    lines: [
      'print(K, file=o, flush=True)',
      "_ = o.write('K')\no.flush()",
      'for each in x:\n    print(each, file=o)\no.flush()',
      "print(open('o.txt').read())",
      "print(len(open('o.txt').readlines()))",
      'o.close()',
      "o = open('o.txt', 'a')",
      "o = open('o.txt', 'w')",
      "o = open('o2.txt', 'w+')",
      '_ = o.seek(0)',
      '_ = o.truncate(0)',
      'print(o.closed)',
      'print(o.tell())',
      "r = open('note.txt')",
      "print(r.readline() if 'r' in globals() else None)",
      "_ = r.seek(0) if 'r' in globals() else None",
      "print(r.read() if 'r' in globals() else None)",
      "with open('o.txt', 'w') as o:\n    print(n, file=o)",
      'import csv\ncsv.writer(o).writerow([K, n])\no.flush()',
      'out = o',
      "print(n, file=out, flush=True) if 'out' in globals() else None",
    ],
    changes: [written('note.txt', 'K\nK\nK\n'), written('in.csv', 'a\nK\n')],
  },
  {
    made: "import os, zipfile\nzf = zipfile.ZipFile('o.zip', 'w')",
    lines: [
      "zf.writestr('aK.txt', str(n))",
      'print(sorted(set(zf.namelist())))',
      'zf.close()',
      "zf = zipfile.ZipFile('o.zip', 'a')",
      "zf = zipfile.ZipFile('o.zip', 'w')",
      "print(sorted(set(zipfile.ZipFile('o.zip').namelist())))",
      "print(zipfile.ZipFile('o.zip').read('aK.txt'))",
      "with zipfile.ZipFile('o.zip', 'w') as z:\n    z.writestr('aK.txt', 'K')",
      "with zipfile.ZipFile('o.zip', 'a') as z:\n    z.writestr('bK.txt', str(x))",
      "with zf.open('cK.txt', 'w') as part:\n    _ = part.write(b'K')",
      "print(os.path.getsize('o.zip'))",
      "import gzip\ng = gzip.open('o.gz', 'wt')",
      "_ = g.write('K' * n) if 'g' in globals() else None",
      "g.close() if 'g' in globals() else None",
      "import gzip\nprint(gzip.open('o.gz', 'rt').read())",
    ],
  },
  {
    made: "names = ['a', 'b']\nvalues = {'w_a': 1, 'w_b': 2}",
    lines: [
      "for k in names:\n    exec(f'w_{k} = {n} + K')",
      'globals().update(values)',
      "print(w_a if 'w_a' in globals() else None)",
      'print(w_a, w_b)',
      "values = {'w_a': K}",
      "values['w_b'] = n",
      "names = ['a']",
      "names.append('abc'[K % 3])",
      "exec('w_a += K')",
      "print(sorted(k for k in globals() if k.startswith('w_')))",
      "globals()['w_b'] = K",
      "vars()['w_c'] = n",
      "print(eval('w_a + K'))",
      "for k in [k for k in globals() if k.startswith('w_')]:\n    del globals()[k]",
      "code = 'w_a = K'",
      "exec(code) if 'code' in globals() else None",
      'w_a = K',
      'def get(name):\n    return globals()[name]',
      "print(get('w_a') if 'get' in globals() else None)",
      "globals().pop('w_b', None)",
      'for k, v in values.items():\n    globals()[k] = [v]',
      "w_b = [K]\nexec('w_b.append(n)')",
      "n = sum(eval(f'w_{k}') for k in names)",
    ],
  },
  {
    made: [
      'class Base:',
      '    kept = []',
      '    level = 1',
      '    def __init_subclass__(cls):',
      '        Base.kept.append(cls.__name__)',
      'REG = {}',
      'def reg(function):',
      '    REG[function.__name__] = function',
      '    return function',
    ].join('\n'),
    lines: [
      'class SubK(Base):\n    v = K',
      'class Sub1(Base):\n    v = n',
      'print(sorted({c.__name__ for c in Base.__subclasses__()}))',
      'print(Base.kept)',
      'print(sorted((c.__name__, c.level) for c in Base.__subclasses__()))',
      '@reg\ndef hK(v):\n    return v + n',
      '@reg\ndef h1(v):\n    return v * K',
      'print({k: f(1) for k, f in sorted(REG.items())})',
      "REG.pop('h1', None)",
      'REG.clear()',
      'Base.level = K',
      'for c in Base.__subclasses__():\n    c.level = K',
      'Base.kept.clear()',
      'import functools\n@functools.singledispatch\ndef show(v):\n    return K',
      "show.register(int, lambda v: v + n) if 'show' in globals() else None;",
      "print(show(1) if 'show' in globals() else None)",
      "print(show('a') if 'show' in globals() else None)",
      'n = len(REG)',
      "import atexit, sys\nsys.modules['made'] = type(sys)('made')\nsys.modules['made'].V = K",
      'import made\nprint(made.V)',
    ],
  },
];
