/** Messages about the choice of a notebook's kernel. Types only. */

/** A Python or kernelspec that can be chosen. */
export interface KernelChoice {
  readonly id: string;
  readonly label: string;
  /** Its path, or the name of the kernelspec. */
  readonly place: string;
  /** Why it cannot run cells, as a part of a sentence; null: it can. */
  readonly unusable: string | null;
  /** Lower case, `python` for Python. */
  readonly language: string;
}

export type KernelQuestion = { readonly ask: 'kernels'; readonly id: number };

/** `current`: the id of the choice that counts. */
export interface KernelAnswer {
  readonly to: 'kernels';
  readonly choices: readonly KernelChoice[];
  readonly current: string;
}

/** Runs the notebook on another kernel from now on, and remembers the choice. */
export interface KernelOperation {
  readonly op: 'kernel';
  readonly choice: string;
}
