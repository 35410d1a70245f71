/** The facts of values derived from others by operators, attributes, items: columns, selected rows, parts. */
import type { AbstractObject, Derivation, Here, Value } from '../static/index.ts';
import type { Range } from '../static/syntax.ts';
import { columnsOf, namesIn } from './columns.ts';
import { partOf } from './divisions.ts';
import { type Facts, joinAll, merge, NOTHING } from './facts.ts';
import type { KnownFacts } from './known-facts.ts';
import { siteKey } from './path-steps.ts';
import { indexTexts, pickedRows } from './picked-rows.ts';
import { othersOf, type RowStep, singleRows } from './rows.ts';

/** The classes of frames and columns. */
export const FRAME = 'pandas.DataFrame';
const FRAMES = /DataFrame(?:GroupBy)?$/;
const LABELS = 'pandas.Index';
export const SERIES = 'pandas.Series';
const ARRAY = 'numpy.ndarray';

/** Classes of values about data that are no rows of them. */
const ABOUT = /^(?:builtins\.(?:int|tuple|bool|str)|pandas\.Index)$/;

/** The constants among values. */
const constantsIn = (value: Value): readonly string[] => [
  ...new Set(value.flatMap(({ constant }) => (constant === undefined ? [] : [String(constant)]))),
];

/** One group of rows, another one in each turn of a loop. */
const TURN: RowStep = { type: 'grouped', key: 'turn', turn: true };

/** Whether a loop takes group after group. */
const isGroups = ({ kind }: AbstractObject): boolean => /GroupBy$/.test(kind ?? '');

/** Columns by number, from the text of an index: `-1`, `1:`, `0:4`; null: they have no numbers in the text. */
function numbersIn(text: string): { readonly from: number; readonly before: number | null } | null {
  const [from, before, ...more] = text.replace(/\s/g, '').split(':');
  const isNumber = (part: string | undefined) => part !== undefined && /^-?\d*$/.test(part);
  if (!isNumber(from) || more.length > 0 || text === ':') return null;
  if (before === undefined) return from === '' ? null : { from: Number(from), before: Number(from) + 1 };
  return isNumber(before) ? { from: Number(from), before: before === '' ? null : Number(before) } : null;
}

/** Equal for the same frame or array with the same columns. */
const wholeKey = (object: Range, from: Value, { made, columns }: Facts, here: Here): string =>
  JSON.stringify([
    here.textOf(object).replace(/\.iloc$|\.values$|\s/g, ''),
    from.map(({ base }) => base?.kind),
    made.length,
    columns?.gone,
    columns?.only,
  ]);

/** Whether an index may hold numbers or labels of rows: it is no list of names, and no mask. */
const isNumbers = (index: Value): boolean =>
  index.length > 0 &&
  index.every(({ kind, meaning }) => meaning.type === 'instance' && kind !== 'builtins.list');

/** The facts of a value; `from`: the values from which it derives. */
export function derivedFacts(
  node: Range,
  result: Value,
  from: readonly Value[],
  how: Derivation,
  known: KnownFacts,
  here: Here,
): Facts {
  // the elements of a frame are the names of its columns
  const isData = ({ kind }: AbstractObject) => how.type !== 'element' || kind !== FRAME;
  const values = from.map((value) => known.of(value.filter(isData)));
  const all = joinAll(values);
  if (all === NOTHING && how.type === 'item') {
    // an element of other data, chosen by learning or by scores
    const { learned, scored } = joinAll(how.index.map((value) => known.of(value)));
    return learned.length + scored.length === 0 ? NOTHING : { ...NOTHING, learned, scored };
  }
  return all === NOTHING ? all : derive(node, result, all, values, how, from.flat(), known, here);
}

function derive(
  node: Range,
  result: Value,
  all: Facts,
  values: readonly Facts[],
  how: Derivation,
  from: Value,
  known: KnownFacts,
  here: Here,
): Facts {
  switch (how.type) {
    case 'operation': {
      const compares = values.some(({ predicted }) => predicted.length > 0);
      const truth = values.some(({ predicted, rows }) => predicted.length === 0 && rows.length > 0);
      const constants = merge(all.constants, constantsIn(from));
      const isNegated = values.length === 1 && /^[~-]/.test(here.textOf(node));
      const picks = isNegated && all.picks ? { ...all.picks, rows: othersOf(all.picks.rows) } : all.picks;
      return {
        ...all,
        picks,
        fits: [],
        compared: all.compared || (compares && truth),
        constants,
        rows: singleRows(all.rows),
        columns: values.filter(({ rows }) => rows.length > 0).length > 1 ? null : all.columns,
      };
    }
    case 'filtered':
      return { ...NOTHING, learned: all.learned.filter(({ relates }) => relates) };
    case 'unpacked':
      return all.parts === null ? all : partOf(all.parts, how.at);
    case 'element':
      return {
        ...all,
        columns: null,
        rows: from.some(isGroups)
          ? all.rows.map((rows) => rows.after(TURN, { run: here.cell, at: here.at }))
          : all.rows,
      };
    case 'part':
      return { ...all, columns: null };
    case 'attribute': {
      const isAbout = result.every(({ kind }) => ABOUT.test(kind ?? ''));
      if (!isAbout || all.rows.length === 0) {
        const isColumn =
          from.some(({ kind }) => FRAMES.test(kind ?? '')) &&
          result.some(({ kind }) => kind === SERIES || /\.BaseGroupBy$/.test(kind ?? ''));
        if (isColumn) return columnsOf(all, [how.name], result, { run: here.cell, at: here.at });
        return result.every(({ kind }) => kind === ARRAY || kind === FRAME) ? all : { ...all, columns: null };
      }
      // names of columns that were chosen
      if (how.name === 'columns' && all.learned.length > 0) return { ...NOTHING, learned: all.learned };
      if (how.name !== 'index') return NOTHING;
      const picks = { key: null, part: 0, site: { run: here.cell, at: here.at }, rows: all.rows };
      const { scored, ranked } = all;
      return { ...NOTHING, picks, ...(ranked ? { scored, ranked } : {}) };
    }
    case 'item': {
      const [first] = how.index;
      const constant = first?.length === 1 ? first[0]!.constant : undefined;
      const texts = indexTexts(here.textOf({ from: how.object.to, to: node.to }));
      const isOne = typeof constant === 'number' && !texts[0]?.includes(':');
      if (all.parts !== null && isOne) return partOf(all.parts, constant);
      const index = how.index.map((value) => known.of(value));
      // the choice of columns may be learned; for a column, positions may be
      const hasColumns = from.some(({ kind }) => kind === FRAME || kind === LABELS);
      const isLast = (i: number) => texts.length > 1 && i === index.length - 1;
      const about = joinAll(
        index.filter(
          ({ rows, picks }, i) => rows.length === 0 && picks === null && (hasColumns || isLast(i)),
        ),
      );
      const at = { run: here.cell, at: node };
      const named = pickedRows(all, texts[0] ?? '', first ?? [], index[0] ?? NOTHING, at, here.loops);
      // numbers or labels that the text does not show
      const isUnseen = named === all.rows && !/^:?$/.test(texts[0] ?? '') && constant === undefined;
      const isOfRows = from.every(({ kind }) => kind === ARRAY) || /\.i?loc$/.test(here.textOf(how.object));
      const key = (texts[0] ?? '').replace(/\s+/g, '');
      const step: RowStep = { type: 'condition', key, holds: true, unseen: true };
      const rows =
        isUnseen && isOfRows && isNumbers(first ?? []) ? named.map((each) => each.after(step, at)) : named;
      const scored = merge(all.scored, joinAll(index).scored);
      const site = { run: here.cell, at: node };
      const isColumns = from.every(({ kind }) => kind === FRAME) || namesIn(how.index[0] ?? []) !== null;
      // an index without facts
      const isByRows = rows.length > 0 && rows === all.rows && !isColumns && texts[0] !== ':';
      const rearranged = isByRows ? merge(all.rearranged, [siteKey(site)]) : all.rearranged;
      const chosen = { ...all, rows, learned: merge(all.learned, about.learned), scored, rearranged };
      // the last index has the columns, if it is no slice and not the only one of `.loc`
      const isNames =
        from.some(({ kind }) => FRAMES.test(kind ?? '')) &&
        !/:/.test((texts.at(-1) ?? '').replace(/"[^"]*"|'[^']*'/g, '')) &&
        (texts.length > 1 || !/\.(?:i?loc|i?at)$/.test(here.textOf(how.object)));
      const names = isNames ? namesIn(how.index.at(-1) ?? []) : null;
      if (names !== null) return columnsOf(chosen, names, result, site);
      const numbers = texts.length === 2 && rows === all.rows ? numbersIn(texts[1]!) : null;
      const isByNumber =
        from.every(({ kind }) => kind === ARRAY || kind === null) || /\.iloc$/.test(here.textOf(how.object));
      if (numbers !== null && isByNumber) {
        const of = wholeKey(how.object, from, all, here);
        return { ...chosen, columns: { only: null, gone: [], site, numbers: { of, ...numbers } } };
      }
      // by their numbers
      const isUnnamed =
        isColumns && rows === all.rows && first?.every(({ kind }) => kind === 'builtins.list');
      const isAll = (texts[1] === undefined && isUnnamed !== true) || texts[1] === ':';
      const hasAll = isAll && (rows !== all.rows || isOfRows);
      const columns = all.columns === undefined || hasAll ? all.columns : null;
      return { ...chosen, columns, made: isAll ? chosen.made : [] };
    }
  }
}
