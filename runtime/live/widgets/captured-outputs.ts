/**
 * The outputs captured by `Output` widgets: while such a widget names a request (`with out:`), the request's
 * output belongs to the widget instead of the cell. Jupyter's front ends capture in each page; Sluice
 * captures once for all pages, and even without one. Outputs from a cell's run are stored separately, so that
 * the next run replaces them: the widget shows the output of a run from the top.
 */

import type { CellId } from '../../../slicer/index.ts';
import {
  foldFrom,
  foldOutput,
  type JsonObject,
  NO_OUTPUT,
  type Output,
  type OutputFold,
  type OutputMessage,
} from '../../kernel/index.ts';
import type { WidgetEvent, WidgetModel } from '../messages/widget-messages.ts';
import { OUTPUT_MODEL } from './widget-states.ts';

/** The owner of a request's outputs: a cell's run, or callbacks of its widgets. */
export interface OutputOwner {
  readonly cell: CellId;
  readonly isCallback: boolean;
}

/** The new content of a widget. */
export interface CapturedChange {
  readonly id: string;
  readonly state: JsonObject;
}

/** The outputs of one owner in a widget. `replaces`: the owner has cleared the earlier content. */
interface Part {
  readonly owner: OutputOwner | null;
  readonly fold: OutputFold;
  readonly replaces: boolean;
}

/** The facts about requests and cells. */
export interface OutputPlaces {
  ownerOf(request: string): OutputOwner | null;
  /** The cells in the order in which they count. */
  order(): readonly CellId[];
}

/** The `Output` widgets of a kernel. */
export class CapturedOutputs {
  readonly #places: OutputPlaces;
  readonly #parts = new Map<string, readonly Part[]>();
  /** By request: the capturing widgets, the innermost last. */
  readonly #capturing = new Map<string, string[]>();

  constructor(places: OutputPlaces) {
    this.#places = places;
  }

  /** Takes a widget event, from the kernel's handling of this request. */
  follow(event: WidgetEvent, model: WidgetModel | undefined, request: string): void {
    if (event.type === 'gone') {
      this.#parts.clear();
      this.#capturing.clear();
    }
    if (event.type === 'close') {
      this.#parts.delete(event.id);
      this.#release(event.id);
    }
    if (model?.state._model_name !== OUTPUT_MODEL || (event.type !== 'open' && event.type !== 'update')) {
      return;
    }
    const { state } = event.type === 'open' ? event.model : event;
    if (typeof state.msg_id === 'string') {
      this.#release(model.id);
      if (state.msg_id !== '') {
        this.#capturing.set(state.msg_id, [...(this.#capturing.get(state.msg_id) ?? []), model.id]);
      }
    }
    if (state.outputs === undefined) return;
    // the kernel sends the whole content (`out.append_stdout`)
    const fold = foldFrom(state.outputs as unknown as OutputFold['outputs']);
    this.#parts.set(model.id, [{ owner: this.#places.ownerOf(request), fold, replaces: true }]);
  }

  /**
   * Gives an output of a request to the capturing widget; returns the change of the widget, or null if none
   * captures.
   */
  capture(request: string, message: OutputMessage): CapturedChange | null {
    const id = this.#capturing.get(request)?.at(-1);
    if (id === undefined) return null;
    const owner = this.#places.ownerOf(request);
    const parts = this.#parts.get(id) ?? [];
    const before = parts.find((part) => isSame(part.owner, owner)) ?? {
      owner,
      fold: NO_OUTPUT,
      replaces: false,
    };
    const fold = foldOutput(before.fold, message);
    const clears = message.msg_type === 'clear_output' ? !message.content.wait : before.fold.clearsNext;
    const after = { owner, fold, replaces: before.replaces || clears };
    this.#parts.set(id, [...parts.filter((part) => part !== before), after]);
    return this.#change(id);
  }

  /** Applies updates of displays to earlier captured outputs. */
  update(message: OutputMessage): CapturedChange[] {
    return this.#revise((parts) =>
      parts.map((part) => {
        const fold = foldOutput(part.fold, message);
        return fold === part.fold ? part : { ...part, fold };
      }),
    );
  }

  /** Removes the outputs of a cell's last run, and of callbacks of its widgets, because the cell starts again. */
  starting(cell: CellId): CapturedChange[] {
    return this.#revise((parts) => parts.filter(({ owner }) => owner?.cell !== cell));
  }

  /** Notes a new order of cells, or removed cells. */
  arranged(): CapturedChange[] {
    const there = new Set(this.#places.order());
    return this.#revise((parts) => parts.filter(({ owner }) => owner === null || there.has(owner.cell)));
  }

  #revise(change: (parts: readonly Part[]) => readonly Part[]): CapturedChange[] {
    const found: CapturedChange[] = [];
    for (const [id, parts] of this.#parts) {
      const after = change(parts);
      if (after.length === parts.length && after.every((part, at) => part === parts[at])) continue;
      this.#parts.set(id, after);
      found.push(this.#change(id));
    }
    return found;
  }

  #change(id: string): CapturedChange {
    const parts = this.#inOrder(this.#parts.get(id) ?? []);
    let outputs: readonly Output[] = [];
    let clearsNext = false;
    for (const { fold, replaces } of parts) {
      const clears: boolean = replaces || (clearsNext && fold.outputs.length > 0);
      outputs = clears ? fold.outputs : fold.outputs.reduce(joined, outputs);
      clearsNext = fold.clearsNext || (clearsNext && !clears);
    }
    return { id, state: { outputs: outputs as unknown as JsonObject[] } };
  }

  #inOrder(parts: readonly Part[]): readonly Part[] {
    if (parts.length < 2) return parts;
    const positions = new Map(this.#places.order().map((cell, at) => [cell, at]));
    const rank = ({ owner }: Part): number =>
      owner === null ? Infinity : (positions.get(owner.cell) ?? Infinity) + (owner.isCallback ? 0.5 : 0);
    return parts.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  }

  #release(id: string): void {
    for (const [request, widgets] of this.#capturing) {
      const others = widgets.filter((other) => other !== id);
      if (others.length > 0) this.#capturing.set(request, others);
      else this.#capturing.delete(request);
    }
  }
}

function isSame(a: OutputOwner | null, b: OutputOwner | null): boolean {
  return a?.cell === b?.cell && a?.isCallback === b?.isCallback;
}

/** Adds an output; text continues the same stream. */
function joined(outputs: readonly Output[], output: Output): readonly Output[] {
  const last = outputs.at(-1);
  if (output.output_type !== 'stream' || last?.output_type !== 'stream' || last.name !== output.name) {
    return [...outputs, output];
  }
  return [...outputs.slice(0, -1), { ...last, text: last.text + output.text }];
}
