/** Lines of offsets in texts. */

/** The line of an offset in a text, from 1. */
export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}
