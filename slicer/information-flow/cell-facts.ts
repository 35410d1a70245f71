/**
 * What one cell does with the notebook's names, as far as it can be told without running it: the facts from which flows are drawn.
 * It says nothing of other cells.
 */

/**
 * Who has said that something is so, the surest first. `text`: the code alone; `effects`: what is declared of a call; `observed`: a run;
 * `default`: the rule that is right most often.
 */
export const ANSWERERS = ['text', 'effects', 'observed', 'person', 'model', 'default'] as const;
export type AnsweredBy = (typeof ANSWERERS)[number];

/** Variables, or functions and classes of the notebook. */
export type FlowKind = 'data' | 'code';

/** That a cell reads, binds or changes a name. */
export interface NameFact {
  readonly name: string;
  readonly kind: FlowKind;
  /** Only because another name stands for the same object, or for one inside it. */
  readonly alias: boolean;
  /** Where it is an alias, the name that stands in the code. */
  readonly through?: string;
  /** Surely so, whichever way the cell takes. */
  readonly certain: boolean;
  /** Taken to be so; false: it could be, but is not likely. */
  readonly answer: boolean;
  readonly by: AnsweredBy;
  /** A run of the cell has shown it. */
  readonly seen?: boolean;
  /** 1-based line of the cell. */
  readonly line: number;
  /** In words, after the name of the cell: `changes train: fillna with inplace=True`. */
  readonly why: string;
}

/** Something of a cell that its text alone does not decide, and the answer. */
export interface Question {
  readonly name: string;
  readonly asks: 'reads' | 'changes';
  readonly answer: boolean;
  readonly by: AnsweredBy;
  readonly line: number;
}

/** What a run of a cell has shown, and its text and the declared effects say otherwise. */
export interface Contradiction {
  readonly name: string;
  readonly asks: 'reads' | 'changes';
  /** What the run has shown; the static answer is the other one. */
  readonly observed: boolean;
  readonly why: string;
}

/** A place that could not be read. */
export interface Unread {
  readonly line: number;
  readonly why: string;
}

/** The facts of one cell. */
export interface CellFacts {
  readonly cell: string;
  /** Names whose value from before the cell it reads; with functions and classes that it uses. */
  readonly reads: readonly NameFact[];
  /** Names that it binds, or whose objects it changes; with functions and classes that it defines. */
  readonly changes: readonly NameFact[];
  /** Of those that it changes, the ones that it binds whichever way it takes: what they were before is gone. */
  readonly replaces: ReadonlySet<string>;
  /** Names that are unbound afterwards. */
  readonly deletes: readonly string[];
  readonly questions: readonly Question[];
  /** Of a cell whose runs were looked at. */
  readonly contradictions?: readonly Contradiction[];
  /** It took too long, or nests too deep: what stands at its end was not looked at. */
  readonly isCutOff: boolean;
  /** Its first line that could not be read as Python 3, if there is one, and why. */
  readonly unread?: Unread;
}
