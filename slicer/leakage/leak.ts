/** A leak that was found: what kind, where it went wrong, and the whole way. It knows no cells by name. */
import type { Given } from './facts.ts';
import type { Site } from './rows.ts';

/** All kinds. */
export const LEAK_KINDS = ['preprocessing', 'overlap', 'multi-test', 'target'] as const;

/** `preprocessing`: something was learned from rows that are tested later; `overlap`: the same rows on both sides; `multi-test`: test rows steered a choice; `target`: a feature was made of the label. */
export type LeakKind = (typeof LEAK_KINDS)[number];

/** One place on the way. */
export interface LeakStep {
  readonly site: Site;
  readonly what: string;
  /** What a witness can watch there. */
  readonly watch: readonly LeakWatch[];
}

/** Where rows come from, something is learned from them, they are divided, are trained on, are tested on. */
export type LeakWatch = 'source' | 'learned' | 'split' | 'fit' | 'score';

/** A leak. */
export interface Leak {
  readonly kind: LeakKind;
  /** A neighbour of a leak, worth a look. */
  readonly note: boolean;
  /** Where it went wrong. */
  readonly site: Site;
  readonly message: string;
  readonly path: readonly LeakStep[];
  /** What learned there gives something for each row, which no other rows can be given. */
  readonly rowwise: boolean;
  /** The division of the very rows that were learned from, in their order; null: there are others in between, or several. */
  readonly divided: DividedLater | null;
}

/** A division that could have come before something was learned. */
export interface DividedLater {
  readonly site: Site;
  /** What was learned from. */
  readonly given: Given;
}
