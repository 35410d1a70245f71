/** Which form of displayed data is shown, of several: the richest that can be. The order is JupyterLab's. It knows nothing of widgets. */

import type { Output } from '../../runtime/index.ts';

type Data = Extract<Output, { readonly data: unknown }>['data'];

/** Texts that can be shown, the richest first. */
const TEXTS = ['text/html', 'text/markdown', 'text/latex', 'image/svg+xml'];

/** Images that browsers show. */
const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

const SCRIPTS = ['application/javascript', 'text/javascript'];

/** The media type that is shown; null: nothing but the names of the types can be. */
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
