/** A notebook or session, as the source of tables. Slow facts are computed at their first use. */

import {
  type CheckedNotebook,
  checkNotebook,
  type Finding,
  type NotebookFacts,
  textFacts,
} from '../check/index.ts';
import type { DependenceGraph } from '../graph/dependence-graph.ts';
import { type InterpretedNotebook, interpretNotebook } from '../information-flow/index.ts';
import type { CellId, Exec, ExecutionStatus } from '../records/execution-record.ts';
import type { LibraryKnowledge } from '../static/index.ts';

/** Facts of a document about a cell beyond its code. */
export interface CellDetails {
  readonly tags: readonly string[];
  readonly outputs: readonly OutputDetails[];
}

export interface OutputDetails {
  readonly type: string;
  /** Its richest media type. */
  readonly media: string;
  /** The output is a picture or a chart. */
  readonly figure: boolean;
  /** Its readable text; null: none. */
  readonly text: string | null;
}

/** An observed run. */
export interface SeenRun {
  readonly exec: Exec;
  readonly cell: CellId;
  readonly source: string;
  /** Null: the end was not observed. */
  readonly status: ExecutionStatus | null;
  /** The kernel's own count. */
  readonly count: number | null;
  /** The begin (UTC), in milliseconds since 1970, and the duration. */
  readonly at: number | null;
  readonly ms: number | null;
}

/** Facts of observed runs. */
export interface SeenSession {
  readonly runs: readonly SeenRun[];
  /** Their reads and writes; null: only their texts are known. */
  readonly graph: DependenceGraph | null;
}

/** The parts of a queried notebook. */
export interface QueriedSource {
  /** Its name in the column `file`. */
  readonly file: string;
  readonly kind: 'notebook' | 'session' | 'history';
  readonly checked: CheckedNotebook;
  readonly details: ReadonlyMap<CellId, CellDetails>;
  readonly library: LibraryKnowledge;
  /** Reads the facts of observed runs. */
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

  /** Facts from the text of its cells. */
  get facts(): NotebookFacts {
    this.#facts ??= textFacts(this.source.checked, this.source.library);
    return this.#facts;
  }

  /** Facts from the interpreter. */
  get interpreted(): InterpretedNotebook {
    this.#interpreted ??= interpretNotebook(
      this.facts.code.map(({ id, source }) => ({ cell: id, source })),
      this.source.library,
    );
    return this.#interpreted;
  }

  /** Facts of observed runs. */
  get seen(): SeenSession {
    this.#seen ??= this.source.seen();
    return this.#seen;
  }

  /** Findings of all rules except contracts, whose queries may read findings. */
  get findings(): readonly Finding[] {
    const { contracts: _, ...checked } = this.source.checked;
    const choice = { select: null, ignore: [], phase: 'share' } as const;
    this.#findings ??= checkNotebook(checked, choice, this.source.library).findings;
    return this.#findings;
  }
}
