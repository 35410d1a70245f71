/** The cell of a source that a person names. It runs nothing. */

import { cellsCalled, suggest } from '../../slicer/index.ts';
import { SluiceError } from '../words/index.ts';
import type { SourceSession } from './source.ts';

/** The id. @throws {SluiceError} 2 when no cell has the name, or several do. */
export function cellNamed(source: SourceSession, name: string): string {
  const texts = new Map<string, string>();
  for (const event of source.events) {
    if (event.type === 'run' || event.type === 'edit') texts.set(event.cell, event.source);
  }
  const places = codeCells(source);
  const found = cellsCalled(name, places, texts);
  const [first] = found;
  if (found.length > 1) {
    const names = found.map(calling(places)).join(', ');
    throw new SluiceError(`"${name}" begins ${found.length} cells: ${names}`);
  }
  if (first !== undefined && texts.has(first)) return first;
  if (first !== undefined) throw new SluiceError(`cell ${name} is empty, or has not run`);
  if (/^\d+$/.test(name))
    throw new SluiceError(`there is no cell ${name}: the code cells are 1 to ${places.length}`);
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

/** Names by position. */
function calling(places: readonly string[]): (id: string) => string {
  return (id) => (places.includes(id) ? String(places.indexOf(id) + 1) : id);
}
