/**
 * Sets the parameters of a notebook: names of the cell tagged `parameters` and names that no cell binds as
 * papermill does, other names where the notebook gives them a value. It runs nothing.
 */

import {
  BUILTIN_NAMES,
  findParameterPlaces,
  literalKind,
  namesOfText,
  type ParameterRange,
  suggest,
} from '../../slicer/index.ts';
import { SluiceError } from '../words/index.ts';
import type { CodeCell, Notebook } from './notebook.ts';
import { keptLiteral } from './parameter-literals.ts';
import { type Parameter, parametersCell, withParameters } from './parameters.ts';

/** A notebook with parameters. */
export interface Parametrized {
  readonly notebook: Notebook;
  /** Sentences about parameters that people may have meant otherwise. */
  readonly notes: readonly string[];
  /** For each name, the position of the cell with its value among the code cells, from 0. */
  readonly cells: ReadonlyMap<string, number>;
}

/** Where a parameter is set. */
type Setting =
  | { readonly type: 'injected'; readonly place: ParameterRange | null; readonly note: string | null }
  | { readonly type: 'replaced'; readonly place: ParameterRange; readonly note: string | null };

/**
 * The notebook with the parameters; of two with one name the later one counts. The kind of the present value
 * is kept: a text stays a text, a float stays a float. @throws {SluiceError} 2 for an unknown name, a name with
 * several places, and a value of another kind.
 */
export function setParameters(notebook: Notebook, given: readonly Parameter[]): Parametrized {
  const parameters = [...new Map(given.map((parameter) => [parameter.name, parameter])).values()];
  if (parameters.length === 0) return { notebook, notes: [], cells: new Map() };
  const text = new NotebookText(notebook);
  const injected: Parameter[] = [];
  const edits = new Map<number, (ParameterRange & { readonly literal: string })[]>();
  const notes: string[] = [];
  const cells = new Map<string, number>();
  for (const parameter of parameters) {
    const setting = text.settingOf(parameter);
    const literal = keptLiteral(parameter, setting.place?.text ?? null);
    if (setting.note !== null) notes.push(setting.note);
    cells.set(parameter.name, setting.type === 'injected' ? text.injectedAt : setting.place.cell);
    if (setting.type === 'injected') injected.push({ ...parameter, literal });
    else {
      const { place } = setting;
      edits.set(place.cell, [...(edits.get(place.cell) ?? []), { ...place, literal }]);
    }
  }
  const edited = notebook.cells.map((cell) => {
    const changes = cell.type === 'code' ? (edits.get(text.code.indexOf(cell)) ?? []) : [];
    return changes.length === 0 ? cell : { ...cell, source: replaced(cell.source, changes) };
  });
  const changed = { ...notebook, cells: edited };
  return { notebook: injected.length === 0 ? changed : withParameters(changed, injected), notes, cells };
}

/** A parameter that can be set, with its present value. */
export interface SettableParameter {
  readonly name: string;
  /** The value as Python text; empty: the notebook gives the name no value. */
  readonly value: string;
  /** The position of the cell with the value among the code cells, from 1; null: without a value. */
  readonly cell: number | null;
}

/** The parameters whose value is a literal, or that no cell binds; in the order of the text. */
export function settableParameters(notebook: Notebook): SettableParameter[] {
  return new NotebookText(notebook).settable();
}

function replaced(
  source: string,
  changes: readonly { readonly from: number; readonly to: number; readonly literal: string }[],
): string {
  return changes
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, { from, to, literal }) => text.slice(0, from) + literal + text.slice(to), source);
}

/** The facts of a notebook's text about names. */
class NotebookText {
  readonly code: readonly CodeCell[];
  readonly #defaults: number;
  readonly #places: ReadonlyMap<string, ParameterRange[]>;
  readonly #bound = new Map<string, number>();
  /** Names that some cell reads, and no cell above binds. */
  readonly #free = new Set<string>();

  constructor(notebook: Notebook) {
    this.code = notebook.cells.filter((cell): cell is CodeCell => cell.type === 'code');
    const defaults = parametersCell(notebook);
    this.#defaults = defaults === null ? -1 : this.code.indexOf(defaults);
    this.#places = findParameterPlaces(this.code.map(({ source }) => source));
    for (const [at, { source }] of this.code.entries()) {
      const { live, writes } = namesOfText(source);
      for (const name of live) if (!this.#bound.has(name) && !BUILTIN_NAMES.has(name)) this.#free.add(name);
      for (const name of writes) if (!this.#bound.has(name)) this.#bound.set(name, at);
    }
  }

  /** The position of the cell behind which parameters are injected, from 0. */
  get injectedAt(): number {
    return Math.max(0, this.#defaults);
  }

  settingOf({ name, isLax = false }: Parameter): Setting {
    const all = this.#places.get(name) ?? [];
    const default_ = all.findLast(({ cell, kind }) => cell === this.#defaults && kind === 'assignment');
    if (default_ !== undefined) return { type: 'injected', place: default_, note: null };
    const assignments = all.filter(({ kind }) => kind === 'assignment');
    const [first] = assignments.length > 0 ? assignments : all.filter(({ kind }) => kind === 'nested');
    if (first !== undefined)
      return { type: 'replaced', place: first, note: this.#laterNote(name, first, all) };
    if (this.#free.has(name)) return { type: 'injected', place: null, note: null };
    const bound = this.#bound.get(name);
    if (bound === this.#defaults && bound !== undefined) return { type: 'injected', place: null, note: null };
    if (bound !== undefined)
      throw new SluiceError(
        `cell ${bound + 1} binds ${name}, but not by an assignment of one value; assign it in a cell, or tag a cell parameters`,
      );
    const [argument, ...others] = all.filter(({ kind }) => kind === 'argument');
    if (argument !== undefined && others.length === 0)
      return { type: 'replaced', place: argument, note: null };
    if (argument !== undefined) {
      const places = [argument, ...others].map(({ cell }) => cell + 1);
      throw new SluiceError(
        `${name}= stands at ${places.length} places (cells ${[...new Set(places)].join(', ')}); assign it to a name, and set that`,
      );
    }
    if (isLax) return { type: 'injected', place: null, note: `no cell sets or reads ${name}` };
    throw new SluiceError(`no cell sets or reads ${name}${suggest(name, this.#known())}`);
  }

  settable(): SettableParameter[] {
    return this.#known().flatMap((name): SettableParameter[] => {
      try {
        const { place } = this.settingOf({ name, literal: '' });
        if (place === null) return [{ name, value: '', cell: null }];
        const { text: value, cell } = place;
        return literalKind(value) === null ? [] : [{ name, value, cell: cell + 1 }];
      } catch {
        return [];
      }
    });
  }

  #laterNote(name: string, first: ParameterRange, all: readonly ParameterRange[]): string | null {
    const later = all.find(
      ({ kind, from, cell }) =>
        kind !== 'argument' && (cell > first.cell || (cell === first.cell && from > first.from)),
    );
    return later === undefined
      ? null
      : `cell ${first.cell + 1} gets the value of ${name}; cell ${later.cell + 1} assigns it again`;
  }

  /** The names that can be set, assigned ones first. */
  #known(): string[] {
    const isArgument = (all: readonly ParameterRange[]) => all.every(({ kind }) => kind === 'argument');
    const places = [...this.#places];
    const assigned = places.filter(([, all]) => !isArgument(all));
    const single = places.filter(([, all]) => isArgument(all) && all.length === 1);
    return [...new Set([...[...assigned, ...single].map(([name]) => name), ...this.#free])];
  }
}
