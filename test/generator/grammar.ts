/**
 * Reads `statements/*.txt`, the grammar of generated programs: one statement per block, with placeholders.
 * It expands nothing; `expand.ts` does.
 *
 * `{list}` an existing variable of a kind, `{list:a}` the same with a label, `{a}` what the label stands for,
 * `{list!}` a new name, `{list~}` an existing name that is bound again, `{list-}` one that is deleted,
 * `{row@list}` a local name, `{int}` `{cond}` an expression, `{do}` a nested statement, the others are literals.
 * A block with a comment `# off: reason` is left out.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';

/** A placeholder in a template. `mark`: new, bound again, deleted. */
export interface Placeholder {
  readonly text: string;
  readonly word: string;
  readonly label: string | null;
  readonly local: string | null;
  readonly mark: '!' | '~' | '-' | null;
}

/** A statement with placeholders. */
export interface Template {
  readonly group: string;
  readonly text: string;
  readonly placeholders: readonly Placeholder[];
  /** Kinds of variables that must exist. */
  readonly needs: readonly string[];
  readonly makes: readonly string[];
  /** May stand in a loop or branch (makes and deletes no name); `rebinds` keeps it out of functions. */
  readonly nestable: boolean;
  readonly rebinds: boolean;
  /** Gives a variable a second name. */
  readonly aliases: boolean;
}

/** Packages with a group of statements each, which is used where the Python has them. */
export const PACKAGE_GROUPS: readonly string[] = ['duckdb', 'pyarrow', 'xgboost', 'numba', 'dask'];

/** The whole grammar. `expressions` and `plain` map a word to its alternatives. */
export interface Grammar {
  readonly groups: ReadonlySet<string>;
  readonly statements: readonly Template[];
  readonly expressions: ReadonlyMap<string, readonly Template[]>;
  readonly plain: ReadonlyMap<string, readonly Template[]>;
}

/** Words for literals and expressions, rather than variables. */
export const LITERALS: ReadonlySet<string> = new Set(
  'n i i01 s key col fname at much half mode filter'.split(' '),
);
const EXPRESSIONS: ReadonlySet<string> = new Set(['int', 'cond', 'do']);

/** Kinds that may stand in place of another kind. */
export const PARENT_KINDS: Readonly<Record<string, string>> = { big: 'arr' };

/** Statements for module level only. */
const AT_TOP = /\bawait\b|^async (?:for|with)\b|^from \S+ import \*/m;

const PLACEHOLDER = /\{([a-z][a-z0-9]*)(?:@([a-z]+))?(?::([a-z]+))?([!~-])?\}/g;

/** Reads the grammar from the text files in `statements/`. `packages`: the wanted ones of {@link PACKAGE_GROUPS}. */
export function readGrammar(packages: ReadonlySet<string> = new Set()): Grammar {
  const folder = join(findPackageRoot(), 'test', 'generator', 'statements');
  const files = readdirSync(folder).filter((name) => {
    const group = name.replace('.txt', '');
    return name.endsWith('.txt') && (packages.has(group) || !PACKAGE_GROUPS.includes(group));
  });
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const blocks = files
    .filter((name) => name !== 'expressions.txt' && name !== 'plain.txt')
    .flatMap((name) =>
      text(name)
        .split(/\n\n+/)
        .map((block) => [name.replace('.txt', ''), block] as const),
    );
  const raw = blocks
    .filter(([, block]) => !/^# off:/m.test(block))
    .map(([group, block]) => [group, withoutComments(block)] as const);
  const statements = raw.filter(([, block]) => block !== '');
  const kinds = new Set<string>();
  for (const [, block] of statements) {
    for (const { word, mark } of placeholdersOf(block)) if (mark === '!') kinds.add(word);
  }
  return {
    groups: new Set(statements.map(([group]) => group)),
    statements: statements.map(([group, block]) => template(group, block, kinds)),
    expressions: alternatives(text('expressions.txt'), kinds),
    plain: alternatives(text('plain.txt'), kinds),
  };
}

function withoutComments(block: string): string {
  return block
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim();
}

function alternatives(text: string, kinds: ReadonlySet<string>): Map<string, Template[]> {
  const found = new Map<string, Template[]>();
  for (const line of withoutComments(text).split('\n')) {
    const colon = line.indexOf(': ');
    const word = line.slice(0, colon);
    const made = template(word, line.slice(colon + 2), kinds);
    found.set(word, [...(found.get(word) ?? []), made]);
  }
  return found;
}

function template(group: string, text: string, kinds: ReadonlySet<string>): Template {
  const placeholders = placeholdersOf(text);
  const labels = new Set<string>();
  const needs = new Set<string>();
  const makes: string[] = [];
  for (const { word, label, local, mark } of placeholders) {
    const known = labels.has(word);
    if (local !== null) labels.add(word);
    else if (label !== null) labels.add(label);
    if (known || local !== null || LITERALS.has(word) || EXPRESSIONS.has(word)) continue;
    if (mark === '!') makes.push(word);
    else if (kinds.has(word)) needs.add(word);
  }
  const marks = new Set(placeholders.map((p) => p.mark));
  return {
    group,
    text,
    placeholders,
    needs: [...needs],
    makes,
    nestable: !marks.has('!') && !marks.has('-') && !/^[%!?]/m.test(text) && !AT_TOP.test(text),
    rebinds: marks.has('~'),
    aliases: /^\{(\w+)[!~]\} = \{\1\}$/.test(text),
  };
}

/** The placeholders of a text, in order. */
export function placeholdersOf(text: string): Placeholder[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => ({
    text: match[0],
    word: match[1] ?? '',
    local: match[2] ?? null,
    label: match[3] ?? null,
    mark: (match[4] ?? null) as Placeholder['mark'],
  }));
}

/** Replaces placeholders from left to right. */
export function replacePlaceholders(
  text: string,
  value: (placeholder: Placeholder, at: number) => string,
): string {
  const found = placeholdersOf(text);
  let next = 0;
  return text.replace(PLACEHOLDER, (_match, ...rest) => {
    const placeholder = found[next++];
    const at = rest.find((part) => typeof part === 'number') as number;
    return placeholder ? value(placeholder, at) : _match;
  });
}
