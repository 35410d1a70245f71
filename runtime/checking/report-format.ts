/** The parts of a report format. Each finding is written at once, so a check can handle any number of notebooks. */

import type { LocatedFinding } from './located-finding.ts';

/** A file that could not be checked. */
export interface UnreadableFile {
  readonly file: string;
  readonly message: string;
}

/** The totals of a check. */
export interface CheckSummary {
  readonly notebooks: number;
  /** Notebooks in other languages than Python, found in folders. */
  readonly skipped: number;
  readonly unreadable: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Fixed findings. */
  readonly fixed: number;
  /** Findings of the baseline, which are left out. */
  readonly known: number;
  readonly ms: number;
}

/** A way to write the report. Each part is text for standard output. */
export interface ReportFormat {
  begin(): string;
  /** The findings of one notebook, of which there may be none. */
  notebook(file: string, found: readonly LocatedFinding[]): string;
  unreadable(file: UnreadableFile): string;
  end(summary: CheckSummary): string;
}
