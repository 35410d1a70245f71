/**
 * Asks the contracts of a notebook: those of the project's settings and the notebook's own, each for the notebook, or for the cells and
 * lines that it is attached to. The database is made when there is a contract.
 */

import {
  type Attachment,
  attachedContracts,
  type ContractCheck,
  type NotebookFacts,
  QueriedNotebook,
  type QueriedSource,
  type RuleFinding,
  rowOf,
  type SqlValue,
  suggest,
  TABLES,
} from '../../slicer/index.ts';
import type { Contract } from '../checking/index.ts';
import { SluiceError } from '../errors.ts';
import { type AskedQuery, FactsDatabase, type Parameters, SqlMistake } from '../query/index.ts';
import { brokenContract } from './broken-contract.ts';
import type { NotebookContracts } from './notebook-contracts.ts';

/** One query of a contract. */
const LIMIT_MS = 2_000;
/** Rows that are taken of one. */
const MOST_ROWS = 1_000;

/** The parameters that contracts can have. With one of the latter two they are about the cells that they are attached to. */
const PARAMETERS = [':file', ':cell', ':line'];

/** Asks contracts, one notebook after the other. */
export class ContractChecks {
  readonly #database: FactsDatabase;

  private constructor(database: FactsDatabase) {
    this.#database = database;
  }

  /** Makes the database. */
  static async open(): Promise<ContractChecks> {
    return new ContractChecks(await FactsDatabase.open());
  }

  /** The check of a notebook. @throws {SluiceError} with the place where a contract of the settings has a wrong query */
  checkFor(source: QueriedSource, settings: readonly Contract[], own: NotebookContracts): ContractCheck {
    const mistakes = own.mistakes.map((what) => mistakeFinding(`the notebook's metadata: ${what}`));
    const contracts: AskedContract[] = [];
    for (const contract of [...settings, ...own.contracts]) {
      const asked = this.#inspect(contract);
      if ('message' in asked) mistakes.push(asked);
      else contracts.push({ contract, asked });
    }
    return (facts) => [...mistakes, ...this.#findings(source, contracts, facts)];
  }

  #inspect(contract: Contract): AskedQuery | RuleFinding {
    try {
      const asked = this.#database.inspect(contract.query);
      const other = asked.parameters.find((name) => !PARAMETERS.includes(name));
      if (other === undefined) return asked;
      const at = contract.query.indexOf(other);
      throw new SqlMistake(`there is no ${other}; there is ${PARAMETERS.join(', ')}`, contract.query, at);
    } catch (error) {
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
  ): readonly RuleFinding[] {
    const attached = attachedContracts(facts.cells);
    const wrong = attached.flatMap((each) => wrongAttachment(each, contracts));
    if (contracts.length === 0) return wrong;
    const notebook = new QueriedNotebook({ ...source, checked: facts }, facts);
    this.#fill(notebook, new Set(contracts.flatMap(({ asked }) => [...asked.tables])));
    const broken = contracts.flatMap((each) =>
      parametersOf(each, attached, source.file).flatMap((given) => this.#ask(each, given, facts)),
    );
    return [...wrong, ...broken];
  }

  #fill(notebook: QueriedNotebook, tables: ReadonlySet<string>): void {
    this.#database.clear();
    for (const table of TABLES) {
      if (!tables.has(table.name)) continue;
      const rows = [...table.rows(notebook)].map((row) => rowOf(table, notebook.source.file, row));
      this.#database.fill(table.name, rows);
    }
  }

  #ask({ contract, asked }: AskedContract, given: Parameters, facts: NotebookFacts): readonly RuleFinding[] {
    const rows: Readonly<Record<string, SqlValue>>[] = [];
    try {
      for (const row of this.#database.rows(contract.query, given, LIMIT_MS)) {
        if (rows.length === MOST_ROWS) return brokenContract(contract, rows, true, facts);
        rows.push(Object.fromEntries(asked.columns.map((name, at) => [name, row[at]!])));
      }
    } catch (error) {
      if (!(error instanceof SqlMistake)) throw error;
      return [mistakeFinding(`${contract.name} cannot be asked: ${error.message}`)];
    }
    return brokenContract(contract, rows, false, facts);
  }
}

interface AskedContract {
  readonly contract: Contract;
  readonly asked: AskedQuery;
}

const isOfCells = ({ asked }: AskedContract): boolean =>
  asked.parameters.some((name) => name === ':cell' || name === ':line');

/** For what a contract is asked: once for the notebook, or for each place that it is attached to. */
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

/** A contract that cannot be asked says nothing of the notebook: nobody may take that for "it is kept". */
function mistakeFinding(message: string): RuleFinding {
  return { cell: null, at: null, message, severity: 'error' };
}
