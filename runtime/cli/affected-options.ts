/** The settings of `sluice affected`. */

/** How affected cells are printed. `markdown`: a table for a comment on a pull request. */
export const AFFECTED_FORMATS = ['text', 'json', 'markdown'] as const;

/** The notebooks and folders in question, and the revision to compare with. */
export interface AffectedSettings {
  readonly paths: readonly string[];
  readonly since: string;
  readonly effects: readonly string[];
  readonly format: (typeof AFFECTED_FORMATS)[number];
}
