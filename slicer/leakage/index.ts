/** The door of leakage: which leaks the cells of a notebook have when they run in an order. */
import { CallLog, Interpreter, type LibraryKnowledge, type ParsedTexts } from '../static/index.ts';
import { findLeaks } from './find-leaks.ts';
import type { Leak } from './leak.ts';
import { siteKey } from './path-steps.ts';
import { RowTracker } from './row-tracker.ts';
import type { Site } from './rows.ts';

export type { Given } from './facts.ts';
export {
  type DividedLater,
  LEAK_KINDS,
  type Leak,
  type LeakKind,
  type LeakStep,
  type LeakWatch,
} from './leak.ts';
export { siteKey } from './path-steps.ts';
export type { Site } from './rows.ts';

/** Leaks, and where models are judged, in order. Sites count runs from 1. */
export interface FoundLeaks {
  readonly found: readonly Leak[];
  readonly judged: readonly Site[];
}

/** What runs in an order have shown of rows, and of the world outside. Runs count from 1. */
export interface FollowedRuns {
  readonly leaks: FoundLeaks;
  readonly calls: CallLog;
}

/** Follows code that runs in this order. */
export function followRuns(sources: readonly string[], library: LibraryKnowledge): FollowedRuns {
  const calls = new CallLog();
  const follower = new RunFollower(library, { calls });
  for (const source of sources) follower.follow(source);
  return { leaks: follower.leaks(), calls };
}

/** Follows code, one run after the other. */
export class RunFollower {
  readonly #tracker: RowTracker;
  readonly #interpreter: Interpreter;

  /** `texts`: what others have parsed; `calls`: is told what is called. */
  constructor(
    library: LibraryKnowledge,
    more: { readonly texts?: ParsedTexts; readonly calls?: CallLog } = {},
  ) {
    this.#tracker = new RowTracker(library);
    this.#interpreter = new Interpreter(library, { ...more, domain: this.#tracker });
  }

  /** Follows the next run. */
  follow(source: string): void {
    this.#interpreter.interpret(source);
  }

  /** Those of the runs so far. */
  leaks(): FoundLeaks {
    const { scores } = this.#tracker;
    const judged = new Map(
      scores.flatMap(({ site, ...score }) =>
        score.judged && !score.watched ? [[siteKey(site), site] as const] : [],
      ),
    );
    return { found: findLeaks(scores), judged: [...judged.values()] };
  }
}
