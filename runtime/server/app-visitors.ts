/**
 * The visitors of an app: each has a notebook and a kernel of their own, for as long as a page is open and some
 * minutes longer; or all share one. It does not know the content of notebooks.
 */

import type { Listener, LiveNotebook, PageLine } from '../live/index.ts';
import { SluiceError } from '../words/index.ts';

/** How long a notebook is kept after its last page has gone. */
const KEPT_MS = 5 * 60_000;

/** How many visitors an app takes at once; `shared`: all have one notebook. */
export interface VisitorLimits {
  readonly most: number;
  readonly shared: boolean;
}

interface Visit {
  readonly notebook: LiveNotebook;
  pages: number;
  ending: NodeJS.Timeout | null;
}

export class AppVisitors {
  readonly #open: () => LiveNotebook;
  readonly #limits: VisitorLimits;
  readonly #visits = new Map<string, Visit>();

  /** `open` opens a notebook for a visitor. */
  constructor(open: () => LiveNotebook, limits: VisitorLimits) {
    this.#open = open;
    this.#limits = limits;
  }

  /** Connects a page of a visitor. @throws {SluiceError} when all places are taken. */
  connect(visitor: string, tell: Listener): PageLine {
    const name = this.#limits.shared ? '' : visitor;
    const visit = this.#visits.get(name) ?? this.#begin(name);
    visit.pages += 1;
    if (visit.ending !== null) clearTimeout(visit.ending);
    visit.ending = null;
    const line = visit.notebook.connect(tell);
    return {
      receive: (message) => line.receive(message),
      close: () => {
        line.close();
        visit.pages -= 1;
        if (visit.pages === 0) visit.ending = setTimeout(() => this.#end(name), KEPT_MS);
      },
    };
  }

  /** Ends all notebooks. */
  async closeAll(): Promise<void> {
    const visits = [...this.#visits.values()];
    this.#visits.clear();
    for (const { ending } of visits) if (ending !== null) clearTimeout(ending);
    await Promise.all(visits.map(({ notebook }) => notebook.close()));
  }

  #begin(name: string): Visit {
    const { most } = this.#limits;
    if (this.#visits.size >= most) {
      const places = most === 1 ? 'The only place is' : `All ${most} places are`;
      throw new SluiceError(`${places} taken. Try again in some minutes`);
    }
    const visit: Visit = { notebook: this.#open(), pages: 0, ending: null };
    this.#visits.set(name, visit);
    return visit;
  }

  #end(name: string): void {
    const visit = this.#visits.get(name);
    this.#visits.delete(name);
    void visit?.notebook.close();
  }
}
