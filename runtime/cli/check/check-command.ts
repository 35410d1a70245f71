/** `sluice check`: findings in notebooks, sessions and folders, without running anything; and fixes of some of them. */

import { dirname } from 'node:path';
import {
  type Checked,
  type CheckedNotebook,
  type Choice,
  checkNotebook,
  type LibraryKnowledge,
} from '../../../slicer/index.ts';
import {
  applyFixes,
  Baseline,
  checkedNotebook,
  checkedSource,
  contractsFor,
  type Fixed,
  fixesDiff,
  ignoredFor,
  isExcluded,
  Libraries,
  type LocatedFinding,
  locateFindings,
  Projects,
  type ReportFormat,
  SettingsFinder,
} from '../../checking/index.ts';
import { type ContractChecks, contractsIn, hasContracts, NO_CONTRACTS } from '../../contracts/index.ts';
import { type Notebook, readText, saveAtomically, serializeNotebook } from '../../documents/index.ts';
import { ensurePrivatePython } from '../../python/index.ts';
import { cellsAtEnd, readSource, type SourceSession } from '../../sources/index.ts';
import { counted, SluiceError } from '../../words/index.ts';
import { type NamedFile, namedFiles } from '../options/named-files.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { readOneSession } from '../sources/command-source.ts';
import { readEach } from '../sources/read-each.ts';
import { askYesNo } from '../terminal/ask.ts';
import { progress } from '../terminal/progress.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { writeNote, writeText } from '../terminal/terminal.ts';
import type { CheckCommand } from './check-options.ts';
import { reportFormat, reportWriter } from './check-report.ts';

/** Runs the command; returns the exit code. */
export async function check(command: CheckCommand): Promise<number> {
  // (the clock of `performance` loads much of Node)
  const started = Date.now();
  const run = new CheckRun(command);
  const out = reportFormat(command);
  const write = reportWriter(command.format);
  write(out.begin());
  let broken = false;
  const failed = (error: SluiceError, { path, within }: NamedFile): void => {
    if (within === null) {
      broken = true;
      progress(`sluice: ${error.message}`);
    } else write(run.unreadable(path, error, out));
  };
  const files = sourcesOf(command, run.settings);
  for await (const { found } of readEach(files, (file) => run.file(file, out), failed)) write(found);
  const { counts } = run;
  const known = run.baseline?.known ?? 0;
  write(out.end({ ...counts, known, ms: Date.now() - started }));
  if (!broken) run.keepBaseline();
  if (broken) return 2;
  return counts.errors + counts.warnings + counts.unreadable > 0 ? 1 : 0;
}

/** One run of the command over any number of files. */
class CheckRun {
  readonly settings = new SettingsFinder();
  readonly counts = { notebooks: 0, skipped: 0, unreadable: 0, errors: 0, warnings: 0, infos: 0, fixed: 0 };
  readonly #command: CheckCommand;
  readonly #projects = new Projects();
  readonly #libraries = new Libraries();
  readonly baseline: Baseline | null;
  #contracts: ContractChecks | null = null;

  constructor(command: CheckCommand) {
    this.#command = command;
    if (command.baseline !== null) checkOutputPath(command.baseline, null);
    this.baseline =
      command.baseline === null ? null : new Baseline(command.baseline, 'sluice check', process.env);
  }

  /**
   * Checks a file, and fixes it on request; returns the text to print. Throws a SluiceError if the file
   * cannot be read.
   */
  async file({ path, within }: NamedFile, out: ReportFormat): Promise<string> {
    const choice = this.#choiceFor(path);
    const source = await readOneSession({ ...this.#command, source: path });
    const library = this.#libraries.around(dirname(path));
    const unchecked = checkedSource(source, this.#projects);
    const contracts = await this.#contractsOf(source, unchecked, library);
    let checked = checkNotebook({ ...unchecked, ...contracts }, choice, library);
    let notebook = source.kind === 'notebook' ? source.notebook : null;
    if (notebook !== null && this.#command.fix !== null) {
      const fixed = this.#fixed(notebook, checked, (changed) =>
        checkNotebook({ ...changed, ...contracts }, choice, library),
      );
      if (fixed.applied.length > 0 && (await this.#save(notebook, fixed, within))) {
        this.counts.fixed += fixed.applied.length;
        ({ checked } = fixed);
        // (lines in the report belong to the new text)
        const again = await readSource(path);
        notebook = again.type === 'session' && again.kind === 'notebook' ? again.notebook : null;
      }
    }
    if (this.#command.confirm) {
      const { confirmLeaks } = await import('../../witness/index.ts');
      checked = await confirmLeaks(checked, {
        folder: dirname(path),
        python: async () => this.#command.python ?? ensurePrivatePython(progress),
        onProgress: progress,
      });
    }
    this.counts.notebooks += 1;
    const file = shownPath(path);
    const located = this.#newOf(file, locateFindings(file, checked, notebook));
    for (const { finding } of located) this.counts[`${finding.severity}s`] += 1;
    return out.notebook(file, located);
  }

  #newOf(file: string, found: readonly LocatedFinding[]): readonly LocatedFinding[] {
    if (this.baseline === null) return found;
    return this.baseline.newIn(file, found, ({ finding: { code, message }, text }) => ({
      code,
      message,
      text,
    }));
  }

  /** Writes a new baseline; tells of findings that are in the old one only. */
  keepBaseline(): void {
    if (this.baseline === null) return;
    const { isNew, path, gone } = this.baseline;
    const file = shownPath(path);
    if (isNew) progress(`saved ${counted(this.baseline.write(), 'finding')} as known in ${file}`);
    else if (gone > 0)
      progress(
        `${counted(gone, 'finding')} of ${file} are gone; to forget them, delete the file and check again`,
      );
  }

  /** Reports an unreadable file of a folder. Notebooks for other languages are no errors. */
  unreadable(path: string, error: SluiceError, out: ReportFormat): string {
    if (/is a notebook for /.test(error.message)) {
      this.counts.skipped += 1;
      return '';
    }
    this.counts.unreadable += 1;
    return out.unreadable({ file: shownPath(path), message: error.message });
  }

  #choiceFor(path: string): Choice {
    const settings = this.settings.settingsFor(dirname(path));
    const { select, ignore, phase } = this.#command;
    return {
      select: select ?? settings?.select ?? null,
      ignore: [...ignore, ...ignoredFor(settings, path)],
      phase: phase ?? settings?.phase ?? 'share',
    };
  }

  #fixed(notebook: Notebook, first: Checked, check: (changed: CheckedNotebook) => Checked): Fixed {
    const around = this.#projects.around(dirname(notebook.path));
    return applyFixes(notebook, first, (changed) => check(checkedNotebook(changed, around)));
  }

  /** The check of the contracts of the project and of the notebook, if there are any. */
  async #contractsOf(
    source: SourceSession,
    unchecked: CheckedNotebook,
    library: LibraryKnowledge,
  ): Promise<Pick<CheckedNotebook, 'contracts'>> {
    const settings = contractsFor(this.settings.settingsFor(dirname(source.path)), source.path);
    const own = source.kind === 'notebook' ? contractsIn(source.notebook.metadata) : NO_CONTRACTS;
    const sources = cellsAtEnd(source).map((cell) => cell.source);
    if (!hasContracts(sources, settings, own)) return {};
    // most notebooks have none, and an engine for SQL is much to load
    const [{ ContractChecks }, { queriedSource }] = await Promise.all([
      import('../../contracts/index.ts'),
      import('../sources/queried-source.ts'),
    ]);
    this.#contracts ??= new ContractChecks();
    const queried = queriedSource(source, unchecked, shownPath(source.path), library);
    return { contracts: this.#contracts.checkFor(queried, settings, own) };
  }

  /** Shows the changes, asks a person at the terminal, and saves; returns whether it saved. */
  async #save(
    before: Notebook,
    { notebook: after, applied }: Fixed,
    within: string | null,
  ): Promise<boolean> {
    const file = shownPath(before.path);
    const { fix, format } = this.#command;
    const diff = fixesDiff(file, before, after);
    if (fix !== 'unseen') {
      // standard output has only the report, unless the report is for people too
      if (format === 'text') writeText(diff);
      else writeNote(diff);
    }
    if (fix === 'show') return false;
    if (fix === 'ask' && !(await askYesNo(`save ${applied.length} changes to ${file}?`))) return false;
    if (readText(before.path) !== before.origin.text)
      throw new SluiceError(`${before.path} was changed meanwhile; check it again`);
    saveAtomically(before.path, serializeNotebook(after), within);
    return true;
  }
}

/** The files to check: not those that the settings of a folder leave out. */
function* sourcesOf({ sources }: CheckCommand, finder: SettingsFinder): Generator<NamedFile> {
  for (const file of namedFiles(sources)) {
    const settings = file.within === null ? null : finder.settingsFor(dirname(file.path));
    if (!isExcluded(settings, file.path)) yield file;
  }
}
