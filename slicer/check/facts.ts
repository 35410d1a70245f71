/**
 * The facts of a notebook that rules may ask. Rules know nothing else: a better source (an interpreter, a
 * session, a kernel) can replace text-facts.ts without a change of rules.
 */

import type { FoundLeaks } from '../leakage/index.ts';
import type { WorldAction } from '../static/index.ts';
import type { ParsedCell } from '../static/parse.ts';
import type { CallExpression, Expression, Range, Statement } from '../static/syntax.ts';
import type { CellEdit, RuleFinding } from './finding.ts';
import type { Surroundings } from './surroundings.ts';

/** A cell of a document or session. */
export interface CheckedCell {
  readonly id: string;
  readonly type: 'code' | 'markdown' | 'raw';
  readonly source: string;
  /** The count of a code cell that has run. */
  readonly executionCount: number | null;
  readonly outputs: readonly CheckedOutput[];
  /** A code cell that no Python runs, as its metadata say: it counts, and its text is left out. */
  readonly isForeign?: boolean;
}

/** The facts of an output, without its content. */
export interface CheckedOutput {
  readonly type: 'result' | 'display' | 'stream' | 'error';
  /** The execution named by a result. */
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
  /** The number of kernel restarts before. */
  readonly restarts: number;
}

/** A notebook to check. */
export interface CheckedNotebook {
  /** The name without its folder; null: a session, which has no name and no text cells. */
  readonly fileName: string | null;
  readonly cells: readonly CheckedCell[];
  /** The runs of its session in order; null if only the document is known. */
  readonly log: readonly LoggedRun[] | null;
  readonly surroundings: Surroundings;
  /** Asks the notebook's saved contracts; absent: there are none. */
  readonly contracts?: ContractCheck;
}

/** Finds broken contracts, and contracts that cannot be asked. A caller with a database implements this. */
export type ContractCheck = (facts: NotebookFacts) => readonly RuleFinding[];

/** A name that a run from the top would not find. */
export interface UndefinedName {
  readonly name: string;
  /** Each run of the cell reads the name; else perhaps no run, and no cell binds the name. */
  readonly surely: boolean;
  /** Uses of the name in the cell, up to a limit. */
  readonly places: readonly Range[];
  /** The first cell below that would define the name. */
  readonly below: CodeCell | null;
  /** The cell above that deletes the name. */
  readonly deletedIn: CodeCell | null;
  /** Whether only a called function uses the name. */
  readonly indirect: boolean;
  /** A similar name of the notebook. */
  readonly near: string | null;
  /** The run that defined the name, of a deleted cell or a cell that does not define it any more. */
  readonly lostRun: LoggedRun | null;
}

/** A call and its callee, as far as imports tell. */
export interface FoundCall {
  readonly node: CallExpression;
  /** `pandas.read_csv`, `open`; for a method of an unknown object `.to_csv`; null: the callee has no name. */
  readonly path: string | null;
  /** Whether the call is in a function or lambda, and so may never run. */
  readonly inFunction: boolean;
  /** Whether the text repeats the call, in a loop or comprehension. */
  readonly inLoop: boolean;
}

/** An import of a module. */
export interface FoundImport {
  /** `sklearn.svm`; relative ones begin with a dot. */
  readonly module: string;
  readonly bound: readonly string[];
  /** Of `from module import a as b`, the names in the module: `a`. */
  readonly taken: readonly string[];
  readonly star: boolean;
  readonly at: Range;
  /** At module level, not in a block or function. */
  readonly top: boolean;
  /** Whether the import is in a `try` that handles failures. */
  readonly tried: boolean;
}

/** A string in a cell's code, or the beginning of a formatted one. */
export interface FoundString {
  /** The text between the quotes, with escapes as written. */
  readonly text: string;
  /** The range of `text`. */
  readonly at: Range;
  readonly raw: boolean;
  /** Whether `text` is the whole string. */
  readonly whole: boolean;
  /** The token before the string, as written; empty at the beginning of a line. */
  readonly after: string;
}

/** A code cell with the facts of its text. */
export interface CodeCell extends CheckedCell {
  readonly type: 'code';
  /** The position among the code cells, from 1. */
  readonly index: number;
  readonly parsed: ParsedCell;
  /** Whether the cell has no code: blank, or comments only. */
  readonly blank: boolean;
  /** Names of other cells, read before the cell binds them. */
  readonly reads: ReadonlySet<string>;
  readonly binds: ReadonlySet<string>;
  /** Names whose objects the cell probably changes. */
  readonly changes: ReadonlySet<string>;
  /** Whether the cell may bind or change names not visible in its text. */
  readonly opaque: boolean;
  /** Statements, also nested ones. */
  readonly statements: readonly Statement[];
  readonly calls: readonly FoundCall[];
  readonly imports: readonly FoundImport[];
  readonly strings: readonly FoundString[];
  /** The dotted path of an expression through the notebook's imports: `np.float` is `numpy.float`. */
  pathOf(expression: Expression): string | null;
  /** Whether the cell displays something: it has outputs, prints, draws or ends with a value. */
  readonly shows: boolean;
}

/** A declared effect of a call on the world: files, random streams, the network, settings. */
export interface FoundAction extends WorldAction {
  readonly callee: string;
  /** The running cell, and the cell of the call (in a function). */
  readonly cell: CodeCell;
  readonly of: CodeCell;
  /** The call, in the text of `of`. */
  readonly at: Range;
}

/** Leaks, and the runs in their messages: the session's runs, or the page from the top. */
export interface LeakFacts extends FoundLeaks {
  readonly runs: readonly { readonly cell: string; readonly source: string }[];
}

/** The facts for rules. */
export interface NotebookFacts extends CheckedNotebook {
  /** The code cells, in order. */
  readonly code: readonly CodeCell[];
  /** Whether any cell has run. */
  readonly hasRun: boolean;
  /** Names that the cell surely reads and no cell above defines, and other names that no cell binds. */
  undefinedNames(cell: CodeCell): readonly UndefinedName[];
  readonly leaks: LeakFacts & {
    /** The leaks after changes of cells. */
    after(edits: readonly CellEdit[]): LeakFacts;
  };
  /** The effects of calls outside of the notebook's names, in the order of these runs. */
  readonly world: {
    readonly actions: readonly FoundAction[];
    /** Whether the cell calls an unknown function. */
    isOpen(cell: CodeCell): boolean;
    /** The function that seeds a random stream; null: none is known. */
    seedOf(stream: string): string | null;
  };
  /** What the interpreter knows of a call in a cell, in the order of these runs. */
  readonly interpreted: {
    /** The possible classes of the receiver: `pandas.DataFrame`, `__main__.Model`; empty if unknown. */
    receiversOf(cell: CodeCell, call: Range): readonly string[];
    /** Whether a loop repeats the call, around it or around a call of the function that has it. */
    isRepeated(cell: CodeCell, call: Range): boolean;
  };
  /** The cells below that directly use names bound or changed by a cell. */
  readersOf(cell: CodeCell): readonly CodeCell[];
  /**
   * Whether a comment suppresses a rule at a range: for rules whose finding stands for several places. `words`:
   * the names of the rule, and ruff's code.
   */
  isIgnored(words: readonly string[], alias: string | null, cell: string, at: Range): boolean;
  /** The cells above whose names a cell uses, directly. */
  writersFor(cell: CodeCell): readonly CodeCell[];
}
