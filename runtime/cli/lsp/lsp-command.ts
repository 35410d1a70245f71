/** `sluice lsp`: serves an editor over standard input and output. */

import type { Phase } from '../../../slicer/index.ts';
import { serveLanguage } from '../../lsp/index.ts';
import { protocolStreams } from '../terminal/terminal.ts';

/** Runs the command; returns the exit code. */
export async function serveEditor(phase: Phase, version: string): Promise<number> {
  await serveLanguage(protocolStreams('an editor'), version, phase);
  return 0;
}
