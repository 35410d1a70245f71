/** The options of `sluice sweep`. Wrong ones are a SluiceError with exit code 2. */

import { parseCell } from '../../../slicer/index.ts';
import type { Parameter } from '../../documents/index.ts';
import type { SweepSettings, SweptParameter } from '../../research/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON, COPIES, type CommonOptions, commonOptions } from '../options/common-options.ts';
import { positive, text, texts, type Values } from '../options/option-values.ts';
import { inferred, type Pair, pairsOf, raw } from '../options/parameter-options.ts';
import { exactlyOne, outputPath } from '../options/path-arguments.ts';

/** The settings from the options. */
export function sweepSettings(values: Values): SweepSettings {
  const parameters = [
    ...pairsOf('-p', values.parameter).map((pair) => swept(pair, inferred)),
    ...pairsOf('-r', values['raw-parameter']).map((pair) => swept(pair, raw)),
  ];
  if (parameters.length === 0)
    throw new SluiceError('sluice sweep needs -p NAME=V1,V2,…; see: sluice help sweep');
  const twice = parameters.find(({ name }, at) => parameters.findIndex((each) => each.name === name) < at);
  if (twice !== undefined) throw new SluiceError(`give all values of ${twice.name} in one -p`);
  const collect = texts(values, 'collect').map((source) => source.trim());
  if (collect.length === 0)
    throw new SluiceError("sluice sweep needs --collect EXPR, as --collect 'results.round(3)'");
  for (const source of collect) checkExpression(source);
  const [jobs, timeout] = ['jobs', 'timeout'].map((key) => text(values, key));
  return {
    parameters,
    collect: [...new Set(collect)],
    jobs: jobs == null ? 1 : positive('jobs', jobs),
    timeoutMs: timeout == null ? null : 1000 * positive('timeout', timeout),
  };
}

function checkExpression(source: string): void {
  const { statements, errors } = parseCell(source);
  const body = statements[0]?.body ?? [];
  if (errors.length > 0 || statements.length !== 1 || body.length !== 1 || body[0]?.type !== 'expression')
    throw new SluiceError(`--collect takes one expression of Python, not ${source}`);
}

function swept({ name, text: list }: Pair, parameterOf: (pair: Pair) => Parameter): SweptParameter {
  const values = valuesIn(list).map((value) => parameterOf({ name, text: value }));
  const distinct = new Map(values.map((value) => [`${value.literal} ${value.text}`, value]));
  return { name, values: [...distinct.values()] };
}

/** The values of a list: commas in brackets and quotes do not separate. Quotes around a value belong to the list. */
function valuesIn(list: string): string[] {
  const values: string[] = [];
  let [value, depth, quote] = ['', 0, ''];
  for (const [at, char] of [...list].entries()) {
    if (quote !== '') quote = char === quote && list[at - 1] !== '\\' ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    else if (char === ',' && depth === 0) {
      values.push(value);
      value = '';
      continue;
    }
    value += char;
  }
  return [...values, value].map((each) => {
    const trimmed = each.trim();
    const [, , inner] = /^(['"])([^'"\\]*)\1$/.exec(trimmed) ?? [];
    return inner ?? trimmed;
  });
}

/** `sluice sweep`. */
export interface SweepCommand extends CommonOptions, SweepSettings {
  readonly type: 'sweep';
  readonly path: string;
  /** The file of results, with which a stopped sweep can continue. */
  readonly out: string | null;
  readonly report: string | null;
}

/** The declaration of the command. */
export const SWEEP = {
  options: {
    ...COMMON,
    ...COPIES,
    parameter: { type: 'string', short: 'p', multiple: true },
    'raw-parameter': { type: 'string', short: 'r', multiple: true },
    collect: { type: 'string', multiple: true },
    jobs: { type: 'string' },
    timeout: { type: 'string' },
    output: { type: 'string', short: 'o' },
    report: { type: 'string' },
  },
  help: {
    usage: `sluice sweep FILE.ipynb -p NAME=V1,V2,… [-p …] [-r NAME=T1,T2,…] --collect EXPR [--collect …] [--jobs N]
              [--timeout SECONDS] [-o RESULTS.jsonl] [--report FILE.html]`,
    does: 'run a notebook once, and for each combination of parameters only the dependent cells',
    more: `  -p NAME=V1,V2,…     the values of a parameter, as for sluice run; commas in brackets or quotes do not separate
  -r NAME=T1,T2,…     the same, as texts
  --collect EXPR      the value of this expression at the end of each run; may be repeated
  --jobs N            run N combinations at a time, each in a kernel of its own (1)
  --timeout SECONDS   interrupt a cell that runs longer than this; the combination fails
  -o RESULTS.jsonl    keep a line for each combination there; a sweep that was stopped goes on where it was
  --report FILE.html  a page with a table, plots of the numbers, and the figures side by side; the table also as FILE.csv

All combinations of the values run, each as in a full run of the notebook, in a private copy of its folder. A combination that fails
says why, and does not stop the others. FILE.ipynb stays as it is. docs/sweeps.md has an example.
Exit code 1: a combination failed.`,
  },
  read(values, positionals): SweepCommand {
    const path = exactlyOne('sweep', positionals);
    const files = { out: outputPath(values, ['jsonl']), report: outputPath(values, ['html'], 'report') };
    return { type: 'sweep', ...commonOptions(values), path, ...files, ...sweepSettings(values) };
  },
} satisfies CommandDeclaration;
