/**
 * Chooses the form of displayed data: the richest one that a page can show, in JupyterLab's order. It knows
 * nothing of widgets.
 */

import type { Output } from '../../runtime/index.ts';

type Data = Extract<Output, { readonly data: unknown }>['data'];

/** Text types that a page can show, the richest first. */
const TEXTS = ['text/html', 'text/markdown', 'text/latex', 'image/svg+xml'];

/** Images that browsers can show. */
const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

const SCRIPTS = ['application/javascript', 'text/javascript'];

/** The media type to show; null: a page can show only the names of the types. */
export function chosenType(data: Data): string | null {
  const types = Object.keys(data);
  const isText = (type: string): boolean => typeof data[type] === 'string';
  const chart = types.find((type) => /^application\/vnd\.(plotly|vega)/.test(type));
  const rich = chart ?? [...TEXTS, ...IMAGES].find(isText);
  if (rich !== undefined) return rich;
  if (data['application/json'] !== undefined) return 'application/json';
  const script = SCRIPTS.find(isText);
  // beside a script, types of libraries are for extensions of JupyterLab
  if (script !== undefined) return script;
  if (isText('text/plain')) return 'text/plain';
  return types.find((type) => type.endsWith('+json')) ?? null;
}
