/** A leak: its kind, its site, and the whole path. It knows no cells by name. */

import type { Given, Site } from './rows.ts';

/** All kinds. */
export const LEAK_KINDS = ['preprocessing', 'overlap', 'multi-test', 'target'] as const;

/**
 * `preprocessing`: learning from rows that are tested later; `overlap`: the same rows on both sides;
 * `multi-test`: test rows steered a choice; `target`: a feature made from the label.
 */
export type LeakKind = (typeof LEAK_KINDS)[number];

/** One site on the path. */
export interface LeakStep {
  readonly site: Site;
  readonly what: string;
  /** The events that a witness can watch there. */
  readonly watch: readonly LeakWatch[];
}

/** The source of rows, learning from them, their division, training on them, a test on them. */
export type LeakWatch = 'source' | 'learned' | 'split' | 'fit' | 'score';

/** A leak. */
export interface Leak {
  readonly kind: LeakKind;
  /** Whether it is no leak, but similar to one and worth a look. */
  readonly note: boolean;
  /** The site of the mistake. */
  readonly site: Site;
  readonly message: string;
  readonly path: readonly LeakStep[];
  /** Whether the learned result has a value for each row, and so none for other rows. */
  readonly rowwise: boolean;
  /**
   * The division of exactly the rows for learning, in their order; null: other rows come between, or there
   * are several divisions.
   */
  readonly divided: DividedLater | null;
}

/** A division that could have come before learning. */
export interface DividedLater {
  readonly site: Site;
  /** The data for learning. */
  readonly given: Given;
}
