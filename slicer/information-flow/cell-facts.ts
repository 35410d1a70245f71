/**
 * The use of the notebook's names by one cell, by static analysis: the facts behind flows.
 * Other cells do not count here.
 */

/**
 * The source of a fact, the surest first. `text`: the code alone; `effects`: the declaration of a call; `observed`: a run;
 * `default`: the usual rule.
 */
export const ANSWERERS = ['text', 'effects', 'observed', 'person', 'model', 'default'] as const;
export type AnsweredBy = (typeof ANSWERERS)[number];

/** Variables; functions and classes of the notebook; files named by constant paths; random streams. */
export type FlowKind = 'data' | 'code' | 'file' | 'stream';

/** A read, binding or change of a name by a cell. */
export interface NameFact {
  readonly name: string;
  readonly kind: FlowKind;
  /** Only through another name for the same object, or for an object inside. */
  readonly alias: boolean;
  /** For an alias, the name in the code. */
  readonly through?: string;
  /** True on every path of the cell. */
  readonly certain: boolean;
  /** Likely; false: only possible. */
  readonly answer: boolean;
  readonly by: AnsweredBy;
  /** A run of the cell has shown the fact. */
  readonly seen?: boolean;
  /** 1-based line of the cell. */
  readonly line: number;
  /** In words, after the name of the cell: `changes train: fillna with inplace=True`. */
  readonly why: string;
}

/** A read of a value of the same cell, or of an import. */
export interface NearFact {
  readonly name: string;
  readonly line: number;
  readonly isImport: boolean;
  readonly isOwn: boolean;
  readonly certain: boolean;
}

/** A question left open by the text of a cell, and its answer. */
export interface Question {
  readonly name: string;
  readonly asks: 'reads' | 'changes';
  readonly answer: boolean;
  readonly by: AnsweredBy;
  readonly line: number;
}

/** A contradiction between a run of a cell and its text with declared effects. */
export interface Contradiction {
  readonly name: string;
  readonly asks: 'reads' | 'changes';
  /** The answer of the run; the static answer is the opposite. */
  readonly observed: boolean;
  readonly why: string;
}

/** An unreadable position. */
export interface Unread {
  readonly line: number;
  readonly why: string;
}

/** The uses of files and random streams by a cell, under names such as `file out.csv`. */
export interface WorldFacts {
  /** Reads of values from before the cell. */
  readonly reads: readonly NameFact[];
  readonly changes: readonly NameFact[];
  /** Those of `changes` whose earlier values are surely lost. */
  readonly replaces: ReadonlySet<string>;
}

export interface CellFacts {
  readonly cell: string;
  /** Names with a read of their value from before the cell; with used functions and classes. */
  readonly reads: readonly NameFact[];
  /** Reads of names that the cell itself has bound, and of imported names. */
  readonly nearReads: readonly NearFact[];
  /** Bound names, and names of changed objects; with defined functions and classes. */
  readonly changes: readonly NameFact[];
  /** Names bound on every path: their old values are gone. */
  readonly replaces: ReadonlySet<string>;
  /** Names unbound afterwards. */
  readonly deletes: readonly string[];
  /** Absent: the facts are of a run. */
  readonly world?: WorldFacts;
  readonly questions: readonly Question[];
  /** For a cell with observed runs. */
  readonly contradictions?: readonly Contradiction[];
  /** The cell runs a text, or finds names by texts (`exec`, `globals()`): it may read and change any name. */
  readonly runsUnseen: boolean;
  /** The cell takes too long, or nests too deep: its end was skipped. */
  readonly isCutOff: boolean;
  /** Its first line of invalid Python 3, if there is one, with the reason. */
  readonly unread?: Unread;
}
