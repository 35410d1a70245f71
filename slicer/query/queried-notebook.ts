/** A notebook or session as tables ask about it. What takes time is worked out when it is first asked for. */

import {
  type CheckedNotebook,
  checkNotebook,
  type Finding,
  type NotebookFacts,
  textFacts,
} from '../check/index.ts';
import type { DependenceGraph } from '../dependence-graph.ts';
import { type InterpretedNotebook, interpretNotebook } from '../information-flow/index.ts';
import type { CellId, Exec, ExecutionStatus } from '../model.ts';
import type { LibraryKnowledge } from '../static/index.ts';

/** What a document knows of a cell beyond its code. */
export interface CellDetails {
  readonly tags: readonly string[];
  readonly outputs: readonly OutputDetails[];
}

/** An output. */
export interface OutputDetails {
  readonly type: string;
  /** Its media type: the richest one that it has. */
  readonly media: string;
  /** It is a picture, or a chart that a page draws. */
  readonly figure: boolean;
  /** What there is to read in it; null: nothing. */
  readonly text: string | null;
}

/** A run that somebody has seen. */
export interface SeenRun {
  readonly exec: Exec;
  readonly cell: CellId;
  readonly source: string;
  /** Null where nobody has seen how it ended. */
  readonly status: ExecutionStatus | null;
  /** The kernel's own count. */
  readonly count: number | null;
  /** When it began (UTC), in milliseconds since 1970, and how long it took. */
  readonly at: number | null;
  readonly ms: number | null;
}

/** What runs were seen to do. */
export interface SeenSession {
  readonly runs: readonly SeenRun[];
  /** What they read and wrote; null: only their texts are known. */
  readonly graph: DependenceGraph | null;
}

/** What a queried notebook is made of. */
export interface QueriedSource {
  /** As it is called in the column `file`. */
  readonly file: string;
  readonly kind: 'notebook' | 'session' | 'history';
  readonly checked: CheckedNotebook;
  readonly details: ReadonlyMap<CellId, CellDetails>;
  readonly library: LibraryKnowledge;
  /** Reads what runs were seen to do. */
  seen(): SeenSession;
}

/** The facts of one notebook. */
export class QueriedNotebook {
  readonly source: QueriedSource;
  #facts: NotebookFacts | null = null;
  #interpreted: InterpretedNotebook | null = null;
  #findings: readonly Finding[] | null = null;
  #seen: SeenSession | null = null;

  /** `facts`: where they are known already. */
  constructor(source: QueriedSource, facts: NotebookFacts | null = null) {
    this.source = source;
    this.#facts = facts;
  }

  /** What the text of its cells says. */
  get facts(): NotebookFacts {
    this.#facts ??= textFacts(this.source.checked, this.source.library);
    return this.#facts;
  }

  /** What the interpreter finds. */
  get interpreted(): InterpretedNotebook {
    this.#interpreted ??= interpretNotebook(
      this.facts.code.map(({ id, source }) => ({ cell: id, source })),
      this.source.library,
    );
    return this.#interpreted;
  }

  /** What runs were seen to do. */
  get seen(): SeenSession {
    this.#seen ??= this.source.seen();
    return this.#seen;
  }

  /** What all rules find, without those of contracts: these may ask for it. */
  get findings(): readonly Finding[] {
    const { contracts: _, ...checked } = this.source.checked;
    const choice = { select: null, ignore: [], phase: 'share' } as const;
    this.#findings ??= checkNotebook(checked, choice, this.source.library).findings;
    return this.#findings;
  }
}
