# What the benchmarks run, section by section: `# === name`, then cells set apart by `# %%`. The last cell is the one that
# is timed, again and again; the others set up. Plain Python takes some 50 to 300 ms for each.

# === module-level loop, 10^6 turns
# %%
total = 0
for i in range(1_000_000):
    total += i

# === loop in a function, 10^6 turns
def run(n):
    total = 0
    for i in range(n):
        total += i
    return total
# %%
run(1_000_000)

# === recursion: fib(25)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
# %%
fib(25)

# === df.apply(lambda), 10^4 rows
import numpy as np
import pandas as pd
df = pd.DataFrame({'a': np.arange(10_000), 'b': np.arange(10_000) % 7})
# %%
applied = df.apply(lambda row: row['a'] * 2 + row['b'], axis=1)

# === small groupby, 20 times
import pandas as pd
df = pd.DataFrame({'k': [i % 5 for i in range(500)], 'v': range(500)})
# %%
for _ in range(20):
    means = df.groupby('k')['v'].agg(['mean', 'max']).reset_index()

# === groupby, 10^6 rows
import numpy as np
import pandas as pd
df = pd.DataFrame({'k': np.arange(1_000_000) % 1_000, 'v': np.arange(1_000_000.0)})
# %%
means = df.groupby('k')['v'].agg(['mean', 'max']).reset_index()

# === groupby.apply(lambda)
import pandas as pd
df = pd.DataFrame({'k': [i % 200 for i in range(2_000)], 'v': range(2_000)})
# %%
spread = df.groupby('k')['v'].apply(lambda v: v.max() - v.min())

# === sklearn fit
import numpy as np
from sklearn.ensemble import RandomForestClassifier
rng = np.random.default_rng(0)
X = rng.normal(size=(500, 10))
y = (X[:, 0] + X[:, 1] > 0).astype(int)
# %%
model = RandomForestClassifier(n_estimators=30, random_state=0).fit(X, y)

# === dictionary building
# %%
index = {}
for i in range(300_000):
    index[i % 5_000] = i

# === word count
words = 'the quick brown fox jumps over the lazy dog and runs away'.split() * 20_000
# %%
counts = {}
for word in words:
    counts[word] = counts.get(word, 0) + 1

# === string-method chains
lines = ['  Some, Words ; of a Line '] * 80_000
# %%
clean = []
for line in lines:
    clean.append(line.strip().lower().replace(';', ',').split(','))

# === attribute stores on many objects
class Particle:
    def __init__(self, x):
        self.x = x
        self.v = 1.5
particles = [Particle(i) for i in range(10_000)]
# %%
for _ in range(20):
    for p in particles:
        p.x += p.v
        p.v = p.v * 0.99

# === method calls on many objects
class Account:
    def __init__(self, n):
        self.n = n
    def deposit(self, amount):
        self.n += amount
        return self.n
accounts = [Account(i) for i in range(20_000)]
# %%
for _ in range(15):
    for account in accounts:
        account.deposit(1)

# === reads of nested lists, 2 x 10^5 rows
rows = [[i, [i % 97, str(i)]] for i in range(200_000)]
# %%
total = 0
for row in rows:
    total += row[1][0] + row[0]

# === sorted(key=lambda) over 2 x 10^5 rows
rows = [[i, [i * 7919 % 100_003, str(i)]] for i in range(200_000)]
# %%
ordered = sorted(rows, key=lambda row: row[1][0])

# === comprehension over 2 x 10^5 rows
rows = [[i, [i % 97, str(i)]] for i in range(200_000)]
# %%
picked = [row[1][0] for row in rows if row[0] % 3]

# === generators in a hot loop
def numbers(n):
    for i in range(n):
        yield i
def odd(values):
    for v in values:
        if v % 2:
            yield v
# %%
total = 0
for v in odd(numbers(400_000)):
    total += v

# === numpy expressions
import numpy as np
a = np.random.default_rng(0).normal(size=1_000_000)
# %%
for _ in range(5):
    b = np.sqrt(a * a + 1.0)
    a[a > 5] = 0.0

# === a class of 60 lines
# %%
class Matrix:
    """A small matrix of numbers."""

    def __init__(self, rows):
        self.rows = [list(r) for r in rows]
        self.height = len(self.rows)
        self.width = len(self.rows[0]) if self.rows else 0

    @classmethod
    def identity(cls, n):
        return cls([[1 if i == j else 0 for j in range(n)] for i in range(n)])

    def __getitem__(self, key):
        i, j = key
        return self.rows[i][j]

    def __setitem__(self, key, value):
        i, j = key
        self.rows[i][j] = value

    def __add__(self, other):
        if (self.height, self.width) != (other.height, other.width):
            raise ValueError('sizes differ')
        return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows)])

    def __matmul__(self, other):
        result = []
        for row in self.rows:
            line = []
            for j in range(other.width):
                total = 0
                for k, value in enumerate(row):
                    total += value * other.rows[k][j]
                line.append(total)
            result.append(line)
        return Matrix(result)

    def transpose(self):
        return Matrix([list(column) for column in zip(*self.rows)])

    def scale(self, factor):
        for row in self.rows:
            for j, value in enumerate(row):
                row[j] = value * factor
        return self

    def power(self, n):
        result = Matrix.identity(self.height)
        base = self
        while n:
            if n % 2:
                result = result @ base
            base = base @ base
            n //= 2
        return result

    def __repr__(self):
        return '\n'.join(' '.join(f'{v:6}' for v in row) for row in self.rows)

# === own module: methods of 20 000 objects
import importlib, pathlib, sys, tempfile
folder = tempfile.mkdtemp()
pathlib.Path(folder, 'bench_own.py').write_text('''
class Particle:
    def __init__(self, x):
        self.x = x

    def step(self):
        self.x += 0.5
''')
sys.path.insert(0, folder)
importlib.invalidate_caches()
import bench_own
particles = [bench_own.Particle(i) for i in range(20_000)]
# %%
for p in particles:
    p.step()

# === own module: stores and methods of 20 000 objects that hold lists
import importlib, pathlib, sys, tempfile
folder = tempfile.mkdtemp()
pathlib.Path(folder, 'bench_held.py').write_text('''
class Account:
    def __init__(self, n):
        self.n = n
        self.log = [n]

    def deposit(self, amount):
        self.n += amount

    def balance(self):
        return self.n
''')
sys.path.insert(0, folder)
importlib.invalidate_caches()
import bench_held
accounts = [bench_held.Account(i) for i in range(20_000)]
# %%
total = 0
for account in accounts:
    account.n = 1.5
    account.deposit(2)
    total += account.balance()

# === own module: recursion, fib(25)
import importlib, pathlib, sys, tempfile
folder = tempfile.mkdtemp()
pathlib.Path(folder, 'bench_fib.py').write_text('''
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
''')
sys.path.insert(0, folder)
importlib.invalidate_caches()
import bench_fib
# %%
bench_fib.fib(25)

# === own module: a function in a loop, 10^5 turns
import importlib, pathlib, sys, tempfile
folder = tempfile.mkdtemp()
pathlib.Path(folder, 'bench_fun.py').write_text('''
def distance(a, b):
    return abs(a - b)
''')
sys.path.insert(0, folder)
importlib.invalidate_caches()
import bench_fun
# %%
total = 0
for i in range(100_000):
    total += bench_fun.distance(i, 7)
