/** Messages about the difference of the open notebook from another version. Types only. */

/** `head`: git's last commit; `file`: another notebook, its path relative to the folder of the open one. */
export type OtherVersion = { readonly type: 'head' } | { readonly type: 'file'; readonly path: string };

export interface DifferenceQuestion {
  readonly ask: 'difference';
  readonly id: number;
  readonly from: OtherVersion;
}

/** A cell of one version. `index`: among the code cells, from 1; null: it is no code cell. */
export interface VersionCell {
  readonly cell: string;
  readonly type: string;
  readonly index: number | null;
  readonly source: string;
}

/** An item of the outputs (`stdout`, `display 2`) as text in both versions. */
export interface ChangedOutput {
  readonly item: string;
  readonly kinds: readonly string[];
  readonly before: string;
  readonly after: string;
}

/** A changed cell. A new cell has no `before`, a deleted one no `after`. */
export interface ChangedCell {
  readonly before: VersionCell | null;
  readonly after: VersionCell | null;
  readonly changed: readonly string[];
  readonly outputs: readonly ChangedOutput[];
}

export interface DifferenceAnswer {
  readonly to: 'difference';
  /** The other version in words. */
  readonly name: string;
  readonly cells: readonly ChangedCell[];
  /** Keys of the notebook's own metadata. */
  readonly metadata: readonly string[];
}
