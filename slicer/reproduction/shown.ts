/** A cell's output, item by item, in a form for comparison. It does not decide equality. */

/** An output in nbformat 4's form in memory. */
export type ShownOutput =
  | { readonly output_type: 'stream'; readonly name: string; readonly text: string }
  | { readonly output_type: 'display_data'; readonly data: Bundle }
  | { readonly output_type: 'execute_result'; readonly data: Bundle; readonly execution_count: number | null }
  | {
      readonly output_type: 'error';
      readonly ename: string;
      readonly evalue: string;
      readonly traceback: readonly string[];
    };

type Bundle = Readonly<Record<string, unknown>>;

/**
 * An item's parts by kind: `stdout`, `stderr`, `error` (type and message), `traceback`, `count` (of a
 * result), or a media type. JSON becomes text with sorted keys, because the order of its keys has no meaning.
 */
export type Form = ReadonlyMap<string, string>;

/** Separates pieces of a stream that are apart in the notebook. */
export const PIECE = '\u0000';

/** Nothing shown. */
export const NOTHING: Form = new Map();

/**
 * The items by name: one for standard output, one for standard error, the error, and each display by its
 * position among the displays. The order between streams and displays is lost, as in Jupyter.
 */
export function itemsOf(outputs: readonly ShownOutput[]): ReadonlyMap<string, Form> {
  const items = new Map<string, Form>();
  const pieces = new Map<string, string[]>();
  let displays = 0;
  for (const output of outputs) {
    switch (output.output_type) {
      case 'stream': {
        const known = pieces.get(output.name) ?? [];
        pieces.set(output.name, [...known, output.text]);
        items.set(output.name, new Map([[output.name, [...known, output.text].join(PIECE)]]));
        break;
      }
      case 'error':
        items.set('error', errorForm(output.ename, output.evalue, output.traceback));
        break;
      default:
        displays += 1;
        items.set(`display ${displays}`, displayForm(output));
    }
  }
  return items;
}

function errorForm(name: string, value: string, traceback: readonly string[]): Form {
  return new Map([
    ['error', `${name}: ${value}`],
    ['traceback', traceback.join('\n')],
  ]);
}

function displayForm(output: Extract<ShownOutput, { data: Bundle }>): Form {
  const parts = Object.entries(output.data).map(([media, value]) => [media, textOf(value)] as const);
  const count = output.output_type === 'execute_result' ? output.execution_count : null;
  return new Map(count === null ? parts : [...parts, ['count', String(count)]]);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** The form with parts of some kinds rewritten; parts that become null are left out. */
export function rewriteParts(form: Form, rewrite: (text: string, kind: string) => string | null): Form {
  const parts = new Map<string, string>();
  for (const [kind, text] of form) {
    const rewritten = rewrite(text, kind);
    if (rewritten !== null) parts.set(kind, rewritten);
  }
  return parts;
}

/** Whether a part is text for people, or markup: neither an image nor a result's number. */
export function isText(kind: string): boolean {
  return kind !== 'count' && !/^(?:image\/(?!svg)|audio\/|video\/|application\/pdf)/.test(kind);
}

/** Whether a part is text without markup. */
export function isPlain(kind: string): boolean {
  return /^(?:stdout|stderr|error|text\/plain)$/.test(kind);
}

/** Whether a text is only a placeholder for another form: `<Figure size 640x480 with 1 Axes>`. */
export function isPlaceholder(text: string): boolean {
  return /^<[^\n]*>$/.test(text.trim());
}
