/**
 * What one cell does with the notebook's names, as far as it can be told without running it: the facts from which flows are drawn.
 * It says nothing of other cells.
 */

/** Who has said that something is so. `text`: the code alone; `default`: the rule that is right most often. */
export type AnsweredBy = 'text' | 'effects' | 'default';

/** Variables, or functions and classes of the notebook. */
export type FlowKind = 'data' | 'code';

/** That a cell reads, binds or changes a name. */
export interface NameFact {
  readonly name: string;
  readonly kind: FlowKind;
  /** Only because another name stands for the same object, or for one inside it. */
  readonly alias: boolean;
  /** Surely so, whichever way the cell takes. */
  readonly certain: boolean;
  /** Taken to be so; false: it could be, but is not likely. */
  readonly answer: boolean;
  readonly by: AnsweredBy;
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
  /** It took too long: what stands at its end was not looked at. */
  readonly isCutOff: boolean;
}
