/**
 * The cell that a person names: by its id, by its position among the code cells from 1, as pages show it, or
 * by its first line, such as a comment as title. It runs nothing.
 */

import { suggest } from '../../slicer/index.ts';
import { SluiceError } from '../words/index.ts';
import type { SourceSession } from './source.ts';

/** The id. @throws {SluiceError} 2 when no cell has the name, or several do. */
export function cellNamed(source: SourceSession, name: string): string {
  const texts = new Map<string, string>();
  for (const event of source.events) {
    if (event.type === 'run' || event.type === 'edit') texts.set(event.cell, event.source);
  }
  if (texts.has(name)) return name;
  const places = codeCells(source);
  if (/^\d+$/.test(name)) {
    const found = places[Number(name) - 1];
    if (found !== undefined && texts.has(found)) return found;
    if (found !== undefined) throw new SluiceError(`cell ${name} is empty, or has not run`);
    throw new SluiceError(`there is no cell ${name}: the code cells are 1 to ${places.length}`);
  }
  const titles = new Map([...texts].map(([id, text]) => [id, titleOf(text)]));
  const wanted = titleOf(name).toLowerCase();
  for (const isMeant of [
    (title: string) => title.toLowerCase() === wanted,
    (title: string) => title.toLowerCase().startsWith(wanted),
  ]) {
    const found = [...titles].filter(([, title]) => isMeant(title)).map(([id]) => id);
    if (found.length === 1) return found[0]!;
    if (found.length > 1) {
      throw new SluiceError(
        `"${name}" begins ${found.length} cells: ${found.map(calling(places)).join(', ')}`,
      );
    }
  }
  throw new SluiceError(`no cell ${name} has run${suggest(name, [...texts.keys()])}`);
}

/** The names of a session's cells for people: their positions, and in a recorded session their ids. */
export function cellNames(source: SourceSession): (id: string) => string {
  return source.kind === 'recorded' ? (id) => id : calling(codeCells(source));
}

/** The code cells, including blank ones, which count. */
function codeCells(source: SourceSession): readonly string[] {
  if (source.kind !== 'notebook') return source.order;
  return source.notebook.cells.filter(({ type }) => type === 'code').map(({ id }) => id);
}

/** The first line with words, without comment signs. */
function titleOf(text: string): string {
  const line = text.split('\n').find((one) => /[^\s#%]/.test(one)) ?? '';
  return line.replace(/^\s*#[\s#%]*/, '').trim();
}

/** Names by position. */
function calling(places: readonly string[]): (id: string) => string {
  return (id) => (places.includes(id) ? String(places.indexOf(id) + 1) : id);
}
