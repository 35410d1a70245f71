/** Finds the numbers in a displayed value, with their labels: of numbers, dictionaries, Series and frames. */

import type { Output } from '../../documents/index.ts';

/** More numbers make no readable table. */
const MOST = 60;

const NUMBER = String.raw`[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`;

/** The numbers in the outputs of an expression, by their labels; a single number has the label ``. */
export function numbersIn(outputs: readonly Output[]): Record<string, number> {
  const data = outputs.flatMap((output) => ('data' in output ? [output.data] : []))[0];
  const text = data?.['text/plain'];
  if (typeof text !== 'string') return {};
  const html = data?.['text/html'];
  const found =
    numberAlone(text) ??
    (typeof html === 'string' && html.includes('class="dataframe"') ? ofFrame(html) : null) ??
    ofSeries(text) ??
    ofDictionary(text);
  return Object.fromEntries(Object.entries(found).slice(0, MOST));
}

function numberAlone(text: string): Record<string, number> | null {
  const [, plain, wrapped] =
    new RegExp(`^\\s*(?:(${NUMBER})|np\\.\\w+\\((${NUMBER})\\))\\s*$`).exec(text) ?? [];
  const number = plain ?? wrapped;
  return number === undefined ? null : { '': Number(number.replaceAll('_', '')) };
}

/** `name    0.5` in each line, then `dtype`. */
function ofSeries(text: string): Record<string, number> | null {
  if (!/\bdtype: (?:float|int|uint)\d+\s*$/i.test(text)) return null;
  const found: Record<string, number> = {};
  for (const line of text.split('\n').slice(0, -1)) {
    const [, label, number] = new RegExp(`^(.*?\\S)\\s{2,}(${NUMBER})\\s*$`).exec(line) ?? [];
    if (label !== undefined) found[label] = Number(number);
  }
  return found;
}

function ofDictionary(text: string): Record<string, number> {
  const found: Record<string, number> = {};
  const member = new RegExp(
    `(?:'([^']*)'|"([^"]*)"|(${NUMBER}))\\s*:\\s*(?:np\\.\\w+\\()?(${NUMBER})\\)?(?=\\s*[,}])`,
    'g',
  );
  if (!/^\s*\{/.test(text)) return found;
  for (const [, single, double, number, value] of text.matchAll(member))
    found[single ?? double ?? number!] = Number(value);
  return found;
}

/** The table that pandas writes: the columns in the head, row labels as `<th>`. */
function ofFrame(html: string): Record<string, number> {
  const rows = [...html.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<(th|td)[^>]*>([\s\S]*?)<\/\1>/g)].map(([, tag, text]) => ({
      tag,
      text: plain(text!),
    })),
  );
  const head = rows.find((row) => row.length > 0 && row.every(({ tag }) => tag === 'th'));
  const body = rows.filter((row) => row.some(({ tag }) => tag === 'td'));
  const found: Record<string, number> = {};
  for (const row of body) {
    const label = row.flatMap(({ tag, text }) => (tag === 'th' ? [text] : [])).join(' ');
    const cells = row.filter(({ tag }) => tag === 'td');
    const columns = head?.slice(-cells.length) ?? [];
    for (const [at, { text }] of cells.entries())
      if (new RegExp(`^${NUMBER}$`).test(text)) found[`${label} · ${columns[at]?.text ?? at}`] = Number(text);
  }
  return found;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' };

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim();
}
