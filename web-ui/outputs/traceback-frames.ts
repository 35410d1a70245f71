/** The parts of a traceback: its own lines, and stretches of frames in libraries, which most people skip. Pure. */

import { plainText } from './ansi-text.ts';

/** Some lines; for frames in libraries, with their number and the libraries. */
export interface TracebackPart {
  readonly lines: readonly string[];
  /** Null: lines of the notebook, of modules beside it, or the error itself. */
  readonly library: { readonly frames: number; readonly names: readonly string[] } | null;
}

/** A shorter traceback is shown whole. */
const SHORT_LINES = 12;

const FRAME = /^File (\S.*?):\d+(?:, in|\b)/;
const INSTALLED =
  /(?:[/\\](?:site|dist)-packages[/\\]|[/\\]lib[/\\]python[\d.]+[/\\](?!(?:site|dist)-packages)|^<frozen )([^/\\.:>]*)/i;
const COMPILED = /^(?![~/])([^/\\.]+).*\.(?:pyx|pxi)$/;

/** The parts of a traceback, whose items are frames or other texts. */
export function tracebackParts(traceback: readonly string[]): readonly TracebackPart[] {
  const isShort = traceback.reduce((lines, item) => lines + item.split('\n').length, 0) <= SHORT_LINES;
  const parts: TracebackPart[] = [];
  for (const item of traceback) {
    const name = isShort ? null : libraryOf(item);
    const lines = item.split('\n');
    const last = parts.at(-1);
    if (last === undefined || (last.library === null) !== (name === null)) {
      parts.push({ lines, library: name === null ? null : { frames: 1, names: [name] } });
      continue;
    }
    const library = last.library && {
      frames: last.library.frames + 1,
      names: [...new Set([...last.library.names, name ?? ''])],
    };
    parts[parts.length - 1] = { lines: [...last.lines, ...lines], library };
  }
  return parts;
}

/** The library of a frame; null: it is in none, or the item is no frame. */
function libraryOf(item: string): string | null {
  const path = FRAME.exec(plainText(item))?.[1];
  if (path === undefined) return null;
  return (INSTALLED.exec(path) ?? COMPILED.exec(path))?.[1] ?? null;
}

/** The text in place of library frames. */
export function libraryText({ frames, names }: NonNullable<TracebackPart['library']>): string {
  const shown = names.length > 3 ? `${names.slice(0, 3).join(', ')} …` : names.join(', ');
  return `${frames === 1 ? '1 frame' : `${frames} frames`} in ${shown}`;
}
