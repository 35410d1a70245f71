/**
 * Asks the contracts of a notebook: from the project's settings and from the notebook, each for the notebook, or for the cells and
 * lines with a comment. The database is in a thread of its own, which ends when a notebook's queries take too long.
 */

import {
  type ContractCheck,
  type NotebookFacts,
  QueriedNotebook,
  type QueriedSource,
  type RuleFinding,
  rowOf,
  suggest,
  TABLES,
} from '../../slicer/index.ts';
import {
  type AskedQuery,
  EndedThread,
  type Parameters,
  SqlMistake,
  WaitingQueryThread,
} from '../query/index.ts';
import { SluiceError } from '../words/index.ts';
import { type Attachment, attachedContracts } from './attached-contracts.ts';
import { brokenContract } from './broken-contract.ts';
import type { Contract } from './contract.ts';
import type { NotebookContracts } from './notebook-contracts.ts';

/** One query of a contract. */
const LIMIT_MS = 2_000;
/**
 * The time limit for all queries of a notebook, because other work waits, and the queries may come from
 * another person.
 */
const ALL_MS = 5_000;
/** Filling the tables, which is our own work. */
const FILL_MS = 30_000;
/** Most rows of a query, and most characters of a value. */
const MOST_ROWS = 1_000;
const LONGEST_VALUE = 10_000;

/** The parameters of contracts. With one of the latter two the contract is about cells with a comment. */
const PARAMETERS = [':file', ':cell', ':line'];

/** Asks contracts, one notebook after the other. */
export class ContractChecks {
  readonly #database = new WaitingQueryThread();

  /** The check of a notebook. @throws {SluiceError} with the place where a contract of the settings has a wrong query */
  checkFor(source: QueriedSource, settings: readonly Contract[], own: NotebookContracts): ContractCheck {
    const mistakes = own.mistakes.map((what) => mistakeFinding(`the notebook's metadata: ${what}`));
    const contracts: AskedContract[] = [];
    const late: Contract[] = [];
    const budget = new Budget();
    // (contracts of the settings come first: a notebook cannot use up their time)
    for (const contract of [...settings, ...own.contracts]) {
      const asked = this.#inspect(contract, budget);
      if (asked === null) late.push(contract);
      else if ('message' in asked) mistakes.push(asked);
      else contracts.push({ contract, asked });
    }
    if (late.length > 0) mistakes.push(lateFinding(late));
    let used: readonly RuleFinding[] | null = null;
    return (facts) => {
      if (used !== null) return used;
      const time = new Budget();
      const found = [...mistakes, ...this.#findings(source, contracts, facts, time)];
      // a fix asks repeatedly, and would take this time at each repetition
      if (time.isUsedUp) used = found;
      return found;
    };
  }

  /** Null: no time is left. */
  #inspect(contract: Contract, budget: Budget): AskedQuery | RuleFinding | null {
    if (budget.isUsedUp) return null;
    try {
      const asked = budget.take((leftMs) => this.#database.inspect(contract.query, leftMs));
      const other = asked.parameters.find((name) => !PARAMETERS.includes(name));
      if (other === undefined) return asked;
      const at = contract.query.indexOf(other);
      throw new SqlMistake(`there is no ${other}; there is ${PARAMETERS.join(', ')}`, contract.query, at);
    } catch (error) {
      if (error instanceof EndedThread) return null;
      if (!(error instanceof SqlMistake)) throw error;
      const { name, placeOf } = contract;
      if (placeOf !== null)
        throw new SluiceError(`${placeOf(error.at)}: the query of the contract ${name}: ${error.message}`);
      const place = error.place === '' ? '' : `, ${error.place}`;
      return mistakeFinding(`${name} cannot be asked: its query${place}: ${error.message}`);
    }
  }

  #findings(
    source: QueriedSource,
    contracts: readonly AskedContract[],
    facts: NotebookFacts,
    budget: Budget,
  ): readonly RuleFinding[] {
    const attached = attachedContracts(facts.cells);
    const found = attached.flatMap((each) => wrongAttachment(each, contracts));
    if (contracts.length === 0) return found;
    const notebook = new QueriedNotebook({ ...source, checked: facts }, facts);
    const tables = new Set(contracts.flatMap(({ asked }) => [...asked.tables]));
    const late = new Set<Contract>();
    let isFilled = false;
    for (const each of contracts) {
      for (const given of parametersOf(each, attached, source.file)) {
        if (budget.isUsedUp) {
          late.add(each.contract);
          break;
        }
        const fill = isFilled ? () => {} : () => this.#fill(notebook, tables);
        const rows = this.#ask(each, given, facts, budget, fill);
        // (an ended thread loses the filled tables)
        isFilled = rows !== null;
        if (rows === null) late.add(each.contract);
        else found.push(...rows);
      }
    }
    return late.size === 0 ? found : [...found, lateFinding([...late])];
  }

  #fill(notebook: QueriedNotebook, tables: ReadonlySet<string>): void {
    const filled = TABLES.filter(({ name }) => tables.has(name)).map((table) => {
      const rows = [...table.rows(notebook)].map((row) => rowOf(table, notebook.source.file, row));
      return [table.name, rows] as const;
    });
    this.#database.refill(new Map(filled), FILL_MS);
  }

  /** Null: the query was ended. */
  #ask(
    { contract, asked }: AskedContract,
    given: Parameters,
    facts: NotebookFacts,
    budget: Budget,
    fill: () => void,
  ): readonly RuleFinding[] | null {
    try {
      fill();
      const found = budget.take((leftMs) =>
        this.#database.rows(contract.query, given, {
          most: MOST_ROWS + 1,
          longest: LONGEST_VALUE,
          limitMs: Math.min(LIMIT_MS, leftMs),
        }),
      );
      const rows = found
        .slice(0, MOST_ROWS)
        .map((row) => Object.fromEntries(asked.columns.map((name, at) => [name, row[at]!])));
      return brokenContract(contract, rows, found.length > MOST_ROWS, facts);
    } catch (error) {
      if (error instanceof EndedThread) return null;
      if (!(error instanceof SqlMistake)) throw error;
      // (this query had less time than a single query has)
      if (budget.isUsedUp) return null;
      return [mistakeFinding(`${contract.name} cannot be asked: ${error.message}`)];
    }
  }
}

/** The time for all queries of a notebook. */
class Budget {
  #leftMs = ALL_MS;

  get isUsedUp(): boolean {
    return this.#leftMs <= 0;
  }

  /** Runs an action with the remaining time. */
  take<T>(work: (leftMs: number) => T): T {
    const began = performance.now();
    try {
      return work(this.#leftMs);
    } finally {
      this.#leftMs -= performance.now() - began;
    }
  }
}

interface AskedContract {
  readonly contract: Contract;
  readonly asked: AskedQuery;
}

const isOfCells = ({ asked }: AskedContract): boolean =>
  asked.parameters.some((name) => name === ':cell' || name === ':line');

/** The targets of a contract: the notebook, or each position with a comment. */
function parametersOf(asked: AskedContract, attached: readonly Attachment[], file: string): Parameters[] {
  if (!isOfCells(asked)) return [{ ':file': file }];
  return attached
    .filter(({ contract }) => contract === asked.contract.name)
    .map(({ cell, line }) => ({ ':file': file, ':cell': cell, ':line': line }));
}

function wrongAttachment(
  { contract, cell, at }: Attachment,
  contracts: readonly AskedContract[],
): RuleFinding[] {
  const found = contracts.find((each) => each.contract.name === contract);
  if (found !== undefined && isOfCells(found)) return [];
  const names = contracts.map((each) => each.contract.name);
  const message =
    found === undefined
      ? `there is no contract ${contract}${suggest(contract, names)}`
      : `the contract ${contract} is of the whole notebook: its query asks for no :cell`;
  return [{ cell, at, message }];
}

/** A finding for a failing query, which proves nothing about the notebook: the contract must not count as kept. */
function mistakeFinding(message: string): RuleFinding {
  return { cell: null, at: null, message, severity: 'error' };
}

function lateFinding(late: readonly Contract[]): RuleFinding {
  const names = late.slice(0, 5).map(({ name }) => name);
  const more = late.length > names.length ? ` and ${late.length - names.length} more` : '';
  return mistakeFinding(
    `${names.join(', ')}${more} cannot be asked: the queries of a notebook have ${ALL_MS / 1000} s in all, and one has ${LIMIT_MS / 1000} s; make them faster`,
  );
}
