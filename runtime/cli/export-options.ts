/** The options of `sluice export`. Wrong ones are a SluiceError with exit code 2. */

import { resolve } from 'node:path';
import { suggest } from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';
import type { CodeShown } from '../export/index.ts';
import { choice, text, type Values } from './option-values.ts';

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
