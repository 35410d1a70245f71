/**
 * All that rules can ask about a notebook. Rules know nothing else: whoever answers better (an interpreter, a session, a kernel)
 * takes the place of text-facts.ts, and no rule changes.
 */

import type { FoundLeaks } from '../leakage/index.ts';
import type { WorldAction } from '../static/index.ts';
import type { ParsedCell } from '../static/parse.ts';
import type { CallExpression, Range, Statement } from '../static/syntax.ts';
import type { CellEdit, RuleFinding } from './finding.ts';
import type { Surroundings } from './surroundings.ts';

/** A cell as a document or session has it. */
export interface CheckedCell {
  readonly id: string;
  readonly type: 'code' | 'markdown' | 'raw';
  readonly source: string;
  /** Of a code cell that has run. */
  readonly executionCount: number | null;
  readonly outputs: readonly CheckedOutput[];
}

/** What is known of an output without looking into it. */
export interface CheckedOutput {
  readonly type: 'result' | 'display' | 'stream' | 'error';
  /** The execution that a result names. */
  readonly executionCount: number | null;
  /** The class of an error. */
  readonly error: string | null;
}

/** One run of a session. */
export interface LoggedRun {
  readonly cell: string;
  readonly source: string;
  /** The counter, from 1 after each restart. */
  readonly count: number;
  /** How often the kernel had been restarted before. */
  readonly restarts: number;
}

/** A notebook to be checked. */
export interface CheckedNotebook {
  /** The name without its folder; null: a session, which nobody has named and which has no text cells. */
  readonly fileName: string | null;
  readonly cells: readonly CheckedCell[];
  /** The runs of its session in their order; null where only the document is known. */
  readonly log: readonly LoggedRun[] | null;
  readonly surroundings: Surroundings;
  /** Asks the contracts that are kept for it; absent: there are none. */
  readonly contracts?: ContractCheck;
}

/** Says where contracts are broken, and which cannot be asked. It is answered outside, where there is a database. */
export type ContractCheck = (facts: NotebookFacts) => readonly RuleFinding[];

/** A name that a run from the top would not find. */
export interface UndefinedName {
  readonly name: string;
  /** Each run of the cell reads the name; else only runs that take some branch, of a name that no cell binds. */
  readonly surely: boolean;
  /** Where the cell uses it, at most some. */
  readonly places: readonly Range[];
  /** The first cell below that would define it. */
  readonly below: CodeCell | null;
  /** The cell above that deletes it. */
  readonly deletedIn: CodeCell | null;
  /** A function that is called there uses it. */
  readonly indirect: boolean;
  /** A name of the notebook that may have been meant. */
  readonly near: string | null;
  /** The run that defined it, of a cell that is deleted or does so no more. */
  readonly lostRun: LoggedRun | null;
}

/** A call, and what it calls as far as imports tell. */
export interface FoundCall {
  readonly node: CallExpression;
  /** `pandas.read_csv`, `open`; of a method of an unknown object `.to_csv`; null: what is called has no name. */
  readonly path: string | null;
  /** It stands in a function or lambda: it may never run. */
  readonly inFunction: boolean;
}

/** A module that a cell imports. */
export interface FoundImport {
  /** `sklearn.svm`; relative ones begin with a dot. */
  readonly module: string;
  readonly bound: readonly string[];
  readonly star: boolean;
  readonly at: Range;
  /** At module level, not in a block or function. */
  readonly top: boolean;
  /** In a `try` that handles failures. */
  readonly tried: boolean;
}

/** A string in a cell's code, or the beginning of a formatted one. */
export interface FoundString {
  /** Between the quotes, as written; escapes are kept. */
  readonly text: string;
  /** Of `text`. */
  readonly at: Range;
  readonly raw: boolean;
  /** `text` is all of it. */
  readonly whole: boolean;
  /** The token before it, as written; empty at the beginning of a line. */
  readonly after: string;
}

/** A code cell with what its text says. */
export interface CodeCell extends CheckedCell {
  readonly type: 'code';
  /** Its place among the code cells, from 1. */
  readonly index: number;
  readonly parsed: ParsedCell;
  /** Nothing in it is code: blank, or comments only. */
  readonly blank: boolean;
  /** Names of other cells that it reads before it binds them. */
  readonly reads: ReadonlySet<string>;
  readonly binds: ReadonlySet<string>;
  /** Names whose objects it probably changes. */
  readonly changes: ReadonlySet<string>;
  /** It may bind or change what its text does not tell. */
  readonly opaque: boolean;
  /** Statements, also nested ones. */
  readonly statements: readonly Statement[];
  readonly calls: readonly FoundCall[];
  readonly imports: readonly FoundImport[];
  readonly strings: readonly FoundString[];
  /** It shows something: it has outputs, prints, draws or ends with a value. */
  readonly shows: boolean;
}

/** What a call does to the world, as declared: files, random streams, the network, settings. */
export interface FoundAction extends WorldAction {
  readonly callee: string;
  /** The cell that runs then, and the one in which the call stands (in a function). */
  readonly cell: CodeCell;
  readonly of: CodeCell;
  /** The call, in the text of `of`. */
  readonly at: Range;
}

/** Leaks, and the runs that they name: those of the session, or the page from the top. */
export interface LeakFacts extends FoundLeaks {
  readonly runs: readonly { readonly cell: string; readonly source: string }[];
}

/** What rules look at. */
export interface NotebookFacts extends CheckedNotebook {
  /** The code cells, in order. */
  readonly code: readonly CodeCell[];
  /** Whether any cell has run. */
  readonly hasRun: boolean;
  /** Names that the cell surely reads and that no cell above it defines. */
  undefinedNames(cell: CodeCell): readonly UndefinedName[];
  readonly leaks: LeakFacts & {
    /** Those that there would be, were the cells changed. */
    after(edits: readonly CellEdit[]): LeakFacts;
  };
  /** What calls do outside of the notebook's names, in the order of those runs. */
  readonly world: {
    readonly actions: readonly FoundAction[];
    /** The cell calls something of which nothing is known. */
    isOpen(cell: CodeCell): boolean;
    /** The function that seeds a random stream; null: none is known. */
    seedOf(stream: string): string | null;
  };
  /** The cells below that use what a cell binds or changes, directly. */
  readersOf(cell: CodeCell): readonly CodeCell[];
  /** The cells above whose names a cell uses, directly. */
  writersFor(cell: CodeCell): readonly CodeCell[];
}
