/**
 * The facts of a value on its way through a notebook, as far as they matter for leaks. Plain data that never
 * changes.
 */
import type { Value } from '../static/index.ts';
import type { Learned, Rows, Site } from './rows.ts';

/** A model was trained. */
export interface Fit {
  readonly site: Site;
  readonly what: string;
  readonly data: Facts;
  /** Scores that decided what was trained. */
  readonly chosenBy: readonly Score[];
  /** Whether a cross-validation made the division of its data. */
  readonly fold: boolean;
  /** The number of surrounding loops. */
  readonly loops: number;
  /** The class of the model. */
  readonly model: string;
  /** Whether the trained object prepares data (a scaler, an encoder), and predicts nothing. */
  readonly prepares: boolean;
  /** The columns of the label that the model was trained to predict. */
  readonly label: readonly string[];
  /** Columns among its features that were made from others. */
  readonly made: readonly Made[];
  /** The label among the features, or all columns that the label is made of. */
  readonly shown: Shown | null;
  /** A feature that has the label of another row. */
  readonly neighbours: Neighbours | null;
  /** A feature of later rows beside a label of later rows. */
  readonly later: Made | null;
  /** Features that are guesses of the same label by a model that was trained on these rows. */
  readonly guesses: readonly Prediction[];
  /** Features that are guesses by models that were trained on other rows only. */
  readonly stacked: readonly Prediction[];
}

/** Features that tell the label. */
export interface Shown {
  readonly label: string;
  /** The columns: the label itself, or the ones that it is made of. */
  readonly by: readonly string[];
  /** The selection of the features; null: there was none. */
  readonly site: Site | null;
}

/** A model was applied to data, or judged by them. */
export interface Score {
  readonly site: Site;
  readonly what: string;
  readonly fits: readonly Fit[];
  readonly data: Facts;
  /** Whether the score compares with the truth; otherwise the model was only applied. */
  readonly judged: boolean;
  /** During the training itself. */
  readonly watched: boolean;
  /** Whether the score decided which state to keep: early stopping, the best of all epochs. */
  readonly steers: boolean;
  /** Scores that decided which model this is. */
  readonly chosenBy: readonly Score[];
  /** Whether the guesses of models for parts of some rows are judged together, on all of these rows. */
  readonly pooled: boolean;
  /** The number of surrounding loops. */
  readonly loops: number;
  /** The application of the model, if it was earlier. */
  readonly applied: Site | null;
}

/** Predictions of a model for data. */
export interface Prediction {
  /** The method: `predict`. */
  readonly what: string;
  readonly model: Value;
  readonly fits: readonly Fit[];
  readonly data: Facts;
  readonly site: Site;
}

/**
 * Parts of data, not yet told apart. `positions`: the parts are positions, to select rows by; `known`: no two
 * parts have rows in common.
 */
export interface Parts {
  readonly known: boolean;
  readonly key: string;
  readonly site: Site;
  readonly data: Facts;
  readonly positions: boolean;
  /** Whether the rows keep their order, as in `shuffle=False`. */
  readonly ordered: boolean;
}

/** Positions or labels that select rows. `key`: their division; null: they stand for the rows themselves. */
export interface Picks {
  readonly key: string | null;
  readonly part: number;
  readonly site: Site;
  readonly rows: readonly Rows[];
  /** Whether the parts of the division keep the order of the rows. */
  readonly ordered?: true;
}

/** Values of a column, one for each group of rows: the mean price of each town. */
export interface GroupMean {
  /** Null: any column of the groups. */
  readonly column: string | null;
  /** The name of the column with the means. */
  readonly name: string | null;
  readonly learned: Learned;
}

/** A column of a frame that was made from others. */
export interface Made {
  readonly column: string;
  /** The others, and the columns that these were made from in turn. */
  readonly from: readonly string[];
  /** The others alone. */
  readonly direct: readonly string[];
  readonly site: Site;
  /** What was learned from rows for it. */
  readonly learned: readonly Learned[];
  /** Whether the column surely has this name. */
  readonly named: boolean;
  readonly shifted: readonly Shift[];
  /** The means of groups that went into it. */
  readonly means: readonly GroupMean[];
}

/** A column whose values in other rows went into a value; `ahead`: in later ones. */
export interface Shift {
  readonly column: string;
  readonly ahead: boolean;
  readonly site: Site;
}

/** A feature and a label with values of the same column in neighbouring rows. */
export interface Neighbours {
  readonly column: string;
  readonly site: Site;
}

/** The columns of a frame: some by name, or all of its source but some. */
export interface Columns {
  /** Null: all but the ones that are gone. */
  readonly only: readonly string[] | null;
  readonly gone: readonly string[];
  /** The last selection; null: there was none. */
  readonly site: Site | null;
  /** The columns by their numbers in a frame or an array; absent: they are not selected so. */
  readonly numbers?: Numbers;
}

/** Columns by number, from and before; negative ones count from the end. */
export interface Numbers {
  /** Equal for the same columns of the same frame. */
  readonly of: string;
  readonly from: number;
  readonly before: number | null;
}

/** The facts of a value. */
export interface Facts {
  readonly rows: readonly Rows[];
  readonly learned: readonly Learned[];
  readonly fits: readonly Fit[];
  readonly predicted: readonly Prediction[];
  readonly scored: readonly Score[];
  readonly parts: Parts | null;
  readonly picks: Picks | null;
  /** Whether predictions were compared with another value. */
  readonly compared: boolean;
  /** Whether the object, given to a training, ends it or keeps a state by the scores that the training watches. */
  readonly stops: boolean;
  /** Whether it is sorted, so that its first or last element is the best. */
  readonly ranked: boolean;
  /** Names of columns whose values in the same row went into the value. */
  readonly of: readonly string[];
  /** Columns whose values in other rows went into the value. */
  readonly shifted: readonly Shift[];
  /** The means of groups that went into the value. */
  readonly means: readonly GroupMean[];
  /** The columns of a frame; null: unknown; undefined: nothing was said of them. */
  readonly columns?: Columns | null | undefined;
  /** Existing columns that were made from others. */
  readonly made: readonly Made[];
  /** Calls that put its rows into another order, or left some out. */
  readonly rearranged: readonly string[];
  /** Constants in its computation: two conditions with the same text may differ in them. */
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
  stops: false,
  ranked: false,
  of: [],
  shifted: [],
  means: [],
  made: [],
  rearranged: [],
  constants: [],
};

/** The limit of facts of a kind, so that repeated joins cannot grow without end. */
const MOST_FACTS = 40;

/** Both lists, each element once. */
export function merge<Element>(a: readonly Element[], b: readonly Element[]): readonly Element[] {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  const more = b.filter((each) => !a.includes(each));
  return more.length === 0 || a.length >= MOST_FACTS ? a : [...a, ...more];
}

/** The facts of values that become one. */
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
    stops: a.stops || b.stops,
    ranked: a.ranked || b.ranked,
    columns: joinColumns(a.columns, b.columns),
    of: merge(a.of, b.of),
    shifted: merge(a.shifted, b.shifted),
    means: merge(a.means, b.means),
    made: merge(a.made, b.made),
    rearranged: merge(a.rearranged, b.rearranged),
    constants: merge(a.constants, b.constants),
  };
}

function joinColumns(a: Facts['columns'], b: Facts['columns']): Facts['columns'] {
  if (a === undefined || a === b) return b;
  return b === undefined ? a : null;
}

export const joinAll = (all: Iterable<Facts>): Facts => {
  let joined = NOTHING;
  for (const each of all) joined = join(joined, each);
  return joined;
};
