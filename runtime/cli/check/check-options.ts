/** The options of `sluice check`. Wrong ones are a SluiceError with exit code 2. */

import { resolve } from 'node:path';
import { CHOICES, PHASES, type Phase, suggest } from '../../../slicer/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON } from '../options/common-options.ts';
import { choice, formatOrJson, text, type Values } from '../options/option-values.ts';
import { sessionOption } from '../options/source-options.ts';

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

/** The declaration of the command. */
export const CHECK = {
  options: {
    python: COMMON.python,
    json: COMMON.json,
    help: COMMON.help,
    session: { type: 'string' },
    select: { type: 'string' },
    ignore: { type: 'string' },
    phase: { type: 'string' },
    format: { type: 'string' },
    fix: { type: 'boolean' },
    diff: { type: 'boolean' },
    confirm: { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
    verbose: { type: 'boolean' },
    statistics: { type: 'boolean' },
    baseline: { type: 'string' },
  },
  help: {
    usage: `sluice check SOURCE… [--select CODES] [--ignore CODES] [--phase explore|review|share]
              [--format text|json|sarif|github|junit] [--verbose] [--statistics] [--baseline FILE]
              [--fix [--yes] | --diff] [--confirm] [--session N]`,
    does: 'problems of notebooks, before anything runs, with fixes',
    more: `  --select CODES      only these rules: h1,undefined-name, or a group: c, h, i, p, t, leak
  --ignore CODES      all but these
  --phase             explore: only what is surely wrong; review: what is worth a look; share: also the form, before others read
                      the notebook (default; without --phase the text has one line for all of the form)
  --format            text (default), json (as --json): an object a line, sarif: for editors and code hosts,
                      github: annotations of a pull request, junit: XML for build servers
  --verbose           each note in full, not one line for the notes of each rule
  --statistics        only the number of findings of each rule
  --baseline FILE     leave out the findings in FILE, so that only new ones fail; a missing FILE is written with the findings
                      of this run, but in CI it is an error. Delete FILE to begin again
  --fix               mend what can be mended: the changes are shown, and saved when you say yes (or when nobody can be asked)
  --yes               with --fix: save without showing or asking
  --diff              only show what --fix would change
  --confirm           run the cells in a private copy of their folder, to confirm leaks: up to three times for each leak
  --session N         which session of a history.sqlite
  --python PATH       the Python that reads it, and runs cells for --confirm

SOURCE is a notebook, a session (.jsonl), a history.sqlite, or a folder, which is searched for notebooks. Settings are read from
sluice.toml or [tool.sluice] in pyproject.toml, in the notebook's folder or above; a comment # sluice: ignore[CODE] leaves out a line.
The rules: docs/reference/check-rules.md; the rest: docs/checking.md.
Exit code 0: nothing but notes; 1: warnings or errors; 2: wrong usage, or a named file that cannot be read.`,
  },
  read(values, sources): CheckCommand {
    if (sources.length === 0)
      throw new SluiceError('sluice check needs a file or folder; see: sluice help check');
    if (sources.includes('')) throw new SluiceError('sluice check was given an empty name; name a file');
    const [python, phase, baseline] = ['python', 'phase', 'baseline'].map((key) => text(values, key));
    const format = formatOrJson(values, REPORT_FORMATS);
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
  },
} satisfies CommandDeclaration;

function codes(values: Values, key: string): readonly string[] | null {
  const given = text(values, key)?.split(/[\s,]+/);
  const unknown = given?.find((code) => !CHOICES.includes(code));
  if (unknown !== undefined)
    throw new SluiceError(`--${key}: there is no rule ${unknown}${suggest(unknown, CHOICES)}`);
  return given ?? null;
}
