/** The facts in a kernel's text about an object, as IPython prints them: `Type:`, `String form:`, `Signature:`. */

import type { CodeSignature } from '../messages/code-messages.ts';

/** The facts. */
export interface DescribedValue {
  readonly type: string | null;
  readonly text: string | null;
  readonly signature: string | null;
  readonly doc: string | null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with an escape
const COLOURS = /\u001b\[[\d;]*m/g;
const SECTION =
  /^(Type|String form|Signature|Init signature|Docstring|Init docstring|Class docstring|Length|File|Subclasses|Source|Namespace|Call signature|Call docstring):[ \t]*/gm;

/** The facts of an object. */
export function describedValue(inspected: string): DescribedValue {
  const sections = sectionsOf(inspected);
  const type = sections.get('Type') ?? null;
  const isCallable = sections.has('Signature') || sections.has('Init signature');
  return {
    type,
    text: isCallable ? null : (sections.get('String form') ?? null),
    signature: sections.get('Signature') ?? sections.get('Init signature') ?? null,
    doc: withoutNone(sections.get('Docstring') ?? sections.get('Class docstring') ?? null),
  };
}

/** The signature of a callable; null: the object is none. */
export function kernelSignature(inspected: string): CodeSignature | null {
  const sections = sectionsOf(inspected);
  const signature =
    sections.get('Signature') ?? sections.get('Init signature') ?? sections.get('Call signature');
  const open = signature?.indexOf('(') ?? -1;
  if (signature === undefined || open < 0) return null;
  const close = signature.lastIndexOf(')');
  const inner = signature.slice(open + 1, close < open ? undefined : close);
  const doc = withoutNone(sections.get('Docstring') ?? null) ?? '';
  return { name: signature.slice(0, open).trim(), parameters: partsOf(inner), active: -1, doc };
}

function sectionsOf(inspected: string): ReadonlyMap<string, string> {
  const plain = inspected.replace(COLOURS, '');
  const found = [...plain.matchAll(SECTION)];
  return new Map(
    found.map(({ 0: head, 1: name, index }, at) => {
      return [name!, plain.slice(index + head.length, found[at + 1]?.index).trim()];
    }),
  );
}

const withoutNone = (doc: string | null): string | null =>
  doc === '<no docstring>' || doc === '' ? null : doc;

/** The parameters between commas outside of brackets and quotes. */
function partsOf(inner: string): string[] {
  const parts: string[] = [];
  let [depth, quote, part] = [0, '', ''];
  for (const letter of inner) {
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === "'" || letter === '"') quote = letter;
    else if ('([{'.includes(letter)) depth += 1;
    else if (')]}'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0 && quote === '') {
      parts.push(part.trim());
      part = '';
    } else part += letter;
  }
  return [...parts, part.trim()].filter((each) => each !== '');
}
