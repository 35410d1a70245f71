/** Follows runs of cells, in any order, to their leaks. It does not define leaks. */
import { CallLog, type CellResult, Interpreter, type LibraryKnowledge, Trail } from '../static/index.ts';
import { findLeaks } from './find-leaks.ts';
import type { Leak } from './leak.ts';
import { siteKey } from './path-steps.ts';
import { RowTracker } from './row-tracker.ts';
import type { Site } from './rows.ts';

/** Leaks, and the sites where models are judged, in order. Sites count runs from 1. */
export interface FoundLeaks {
  readonly found: readonly Leak[];
  readonly judged: readonly Site[];
}

/** The rows and world effects of runs in an order. Runs count from 1. */
export interface FollowedRuns {
  readonly leaks: FoundLeaks;
  readonly calls: CallLog;
}

/** Follows code in this order of runs. */
export function followRuns(sources: readonly string[], library: LibraryKnowledge): FollowedRuns {
  const calls = new CallLog();
  const trail = new Trail(false);
  // (most notebooks train no model, and rows without a model make no leak)
  const domain = sources.some((source) => library.mayTrain(source)) ? new RowTracker(library, trail) : null;
  const interpreter = new Interpreter(library, { calls, trail, ...(domain === null ? {} : { domain }) });
  for (const source of sources) interpreter.interpret(source);
  return { leaks: domain === null ? { found: [], judged: [] } : leaksIn(domain), calls };
}

/** Follows runs, and can go back: for runs with the same beginning, it follows only the rest. */
export class RunFollower {
  readonly #trail = new Trail(true);
  readonly #tracker: RowTracker;
  readonly #interpreter: Interpreter;
  /** The runs so far, with the length of the trail before each. */
  readonly #runs: { readonly source: string; readonly before: number }[] = [];

  constructor(library: LibraryKnowledge) {
    this.#tracker = new RowTracker(library, this.#trail);
    this.#interpreter = new Interpreter(library, { domain: this.#tracker, trail: this.#trail });
  }

  /** The leaks of these runs. */
  leaksOf(sources: readonly string[]): FoundLeaks {
    const other = this.#runs.findIndex(({ source }, i) => source !== sources[i]);
    if (other >= 0) {
      this.#trail.backTo(this.#runs[other]!.before);
      this.#runs.length = other;
    }
    for (const source of sources.slice(this.#runs.length)) this.interpret(source);
    return leaksIn(this.#tracker);
  }

  /** Follows the next run. */
  interpret(source: string): CellResult {
    this.#runs.push({ source, before: this.#trail.length });
    return this.#interpreter.interpret(source);
  }

  /** The names that shared an object when it was changed. */
  get sharing(): Interpreter['sharing'] {
    return this.#interpreter.sharing;
  }
}

function leaksIn({ scores, best }: RowTracker): FoundLeaks {
  const judged = new Map(
    scores.flatMap(({ site, ...score }) =>
      score.judged && !score.watched ? [[siteKey(site), site] as const] : [],
    ),
  );
  return { found: findLeaks(scores, best), judged: [...judged.values()] };
}
