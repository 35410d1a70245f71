/** The options of `sluice export`. Wrong ones are a SluiceError with exit code 2. */

import { resolve } from 'node:path';
import { suggest } from '../../../slicer/index.ts';
import type { CodeShown } from '../../export/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON, COPIES, type CommonOptions, commonOptions } from '../options/common-options.ts';
import { choice, text, type Values } from '../options/option-values.ts';
import { exactlyOne } from '../options/path-arguments.ts';

/** The forms, with the endings of their files. */
export const FORMS = {
  html: 'html',
  explained: 'html',
  pdf: 'pdf',
  py: 'py',
  percent: 'py',
  md: 'md',
  ipynb: 'ipynb',
} as const;

/** What to write, and where. */
export interface ExportSettings {
  readonly to: keyof typeof FORMS;
  /** How code appears in a page. */
  readonly code: CodeShown;
  /** Null: standard output. */
  readonly out: string | null;
}

/** The settings from the options. */
export function exportSettings(values: Values): ExportSettings {
  const [to, out] = ['to', 'output'].map((key) => text(values, key)) as [string | null, string | null];
  const forms = Object.keys(FORMS);
  if (to === null) throw new SluiceError(`sluice export needs --to ${forms.join('|')}`);
  if (!Object.hasOwn(FORMS, to)) throw new SluiceError(`there is no form ${to}${suggest(to, forms)}`);
  const form = to as keyof typeof FORMS;
  const ending = `.${FORMS[form]}`;
  if (out !== null && !out.toLowerCase().endsWith(ending))
    throw new SluiceError(`-o ${out}: the name of ${form} ends in ${ending}`);
  if (out === null && form === 'pdf') throw new SluiceError('--to pdf needs a file: -o OUT.pdf');
  return {
    to: form,
    code: choice(values, 'code', ['shown', 'folded', 'hidden']),
    out: out === null ? null : resolve(out),
  };
}

/** `sluice export`. */
export interface ExportCommand extends CommonOptions, ExportSettings {
  readonly type: 'export';
  readonly path: string;
}

/** The declaration of the command. */
export const EXPORT = {
  options: {
    ...COMMON,
    ...COPIES,
    to: { type: 'string' },
    code: { type: 'string' },
    output: { type: 'string', short: 'o' },
  },
  help: {
    usage: `sluice export FILE --to html|explained|pdf|py|percent|md|ipynb [--code shown|folded|hidden] [-o OUT]`,
    does: 'a notebook for others to read: a page, an explained page, PDF, Python, Markdown, or a clean notebook',
    more: `  --to html           one page with texts, code and outputs; needs no server and no network
  --to explained      such a page of a new run: point at an output, and the lines that made it light up, with the reasons, the
                      graph, and the script of each output
  --to pdf            the page, printed by a Chromium, Chrome or Edge of this machine (the variable CHROME names one)
  --to py             a script for plain Python
  --to percent        a Python file with # %% before each cell, as jupytext reads it
  --to md             Markdown; pictures go into OUT_files/ beside it (without -o: into the text)
  --to ipynb          the notebook without outputs, counts and traces of runs
  --code folded       code is closed until a reader opens it; hidden: no code (html, explained, pdf)
  -o OUT              save the result in this file; else it is printed

Scripts in outputs run in frames without an origin; without
the network, unless you trust the notebook, here or in Jupyter. docs/exporting.md has an example.
Exit code 1: a cell failed in the run of an explained page.`,
  },
  read(values, positionals): ExportCommand {
    const path = exactlyOne('export', positionals);
    return { type: 'export', ...commonOptions(values), path, ...exportSettings(values) };
  },
} satisfies CommandDeclaration;
