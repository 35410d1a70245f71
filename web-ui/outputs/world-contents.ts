/**
 * Chooses the outputs drawn in a notebook's shared frame: outputs with scripts of trusted cells, and HTML in
 * which such scripts draw. By place, in page order. It draws nothing.
 */

import type { Output } from '../../runtime/index.ts';
import { chosenType } from './chosen-type.ts';
import type { FrameContent } from './draw-content.ts';
import { needsScripts } from './sanitize.ts';

/** The facts of a cell for this choice. */
export interface ScriptedCell {
  readonly id: string;
  readonly outputs: readonly Output[];
  readonly trusted: boolean;
}

/** A script longer than this is a library, which knows no element of a notebook. */
const LIBRARY = 200_000;

/** The limit of element ids of an HTML to look for in scripts. */
const MOST_IDS = 20;

/** The name of an output's place. */
export function placeOf(cell: string, index: number): string {
  return `${cell}/${index}`;
}

/** The contents of the frame, by place. */
export function worldContents(cells: readonly ScriptedCell[]): ReadonlyMap<string, FrameContent> {
  const found = new Map<string, FrameContent>();
  const trusted = cells.filter((cell) => cell.trusted);
  const scripts = trusted.flatMap(({ outputs }) =>
    outputs.flatMap((output) => factsOf(output)?.script ?? []),
  );
  if (scripts.length === 0) return found;
  for (const { id, outputs } of trusted) {
    // a library draws in outputs of its own cell
    const isScripted = outputs.some((output) => factsOf(output)?.script != null);
    for (const [index, output] of outputs.entries()) {
      const facts = factsOf(output);
      if (facts === null) continue;
      const { content, script, ids } = facts;
      const isSought = () => ids.some((name) => scripts.some((text) => names(text, name)));
      const isNeeded = script !== null || isScripted || isSought();
      if (isNeeded) found.set(placeOf(id, index), content);
    }
  }
  return found;
}

/** Whether a script may name an element. Short names are also parts of words. */
function names(script: string, id: string): boolean {
  if (id.length > 2) return script.includes(id);
  return [`"${id}"`, `'${id}'`, `#${id}"`, `#${id}'`].some((text) => script.includes(text));
}

interface ScriptFacts {
  readonly content: FrameContent;
  /** The code that runs, as far as it may name elements; null: there is none. */
  readonly script: string | null;
  /** Ids of elements in which other scripts may draw. */
  readonly ids: readonly string[];
}

const facts = new WeakMap<Output, ScriptFacts | null>();

function factsOf(output: Output): ScriptFacts | null {
  const known = facts.get(output);
  if (known !== undefined) return known;
  const made = readFacts(output);
  facts.set(output, made);
  return made;
}

function readFacts(output: Output): ScriptFacts | null {
  if (!('data' in output) || 'application/vnd.jupyter.widget-view+json' in output.data) return null;
  const type = chosenType(output.data);
  const text = type === null ? null : output.data[type];
  if (typeof text !== 'string') return null;
  const script = text.length > LIBRARY ? '' : text;
  if (type === 'application/javascript' || type === 'text/javascript') {
    return { content: { type: 'script', code: text }, script, ids: [] };
  }
  if (type !== 'text/html') return null;
  const content = { type: 'html', html: text } as const;
  if (needsScripts(text)) return { content, script, ids: [] };
  const ids = [...text.matchAll(/\sid\s*=\s*["']?([\w-]+)/gi)].slice(0, MOST_IDS).map(([, name]) => name!);
  return ids.length === 0 ? null : { content, script: null, ids };
}
