/** What a format of the report is made of. Everything is told as soon as it is found, so that any number of notebooks can be checked. */

import type { LocatedFinding } from './located-finding.ts';

/** A file that could not be checked. */
export interface UnreadableFile {
  readonly file: string;
  readonly message: string;
}

/** What was done. */
export interface CheckSummary {
  readonly notebooks: number;
  /** Notebooks in other languages than Python, found in folders. */
  readonly skipped: number;
  readonly unreadable: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Findings that a fix has mended. */
  readonly fixed: number;
  readonly ms: number;
}

/** A way to write the report. Each part is text for standard output. */
export interface ReportFormat {
  begin(): string;
  findings(found: readonly LocatedFinding[]): string;
  unreadable(file: UnreadableFile): string;
  end(summary: CheckSummary): string;
}
