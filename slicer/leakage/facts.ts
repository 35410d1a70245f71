/** What is known of a value on the way through a notebook, as far as it matters for leaks. Plain data that never changes. */
import type { Rows, Site } from './rows.ts';

/** Something was computed from all rows of data. */
export interface Learned {
  readonly site: Site;
  /** What did it: `StandardScaler.fit_transform`. */
  readonly what: string;
  readonly rows: readonly Rows[];
  /** Only which values there are counts, as for encoders of categories. */
  readonly valuesOnly: boolean;
  /** It gives something for each row, rather than one thing for all of them. */
  readonly rowwise: boolean;
  /** It gives something for each group of rows. */
  readonly grouped: boolean;
  /** What had put the rows into another order, or left some out, by then. */
  readonly rearranged: readonly string[];
  readonly given: Given;
}

/** The data that something is learned from. */
export interface Given {
  /** Their classes; empty: not known. */
  readonly kinds: readonly string[];
  /** They are columns of a frame. */
  readonly columns: boolean;
}

/** A model was trained. */
export interface Fit {
  readonly site: Site;
  readonly what: string;
  readonly data: Facts;
  /** Scores that decided what is trained. */
  readonly chosenBy: readonly Score[];
  /** The division that a cross-validation makes of its data. */
  readonly fold: boolean;
  /** In how many loops. */
  readonly loops: number;
  /** The class of the model. */
  readonly model: string;
  /** What it was trained to tell: the columns that are the label. */
  readonly label: readonly string[];
  /** Columns among its features that were made of others. */
  readonly made: readonly Made[];
}

/** A model was applied to data, or judged by them. */
export interface Score {
  readonly site: Site;
  readonly what: string;
  readonly fits: readonly Fit[];
  readonly data: Facts;
  /** Compared with what is true; else only applied. */
  readonly judged: boolean;
  /** During the training itself. */
  readonly watched: boolean;
  /** What was seen then decided what is kept: early stopping, the best of all epochs. */
  readonly steers: boolean;
  /** Scores that decided which model this is. */
  readonly chosenBy: readonly Score[];
  /** In how many loops. */
  readonly loops: number;
  /** Where the model was applied, if that was before. */
  readonly applied: Site | null;
}

/** What a model has said of data. */
export interface Prediction {
  readonly fits: readonly Fit[];
  readonly data: Facts;
  readonly site: Site;
}

/** Parts of data, not yet told apart. `positions`: of positions, to pick rows by; `known`: no two have rows in common. */
export interface Parts {
  readonly known: boolean;
  readonly key: string;
  readonly site: Site;
  readonly data: Facts;
  readonly positions: boolean;
}

/** Positions or labels that pick rows. `key`: of the division that they belong to; null: the rows themselves are meant. */
export interface Picks {
  readonly key: string | null;
  readonly part: number;
  readonly site: Site;
  readonly rows: readonly Rows[];
}

/** Columns of a frame that were made of others. */
export interface Made {
  readonly column: string;
  readonly from: readonly string[];
  readonly site: Site;
}

/** What is known of a value. */
export interface Facts {
  readonly rows: readonly Rows[];
  readonly learned: readonly Learned[];
  readonly fits: readonly Fit[];
  readonly predicted: readonly Prediction[];
  readonly scored: readonly Score[];
  readonly parts: Parts | null;
  readonly picks: Picks | null;
  /** Predictions were compared with something else. */
  readonly compared: boolean;
  /** Names of columns of which the values of the same row went into it. */
  readonly of: readonly string[];
  /** Columns that were made of others, and are there. */
  readonly made: readonly Made[];
  /** Calls that put its rows into another order, or left some out. */
  readonly rearranged: readonly string[];
  /** Constants that it was computed with: conditions that are written alike may differ in them. */
  readonly constants: readonly string[];
}

export const NOTHING: Facts = {
  rows: [],
  learned: [],
  fits: [],
  predicted: [],
  scored: [],
  parts: null,
  picks: null,
  compared: false,
  of: [],
  made: [],
  rearranged: [],
  constants: [],
};

/** How many of a kind are kept: what is joined again and again must not grow without end. */
const MOST = 40;

/** Both lists, each element once. */
export function merge<Element>(a: readonly Element[], b: readonly Element[]): readonly Element[] {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  const more = b.filter((each) => !a.includes(each));
  return more.length === 0 || a.length >= MOST ? a : [...a, ...more];
}

/** What is known of values that become one. */
export function join(a: Facts, b: Facts): Facts {
  if (a === NOTHING || a === b) return b;
  if (b === NOTHING) return a;
  return {
    rows: merge(a.rows, b.rows),
    learned: merge(a.learned, b.learned),
    fits: merge(a.fits, b.fits),
    predicted: merge(a.predicted, b.predicted),
    scored: merge(a.scored, b.scored),
    parts: a.parts ?? b.parts,
    picks: a.picks ?? b.picks,
    compared: a.compared || b.compared,
    of: merge(a.of, b.of),
    made: merge(a.made, b.made),
    rearranged: merge(a.rearranged, b.rearranged),
    constants: merge(a.constants, b.constants),
  };
}

export const joinAll = (all: Iterable<Facts>): Facts => {
  let joined = NOTHING;
  for (const each of all) joined = join(joined, each);
  return joined;
};
