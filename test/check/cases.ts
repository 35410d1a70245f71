/** Reads the cases of the rules, and makes a checked notebook of each. This file asserts nothing. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot, shippedLibrary } from '../../instrument/index.ts';
import { NOWHERE, requirementNames, stateOf } from '../../runtime/checking/index.ts';
import { ContractChecks } from '../../runtime/contracts/index.ts';
import type { CheckedCell, CheckedNotebook, CheckedOutput, LoggedRun } from '../../slicer/index.ts';
import { readCases } from '../harness/case-lines.ts';

/** A cell of a case. A text alone is a code cell without a run. */
export type CaseCell =
  | string
  | { readonly markdown: string }
  | { readonly raw: string }
  | {
      readonly code: string;
      readonly count?: number | null;
      /** `result`, `result:3` (of that execution), `display`, `stream`, `error:NameError`. */
      readonly outputs?: readonly string[];
    };

/** A notebook, and the findings of one rule in it. */
export interface RuleCase {
  readonly name: string;
  readonly cells: readonly CaseCell[];
  /** Default: `analysis.ipynb`. */
  readonly file?: string | null;
  /** Files beside the notebook, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Runs of a session: the place of a cell, from 1 (or the name of a deleted cell), and the text of the run; `restart`. */
  readonly log?: readonly (readonly [number | string, string] | 'restart')[];
  /** Queries of contracts, by name. */
  readonly contracts?: Readonly<Record<string, string>>;
  /** Places of cells, from 1; with the text of the place behind a colon; 0: the whole notebook. */
  readonly finds: readonly string[];
  /** A part of the first message. */
  readonly says?: string;
  /** The cells' texts after `--fix` of this rule; absent: the same. */
  readonly fixed?: readonly string[];
  /** The fix changes the outputs, as the documents say of the rule. */
  readonly changesResult?: boolean;
}

const FOLDER = join(findPackageRoot(), 'test', 'cases', 'check');

const contractChecks = new ContractChecks();
const library = shippedLibrary();

/** The cases of each rule. */
export function ruleCases(): ReadonlyMap<string, readonly RuleCase[]> {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));
  return new Map(
    names.map((name) => [name.replace('.jsonl', ''), readCases<RuleCase>(join(FOLDER, name))] as const),
  );
}

/** A case as a notebook. */
export function notebookOf(wanted: RuleCase): CheckedNotebook {
  const checked = withoutContracts(wanted);
  if (wanted.contracts === undefined) return checked;
  const contracts = Object.entries(wanted.contracts).map(([name, query]) => {
    return { name, query, message: null, severity: 'warning', files: null, placeOf: null } as const;
  });
  const seen = () => ({ runs: [], graph: null });
  const source = {
    file: 'analysis.ipynb',
    kind: 'notebook',
    details: new Map(),
    library,
    checked,
    seen,
  } as const;
  return {
    ...checked,
    contracts: contractChecks.checkFor(source, contracts, { contracts: [], mistakes: [] }),
  };
}

function withoutContracts({ cells, file, files, log }: RuleCase): CheckedNotebook {
  const runs: LoggedRun[] = [];
  let [count, restarts] = [0, 0];
  for (const entry of log ?? []) {
    if (entry === 'restart') {
      [count, restarts] = [0, restarts + 1];
      continue;
    }
    count += 1;
    const [cell, source] = entry;
    runs.push({ cell: typeof cell === 'number' ? `c${cell}` : cell, source, count, restarts });
  }
  return {
    fileName: file === undefined ? 'analysis.ipynb' : file,
    cells: cells.map((cell, at) => {
      const found = cellOf(cell, `c${at + 1}`);
      const ran = runs.findLast((run) => run.cell === found.id);
      return ran === undefined ? found : { ...found, executionCount: ran.count };
    }),
    log: log === undefined ? null : runs,
    surroundings: surroundingsOf(files),
  };
}

function cellOf(cell: CaseCell, id: string): CheckedCell {
  const none = { id, executionCount: null, outputs: [] };
  if (typeof cell === 'string') return { ...none, type: 'code', source: cell };
  if ('markdown' in cell) return { ...none, type: 'markdown', source: cell.markdown };
  if ('raw' in cell) return { ...none, type: 'raw', source: cell.raw };
  const outputs = (cell.outputs ?? []).map((words): CheckedOutput => {
    const [type = '', of] = words.split(':');
    const isResult = type === 'result';
    return {
      type: type as CheckedOutput['type'],
      executionCount: isResult ? Number(of ?? cell.count ?? 0) : null,
      error: type === 'error' ? (of ?? null) : null,
    };
  });
  return { id, type: 'code', source: cell.code, executionCount: cell.count ?? null, outputs };
}

/** A project folder with the case's files: requirements come from these files, modules are files beside the notebook or packages. */
function surroundingsOf(files: RuleCase['files']): CheckedNotebook['surroundings'] {
  const names = Object.keys(files ?? {});
  const required = Object.entries(files ?? {}).flatMap(([name, text]) => {
    const found = /requirements|environment|Pipfile|pyproject|setup/.test(name)
      ? requirementNames(name, text)
      : null;
    return found === null ? [] : [{ name, found }];
  });
  const limits = new Map(
    Object.entries(files ?? {}).flatMap(([name, text]) =>
      (name === 'requirements.txt' ? text.split('\n') : []).map((line): [string, string] => {
        const [, distribution = '', rest = ''] = /^([\w-]+)(.*)$/.exec(line) ?? [];
        return [distribution, rest];
      }),
    ),
  );
  return {
    folder: '/home/me/project',
    exists: (path) => names.includes(path) || names.some((name) => name.startsWith(`${path}/`)),
    requirements: () =>
      required.length === 0
        ? null
        : {
            files: required.map(({ name }) => name),
            names: new Set(required.flatMap(({ found }) => found)),
          },
    originOf: (module) => (names.includes(`${module}.py`) ? { type: 'local' } : NOWHERE.originOf(module)),
    goneTable: NOWHERE.goneTable,
    stateOf: (entry) =>
      stateOf(entry, { installed: () => null, required: (name) => limits.get(name) ?? null }),
    importActs: NOWHERE.importActs,
    namesIn: NOWHERE.namesIn,
  };
}
