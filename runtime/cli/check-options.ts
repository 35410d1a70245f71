/** The options of `sluice check`. */

import { resolve } from 'node:path';
import { CHOICES, PHASES, type Phase, suggest } from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';
import { choice, sessionOption, text, type Values } from './option-values.ts';

export type ReportFormatName = (typeof REPORT_FORMATS)[number];

const REPORT_FORMATS = ['text', 'json', 'sarif', 'github', 'junit'] as const;

/** `sluice check`, which runs nothing. */
export interface CheckCommand {
  readonly type: 'check';
  /** Files and folders. */
  readonly sources: readonly string[];
  readonly session?: number;
  /** The Python for reading histories. */
  readonly python?: string;
  /** Null: from the settings, otherwise from the phase. */
  readonly select: readonly string[] | null;
  readonly ignore: readonly string[];
  readonly phase: Phase | null;
  readonly format: ReportFormatName;
  /** Null: no fixes. `show`: only a diff. `ask`: a diff, and saving after a question. `unseen`: saving at once. */
  readonly fix: 'show' | 'ask' | 'unseen' | null;
  /** Run the cells to confirm leaks. */
  readonly confirm: boolean;
  /** Each note in full. */
  readonly verbose: boolean;
  /** Only counts by rule. */
  readonly statistics: boolean;
  /** The file of known findings. */
  readonly baseline: string | null;
}

/** The command in its values. */
export function checkOptions(values: Values, sources: readonly string[]): CheckCommand {
  if (sources.length === 0)
    throw new SluiceError('sluice check needs a file or folder; see: sluice help check');
  if (sources.includes('')) throw new SluiceError('sluice check was given an empty name; name a file');
  const [python, phase, baseline] = ['python', 'phase', 'baseline'].map((key) => text(values, key));
  const format = reportFormat(values);
  if (values.statistics === true && format !== 'text' && format !== 'json')
    throw new SluiceError(`--statistics is text or --json, not --format ${format}`);
  if (values.verbose === true && format !== 'text')
    throw new SluiceError(`--format ${format} has all notes; --verbose belongs to the text`);
  if (values.diff === true && values.yes === true)
    throw new SluiceError('--diff only shows, --yes saves: give one of them');
  if (values.yes === true && values.fix !== true) throw new SluiceError('--yes belongs to --fix');
  const saves = values.yes === true ? 'unseen' : 'ask';
  return {
    type: 'check',
    sources: sources.map((path) => resolve(path)),
    ...sessionOption(values),
    ...(python != null ? { python } : {}),
    select: codes(values, 'select'),
    ignore: codes(values, 'ignore') ?? [],
    phase: phase == null ? null : choice<Phase>(values, 'phase', PHASES),
    format,
    fix: values.diff === true ? 'show' : values.fix === true ? saves : null,
    confirm: values.confirm === true,
    verbose: values.verbose === true,
    statistics: values.statistics === true,
    baseline: baseline == null ? null : resolve(baseline),
  };
}

function reportFormat(values: Values): ReportFormatName {
  const format = text(values, 'format');
  if (values.json === true && format != null && format !== 'json')
    throw new SluiceError(`--json and --format ${format} cannot both be`);
  return values.json === true ? 'json' : choice<ReportFormatName>(values, 'format', REPORT_FORMATS);
}

function codes(values: Values, key: string): readonly string[] | null {
  const given = text(values, key)?.split(/[\s,]+/);
  const unknown = given?.find((code) => !CHOICES.includes(code));
  if (unknown !== undefined)
    throw new SluiceError(`--${key}: there is no rule ${unknown}${suggest(unknown, CHOICES)}`);
  return given ?? null;
}
