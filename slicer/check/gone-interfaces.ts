/**
 * Uses of interfaces that newer versions of a library do not have, from the table of
 * instrument/effects/gone.jsonl. A use in a `try`, or behind a test of the version, does not count.
 */

import type { Expression, Range } from '../static/syntax.ts';
import type { CodeCell } from './facts.ts';
import { frameNames } from './frame-names.ts';
import type { GoneInterface, GoneTable } from './gone-table.ts';
import type { CellFault } from './one-note.ts';
import { excusedIn } from './unbound-names.ts';
import { walkSyntax } from './walk-syntax.ts';

/** A use of a gone interface. */
export interface GoneUse extends CellFault {
  readonly entry: GoneInterface;
  /** The interface as a person writes it: `numpy.float`, `.ix`, `read_csv(squeeze=…)`. */
  readonly name: string;
  /** The change of the cell; null: none. */
  readonly change: (Range & { readonly text: string }) | null;
}

/** The uses in all cells, in order of the page. */
export function goneUses(code: readonly CodeCell[], table: GoneTable): GoneUse[] {
  const frames = frameNames(code);
  const given = [...frames].join(' ');
  return code.flatMap((cell) => {
    const known = KNOWN.get(cell);
    if (known?.table === table && known.frames === given) return known.uses;
    const uses = usesIn(cell, table, frames);
    KNOWN.set(cell, { table, frames: given, uses });
    return uses;
  });
}

/** The uses in cells of the last check, and what they depend on beside the cell. */
const KNOWN = new WeakMap<
  CodeCell,
  { readonly table: GoneTable; readonly frames: string; readonly uses: readonly GoneUse[] }
>();

function usesIn(cell: CodeCell, table: GoneTable, frames: ReadonlySet<string>): readonly GoneUse[] {
  if (cell.parsed.errors.length > 0) return [];
  const excused = excusedRanges(cell);
  const found = [
    ...importsGone(cell, table),
    ...membersGone(cell, table, frames),
    ...argumentsGone(cell, table),
  ];
  return found
    .filter(({ at }) => !excused.some((range) => range.from <= at.from && at.to <= range.to))
    .sort((a, b) => a.at.from - b.at.from);
}

/** The ranges of a cell in which a missing interface does no harm. */
function excusedRanges(cell: CodeCell): readonly Range[] {
  const body = cell.parsed.statements.flatMap((statement) => statement.body);
  return [...excusedIn(body, cell.source).filter(({ name }) => name === null), ...triedIn(cell)];
}

/** Code in a `try` has another way if the interface is missing. */
function triedIn(cell: CodeCell): Range[] {
  return cell.statements.flatMap((statement) => {
    if (statement.type !== 'try' || statement.handlers.length === 0) return [];
    return [{ from: statement.body[0]?.from ?? 0, to: statement.body.at(-1)?.to ?? 0 }];
  });
}

function importsGone(cell: CodeCell, table: GoneTable): GoneUse[] {
  return cell.statements.flatMap((statement): GoneUse[] => {
    if (statement.type !== 'import') return [];
    const at = { from: statement.from, to: statement.to };
    const { module } = statement;
    const paths =
      module === null || statement.star
        ? [...(module === null ? [] : [module]), ...statement.names.map(({ path }) => path)]
        : statement.names.map(({ path }) => `${module}.${path}`);
    const entries = new Set(paths.flatMap((path) => table.ofPath(path) ?? []));
    return [...entries].map((entry): GoneUse => {
      const text = cell.source.slice(at.from, at.to);
      const isModule = entry.write !== undefined && !entry.write.includes('{') && text.includes(entry.gone!);
      const change = isModule ? { ...at, text: text.replace(entry.gone!, entry.write!) } : null;
      return { cell, at, entry, name: entry.gone!, change, what: `${entry.gone} is imported` };
    });
  });
}

function membersGone(cell: CodeCell, table: GoneTable, frames: ReadonlySet<string>): GoneUse[] {
  const found: GoneUse[] = [];
  const textOf = ({ from, to }: Range) => cell.source.slice(from, to);
  let parents: Parents | null = null;
  const fitsHere = (entry: GoneInterface, node: Parameters<typeof fits>[1]) => {
    parents ??= parentsOf(cell);
    return fits(entry, node, parents, frames);
  };
  walkSyntax(
    cell.parsed.statements.map(({ body }) => body),
    (node) => {
      if (node.type === 'subscript') found.push(...settingGone(cell, node, table));
      if (node.type !== 'attribute') return;
      const path = cell.pathOf(node);
      const isObject = path?.startsWith('.') ?? true;
      const entry = isObject
        ? (methodNames(node).flatMap((name) => table.ofMethod(name.slice(1)) ?? [])[0] ?? null)
        : table.exactly(path!);
      if (entry === null || (isObject && !fitsHere(entry, node))) return;
      const at = { from: node.from, to: node.to };
      const name = isObject ? `.${node.attribute}` : entry.gone!;
      const text = entry.write?.replace('{object}', textOf(node.object));
      // (a negative value in the middle of an expression)
      const written = text?.startsWith('-') ? `(${text})` : text;
      found.push({
        cell,
        at,
        entry,
        name,
        change: written === undefined ? null : { ...at, text: written },
        what: `${name} is used`,
      });
    },
  );
  return found;
}

/** A setting under a constant key: `rcParams['axes.color_cycle']`. */
function settingGone(
  cell: CodeCell,
  node: Expression & { readonly type: 'subscript' },
  table: GoneTable,
): GoneUse[] {
  const path = cell.pathOf(node.object);
  const key = cell.strings.find(({ at }) => node.object.to < at.from && at.to < node.to);
  const entry = path === null || key === undefined ? null : table.exactly(`${path}[${key.text}]`);
  if (entry === null) return [];
  const at = { from: node.from, to: node.to };
  return [{ cell, at, entry, name: entry.gone!, change: null, what: `${entry.gone} is used` }];
}

type Parents = ReadonlyMap<object, object>;

function parentsOf(cell: CodeCell): Parents {
  const parents = new Map<object, object>();
  const visit = (part: unknown, parent: object | null): void => {
    if (Array.isArray(part)) for (const each of part) visit(each, parent);
    else if (typeof part === 'object' && part !== null) {
      const isNode = 'type' in part && 'from' in part;
      if (isNode && parent !== null) parents.set(part, parent);
      for (const value of Object.values(part))
        if (typeof value === 'object') visit(value, isNode ? part : parent);
    }
  };
  visit(
    cell.parsed.statements.flatMap(({ body }) => body),
    null,
  );
  return parents;
}

/** Whether a member of an unknown object probably is the one of the table. */
function fits(
  { when }: GoneInterface,
  node: Expression & { object: Expression },
  parents: Parents,
  frames: ReadonlySet<string>,
): boolean {
  const parent = parents.get(node) as (Expression & { callee?: Expression; object?: Expression }) | undefined;
  const isCalled = parent?.type === 'call' && parent.callee === node;
  const isSubscripted = parent?.type === 'subscript' && parent.object === node;
  const root = rootOf(node.object);
  switch (when) {
    case undefined:
      return true;
    case 'subscript':
      return isSubscripted;
    case 'subscript-graph':
      return isSubscripted && /^(?:[A-Z]\w?|g|graph|\w*_?[gG]raph)$/.test(root ?? '');
    case 'uncalled':
      return !isCalled;
    case 'call0':
      return isCalled && parent.arguments.length === 0;
    case 'frame': {
      if (!isCalled) return false;
      if (node.object.type === 'name' && frames.has(node.object.id)) return true;
      const keywords = parent.arguments.map(({ keyword }) => keyword);
      return keywords.some(
        (keyword) =>
          keyword !== null && /^(?:ignore_index|verify_integrity|ascending|by|columns)$/.test(keyword),
      );
    }
    default:
      return false;
  }
}

function rootOf(node: Expression): string | null {
  if (node.type === 'name') return node.id;
  return node.type === 'attribute' ? rootOf(node.object) : null;
}

function argumentsGone(cell: CodeCell, table: GoneTable): GoneUse[] {
  const { source } = cell;
  return cell.calls.flatMap(({ node, path }): GoneUse[] => {
    if (path === null) return [];
    const methods = node.callee.type === 'attribute' && path.startsWith('.') ? methodNames(node.callee) : [];
    const [method = null] = methods;
    const entries = (method === null ? [path] : methods).flatMap((name) => table.ofCall(name));
    return entries.flatMap((entry): GoneUse[] => {
      if (entry.when !== undefined && !new RegExp(entry.when).test(source)) return [];
      const shown = (method ?? path).replace(/^.*\.(?=\w)/, '');
      if (entry.positional !== undefined) {
        const plain = node.arguments.filter(({ keyword, star }) => keyword === null && !star);
        const last = plain[entry.positional - 1];
        if (last === undefined) return [];
        const text = source.slice(last.value.from, last.value.to);
        if (entry.value !== undefined && !new RegExp(entry.value).test(text)) return [];
        const at = { from: node.callee.from, to: node.to };
        return [
          {
            cell,
            at,
            entry,
            name: `${shown}(…, ${text})`,
            change: null,
            what: `${shown} gets ${text} without a name`,
          },
        ];
      }
      const argument =
        entry.keyword === undefined
          ? node.arguments.find(({ keyword, star }) => keyword === null && !star)
          : node.arguments.find(({ keyword }) => keyword === entry.keyword);
      if (argument === undefined) return [];
      const string = cell.strings.find(
        ({ at }) => argument.value.from < at.from && at.to < argument.value.to,
      );
      if (entry.value !== undefined && (string === undefined || !new RegExp(entry.value).test(string.text)))
        return [];
      const start =
        entry.keyword === undefined
          ? argument.value.from
          : keywordAt(source, entry.keyword, argument.value.from);
      const at = { from: start, to: argument.value.to };
      const name =
        entry.keyword === undefined
          ? `${shown}(${source.slice(at.from, at.to)})`
          : `${shown}(${entry.keyword}=…)`;
      return [{ cell, at, entry, name, change: changeOf(entry, at, string), what: `${name} is used` }];
    });
  });
}

/** The names of a called method in the table: `.split`, and with the accessor before it `.str.split`. */
function methodNames({ attribute, object }: Expression & { readonly type: 'attribute' }): readonly string[] {
  const own = `.${attribute}`;
  return object.type === 'attribute' ? [own, `.${object.attribute}${own}`] : [own];
}

function keywordAt(source: string, keyword: string, value: number): number {
  const found = new RegExp(`\\b${keyword}\\s*=\\s*$`).exec(source.slice(0, value));
  return found?.index ?? value;
}

function changeOf(
  { write, value, keyword }: GoneInterface,
  at: Range,
  string: CodeCell['strings'][number] | undefined,
): GoneUse['change'] {
  if (write === undefined) return null;
  if (value === undefined) return { from: at.from, to: at.from + keyword!.length, text: write };
  const rest = string!.text.replace(new RegExp(value), '');
  return { ...string!.at, text: write.replace('{rest}', rest) };
}
