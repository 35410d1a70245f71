/** Checks open notebooks as they stand, as `sluice check` does files: with their settings, projects and contracts. No kernel is known here. */

import { basename, dirname } from 'node:path';
import {
  type CellId,
  type CheckedCell,
  type CheckedNotebook,
  type Choice,
  checkNotebook,
  checkSoon,
  type Finding,
  type Fix,
  leakOfFinding,
  type Witness,
} from '../../slicer/index.ts';
import {
  contractsFor,
  ignoredFor,
  isBetter,
  Libraries,
  type LocatedFinding,
  locateFindings,
  Projects,
  SettingsFinder,
} from '../checking/index.ts';
import { ContractChecks, contractsIn, hasContracts } from '../contracts/index.ts';
import { type FoundProblems, type Problem, type ProblemKey, seenSession } from '../live/index.ts';
import { confirmLeaks, type WitnessHost } from '../witness/index.ts';
import { SluiceError } from '../words/index.ts';
import type { SentCell, ToCheck } from './check-messages.ts';

/** Facts of projects (requirements, installed packages) are read again after this. */
const PROJECTS_MS = 10_000;

type AskedNotebook = Omit<ToCheck, 'id' | 'mend' | 'soon'>;

/** The input of a check. */
type Given = Parameters<typeof checkNotebook>;

/** Checks notebooks, and remembers their cells. */
export class OpenNotebookChecks {
  readonly #cells = new Map<string, ReadonlyMap<CellId, SentCell>>();
  readonly #libraries = new Libraries();
  #projects = new Projects();
  #known = performance.now();
  #contracts: ContractChecks | null = null;

  /** The findings. @throws {SluiceError} for a mistake in the settings */
  async problems({ soon, ...asked }: Omit<ToCheck, 'id' | 'mend'>): Promise<FoundProblems> {
    const given = await this.#prepare(asked);
    const checked = soon ? checkSoon(...given) : { ...checkNotebook(...given), awaited: [] };
    const problems = locateFindings('', checked, null).map((found) =>
      problemOf(found, leakOfFinding(checked.facts, found.finding) !== null),
    );
    return { problems, awaited: checked.awaited };
  }

  /** A confirmed fix. @throws {SluiceError} the reason against a fix */
  async mend(asked: AskedNotebook, problem: ProblemKey): Promise<Fix> {
    const [notebook, ...how] = await this.#prepare(asked);
    const before = checkNotebook(notebook, ...how).findings;
    const found = before.find((each) => isOf(problem, each) && each.fix !== null);
    if (!found?.fix) throw new SluiceError('this has changed meanwhile; there is nothing to mend any more');
    const cells = editedCells(notebook.cells, found.fix);
    const after = checkNotebook({ ...notebook, cells }, ...how).findings;
    if (!isBetter(before, after, problem.code))
      throw new SluiceError('this fix would make something else wrong, and is not made');
    return found.fix;
  }

  /** The evidence of runs for a problem. @throws {SluiceError} the reason without evidence */
  async prove(asked: AskedNotebook, problem: ProblemKey, place: WitnessHost): Promise<Witness> {
    const { facts, findings } = checkNotebook(...(await this.#prepare(asked)));
    const found = findings.find((each) => isOf(problem, each));
    if (found === undefined) throw new SluiceError('this has changed meanwhile; look again');
    const [proved] = (await confirmLeaks({ facts, findings: [found] }, place)).findings;
    if (proved?.witness === undefined) throw new SluiceError('this is nothing that runs can show');
    return proved.witness;
  }

  /** The input of a check of the notebook as it stands. */
  async #prepare({ path, order, changed, metadata, phase }: AskedNotebook): Promise<Given> {
    const cells = this.#take(path, order, changed);
    if (performance.now() - this.#known > PROJECTS_MS) {
      this.#projects = new Projects();
      this.#known = performance.now();
    }
    const folder = dirname(path);
    // they may be changed while the notebook is open
    const settings = new SettingsFinder().settingsFor(folder);
    const choice: Choice = {
      select: settings?.select ?? null,
      ignore: ignoredFor(settings, path),
      phase,
    };
    const checked: CheckedNotebook = {
      fileName: basename(path),
      cells: [...cells.values()].map((cell) => cell.checked),
      log: null,
      surroundings: this.#projects.around(folder),
    };
    const own = contractsIn(metadata);
    const wanted = contractsFor(settings, path);
    const sources = checked.cells.map(({ source }) => source);
    const library = this.#libraries.around(folder);
    if (!hasContracts(sources, wanted, own)) return [checked, choice, library];
    this.#contracts ??= new ContractChecks();
    const source = {
      file: basename(path),
      kind: 'notebook',
      checked,
      details: new Map([...cells].map(([id, { details }]) => [id, details])),
      library,
      seen: () => seenSession(path),
    } as const;
    const contracts = this.#contracts.checkFor(source, wanted, own);
    return [{ ...checked, contracts }, choice, library];
  }

  #take(path: string, order: readonly CellId[], changed: readonly SentCell[]): ReadonlyMap<CellId, SentCell> {
    const known = new Map(this.#cells.get(path));
    for (const cell of changed) known.set(cell.checked.id, cell);
    const cells = new Map(order.flatMap((id) => (known.has(id) ? [[id, known.get(id)!] as const] : [])));
    this.#cells.set(path, cells);
    return cells;
  }
}

const isOf = ({ code, cell, message }: ProblemKey, found: Finding): boolean =>
  found.code === code && found.cell === cell && found.message === message;

function editedCells(cells: readonly CheckedCell[], { edits }: Fix): CheckedCell[] {
  const texts = new Map(edits.map(({ cell, source }) => [cell, source]));
  return cells.flatMap((cell) => {
    const source = texts.get(cell.id);
    return source === undefined ? [cell] : source === null ? [] : [{ ...cell, source }];
  });
}

function problemOf({ finding, region, text, wholeCell, path }: LocatedFinding, provable: boolean): Problem {
  const { code, severity, cell, message, why, fix, evidence } = finding;
  const placed = region !== null && !wholeCell;
  return {
    code,
    severity,
    cell,
    line: placed ? region.line : null,
    text: placed ? text : '',
    from: placed ? region.column - 1 : 0,
    to: !placed ? 0 : region.endLine === region.line ? region.endColumn - 1 : text.length,
    message,
    why,
    path,
    fix,
    evidence,
    provable,
  };
}
