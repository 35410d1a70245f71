/**
 * What `Output` widgets capture: while such a widget names a request (`with out:`), what that request prints belongs to it, and not to
 * the cell. As Jupyter's pages do, but here once for all pages, and also while none is open.
 */

import {
  foldOutput,
  type JsonObject,
  NO_OUTPUT,
  type OutputFold,
  type OutputMessage,
} from '../kernel/index.ts';
import type { WidgetEvent, WidgetModel } from './widget-messages.ts';
import { OUTPUT_MODEL } from './widget-states.ts';

/** The `Output` widgets of a kernel. */
export class CapturedOutputs {
  readonly #folds = new Map<string, OutputFold>();
  /** By request: the widgets that capture it, the innermost last. */
  readonly #capturing = new Map<string, string[]>();

  /** Something happened to a widget. */
  follow(event: WidgetEvent, model: WidgetModel | undefined): void {
    if (event.type === 'gone') {
      this.#folds.clear();
      this.#capturing.clear();
    }
    if (event.type === 'close') {
      this.#folds.delete(event.id);
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
    this.#folds.set(model.id, { ...NO_OUTPUT, outputs: state.outputs as unknown as OutputFold['outputs'] });
  }

  /** Gives an output of a request to the widget that captures it: the change of that widget, or null when none does. */
  capture(request: string, message: OutputMessage): { id: string; state: JsonObject } | null {
    const id = this.#capturing.get(request)?.at(-1);
    return id === undefined ? null : this.#fold(id, message);
  }

  /** Updates of displays may concern what a widget captured earlier. */
  update(message: OutputMessage): { id: string; state: JsonObject }[] {
    return [...this.#folds.keys()].flatMap((id) => this.#fold(id, message) ?? []);
  }

  #fold(id: string, message: OutputMessage): { id: string; state: JsonObject } | null {
    const before = this.#folds.get(id) ?? NO_OUTPUT;
    const fold = foldOutput(before, message);
    if (fold === before && message.msg_type === 'update_display_data') return null;
    this.#folds.set(id, fold);
    return { id, state: { outputs: fold.outputs as unknown as JsonObject[] } };
  }

  #release(id: string): void {
    for (const [request, widgets] of this.#capturing) {
      const others = widgets.filter((other) => other !== id);
      if (others.length > 0) this.#capturing.set(request, others);
      else this.#capturing.delete(request);
    }
  }
}
