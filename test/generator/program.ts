/**
 * Generates a notebook session: cells of one to three statements over a few entangled variables, some run again or edited, and a
 * last cell that computes `y` from some of them as plain data. The grammar has the statements; this has the proportions.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { expandPlain, expandStatement, isKind, isReady, type Scope, type Variable } from './expand.ts';
import { type Grammar, PACKAGE_GROUPS, type Template } from './grammar.ts';
import { Choices } from './random.ts';

/**
 * One run of a cell. `names`: variables with a comparable value afterwards. `changed`: its text in the other session of a forward
 * check.
 */
export interface ProgramRun {
  readonly cell: string;
  readonly statements: readonly string[];
  readonly names: readonly string[];
  readonly changed?: string;
}

/** A generated session; its last run computes `value`. */
export interface Program {
  readonly name: string;
  readonly runs: readonly ProgramRun[];
  readonly value: string;
}

/** Groups in every program, and groups of which each has some. */
const ALWAYS = ['containers'];
const SOMETIMES = [
  'control',
  'control',
  'functions',
  'functions',
  'classes',
  'dispatch',
  'library',
  'exotic',
  'unlisted',
  'numpy',
  'pandas',
  'mutators',
  'callbacks',
  'objects',
  'private',
  'flow',
  'hot',
  'hot',
  'views',
  'columns',
  'reflection',
  'errors',
  'given',
  'given',
  'ipython',
  'tasks',
  'patches',
  'places',
  'own',
  'own',
  'packages',
  'packages',
  'opened',
  'opened',
  'names',
  'names',
  ...PACKAGE_GROUPS,
];

/** Kinds with values fixed by the binding statement; a container's value also depends on earlier changes. */
const FIXED = new Set(['num', 'str']);

/** Modules imported by the grammar's statements under their own name. */
const LIBRARIES = (
  'argparse array ast asyncio atexit bisect builtins codecs collections collections.abc ' +
  'concurrent.futures configparser contextlib contextvars copy copyreg csv ctypes dataclasses decimal ' +
  'email.message enum fileinput fnmatch functools gc glob graphlib gzip hashlib heapq importlib inspect ' +
  'io itertools joblib json locale logging math mimetypes operator os pathlib pickle pprint queue random re ' +
  'resource sched shelve shutil signal socket sqlite3 statistics string struct subprocess sys tarfile ' +
  'tempfile textwrap threading time timeit traceback types typing unittest.mock warnings weakref zipfile zlib'
).split(' ');

/** Modules that programs use and that take long to import: a test host has them from its start. */
export const HEAVY_LIBRARIES: readonly string[] = [
  'numpy',
  'pandas',
  'matplotlib.pyplot',
  'sklearn.cluster',
  'sklearn.preprocessing',
  'joblib',
];

/** The preparation of a statement, by a pattern of its text. */
const PREPARATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bnp\./, 'import numpy as np'],
  [/\bpd\./, 'import pandas as pd'],
  [/\bET\./, 'import xml.etree.ElementTree as ET'],
  [/\bplt\./, 'import matplotlib.pyplot as plt'],
  [/\bKMeans\(/, 'from sklearn.cluster import KMeans'],
  [/\bStandardScaler\(/, 'from sklearn.preprocessing import StandardScaler'],
  [/\bduckdb\./, 'import duckdb'],
  [/\bpa\./, 'import pyarrow as pa, pyarrow.csv'],
  [/\bpc\./, 'import pyarrow.compute as pc'],
  [/\bpq\./, 'import pyarrow.parquet as pq'],
  [/\bds\./, 'import pyarrow.dataset as ds'],
  [/\bxgb\./, 'import xgboost as xgb'],
  [/\bnumba\./, 'import numba'],
  [/\bdask\./, 'import dask, dask.bag'],
  [/\bdd\./, 'import dask.dataframe as dd'],
  ...LIBRARIES.map(libraryImport),
  [/\bown\./, ownModules('own', { 'own.py': 'own-module.py' })],
  [
    /\bkit[./]|from kit\b/,
    ownModules('kit', {
      'kit/__init__.py': 'own-package/__init__.py',
      'kit/state.py': 'own-package/state.py',
      'kit/shapes.py': 'own-package/shapes.py',
    }),
  ],
  [
    /\btracked\(/,
    'class tracked:\n    def __init__(self, to):\n        self.to = to\n    def __enter__(self):\n        self.to.append(0)\n' +
      '        return self.to\n    def __exit__(self, *error):\n        self.to[0] += 1',
  ],
];

/** Writes a module or package of the user's, from files beside this one, and imports it. */
function ownModules(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(findPackageRoot(), 'test', 'generator');
  const texts = Object.entries(files).map(([file, from]) => [file, readFileSync(join(folder, from), 'utf8')]);
  const folderMade = texts.length > 1 ? `os.makedirs('${name}', exist_ok=True)\n` : '';
  return `import importlib, os, pathlib, sys
${folderMade}${texts.map(([file, text]) => `pathlib.Path('${file}').write_text(${JSON.stringify(text)})`).join('\n')}
sys.path.insert(0, os.getcwd())
importlib.invalidate_caches()
import ${name}`;
}

function libraryImport(name: string): readonly [RegExp, string] {
  return [new RegExp(`(^|[^\\w.'])${name.replace('.', '\\.')}\\.`, 'm'), `import ${name}`];
}

/** The program of a seed. */
export function generateProgram(grammar: Grammar, seed: number): Program {
  const choices = new Choices(seed);
  const sometimes = SOMETIMES.filter((group) => grammar.groups.has(group));
  const groups = new Set([...ALWAYS, ...choices.sample(sometimes, choices.int(2, 4))]);
  const scope: Scope = { choices, grammar, groups, live: [], counts: new Map(), bound: new Set() };
  const prepared = new Set<string>();
  const runs: ProgramRun[] = [];
  const cells = choices.int(5, 14);
  for (let index = 1; index <= cells; index += 1) {
    scope.bound.clear();
    const statements: string[] = [];
    const count = choices.pick([1, 1, 1, 2, 2, 3]);
    for (let made = 0; made < count; made += 1) addStatement(scope, chooseTemplate(scope), statements);
    addRuns(runs, `c${index}`, withPreparations(statements, prepared), comparable(scope));
    if (choices.chance(0.15)) runs.push(look(scope, runs.length + 1, prepared));
    if (choices.chance(0.18)) runs.push(again(choices, choices.pick(runs)));
  }
  runs.push({ cell: 'last', statements: withPreparations([lookStatement(scope, 'y')], prepared), names: [] });
  return { name: `seed ${seed}`, runs, value: 'y' };
}

/** Adds a cell's run; a cell magic is a cell of its own, and of a cell so divided no names are compared. */
function addRuns(runs: ProgramRun[], cell: string, statements: readonly string[], names: string[]): void {
  const at = statements.findIndex((text) => text.startsWith('%%'));
  if (at < 0 || statements.length === 1) {
    runs.push({ cell, statements, names });
    return;
  }
  if (at > 0) runs.push({ cell: `${cell}a`, statements: statements.slice(0, at), names: [] });
  runs.push({ cell, statements: statements.slice(at, at + 1), names: [] });
  if (at + 1 < statements.length) addRuns(runs, `${cell}b`, statements.slice(at + 1), []);
}

/** A repeated run of a cell, unchanged or edited. */
function again(choices: Choices, run: ProgramRun): ProgramRun {
  const { cell, statements } = run;
  if (choices.chance(0.5)) return run;
  if (statements.length > 1 && choices.chance(0.4))
    return { cell, statements: statements.slice(1), names: [] };
  const edited = statements.map((text) =>
    text.replace(/(?<=[ (,[])\d(?=[,)\]]|$)/gm, (digit) => String((Number(digit) + 1) % 10)),
  );
  return { cell, statements: edited, names: run.names };
}

/** Puts imports before their first use, in the same cell. */
function withPreparations(statements: readonly string[], prepared: Set<string>): string[] {
  const before: string[] = [];
  for (const [pattern, text] of PREPARATIONS) {
    if (!prepared.has(text) && statements.some((s) => pattern.test(s))) {
      prepared.add(text);
      before.push(text);
    }
  }
  return [...before, ...statements];
}

function comparable(scope: Scope): string[] {
  return scope.live.filter((v) => FIXED.has(v.kind) && scope.bound.has(v.name)).map((v) => v.name);
}

/** A cell that looks at variables in between, to compare their values. */
function look(scope: Scope, number: number, prepared: Set<string>): ProgramRun {
  const name = `look${number}`;
  return { cell: name, statements: withPreparations([lookStatement(scope, name)], prepared), names: [name] };
}

function chooseTemplate(scope: Scope): Template {
  const { choices, grammar, groups, live } = scope;
  // groups differ in size: each is meant equally often
  const group = choices.pick([...groups]);
  const enabled = grammar.statements.filter((t) => t.group === group);
  const wantsNew = choices.chance(live.length < 4 ? 0.7 : live.length < 12 ? 0.35 : 0.12);
  const candidates = enabled.filter((t) => t.makes.length > 0 === wantsNew);
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const template = choices.pick(candidates);
    // now and then a missing kind is brought in, so that few variables share many statements
    if (isReady(scope, template) || choices.chance(0.1)) {
      if (wantsNew && !template.aliases && choices.chance(0.25)) {
        const aliases = candidates.filter((t) => t.aliases && isReady(scope, t));
        if (aliases.length > 0) return choices.pick(aliases);
      }
      return template;
    }
  }
  return choices.pick(candidates);
}

function addStatement(scope: Scope, template: Template, statements: string[]): void {
  for (const kind of template.needs) makeKind(scope, kind, statements, 0);
  statements.push(expandStatement(scope, template));
}

/** Makes a variable of a kind, by the maker with the fewest needs. */
function makeKind(scope: Scope, kind: string, statements: string[], depth: number): void {
  if (scope.live.some((v) => isKind(v.kind, kind))) return;
  const makers = scope.grammar.statements.filter(
    (t) => t.makes.some((made) => isKind(made, kind)) && !t.needs.some((need) => isKind(need, kind)),
  );
  const ready = makers.filter((t) => isReady(scope, t));
  // where none is ready, the grammar's first maker of a kind needs only simpler kinds
  const template = ready.length > 0 ? scope.choices.pick(ready) : makers[0];
  if (depth > 8 || !template) throw new Error(`no way to make a ${kind}`);
  for (const need of template.needs) makeKind(scope, need, statements, depth + 1);
  statements.push(expandStatement(scope, template));
}

function lookStatement(scope: Scope, name: string): string {
  const { choices, grammar, live } = scope;
  const usable = live.filter((v) => grammar.plain.has(v.kind));
  const chosen: Variable[] = choices.sample(usable, choices.pick([1, 1, 2, 3]));
  const parts = chosen.map((v) => expandPlain(scope, choices.pick(grammar.plain.get(v.kind) ?? []), v.name));
  if (choices.chance(0.1)) parts.push(expandPlain(scope, choices.pick(grammar.plain.get('world') ?? []), ''));
  return parts.length === 1 ? `${name} = ${parts[0]}` : `${name} = [${parts.join(', ')}]`;
}
