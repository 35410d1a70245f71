/** The places of terminals among open documents: `/terminals/ID`. Paths of files never begin with `/`. */

const TERMINALS = '/terminals/';

export function placeOfTerminal(id: string): string {
  return `${TERMINALS}${id}`;
}

/** The terminal of a document; null: the document is a file. */
export function terminalAt(place: string): string | null {
  return place.startsWith(TERMINALS) ? place.slice(TERMINALS.length) : null;
}

/** The name of a terminal for people: ids begin with a number. */
export function terminalName(id: string): string {
  return `Terminal ${id.split('-')[0]}`;
}
