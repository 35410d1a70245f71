/**
 * The states of a kernel's widgets, folded from the kernel's messages, so that a later page gets the present
 * states. It sends nothing.
 */

import type { CommBuffers, JsonObject, KernelComm } from '../../kernel/index.ts';
import type { WidgetEvent, WidgetModel, WidgetState } from '../messages/widget-messages.ts';
import { listIn, objectIn, pathIn } from './widget-json.ts';

/** The comm target of widgets. */
export const WIDGET_TARGET = 'jupyter.widget';

/** The name of the model of `Output` widgets. */
export const OUTPUT_MODEL = 'OutputModel';

/** Widgets by id. */
export class WidgetStates {
  readonly #models = new Map<string, WidgetModel>();

  /** All widgets, the oldest first: the parts of a widget are older than the widget. */
  get models(): readonly WidgetModel[] {
    return [...this.#models.values()];
  }

  get(id: string): WidgetModel | undefined {
    return this.#models.get(id);
  }

  /** Takes a message of the kernel; null if it belongs to no widget. */
  receive(message: KernelComm): WidgetEvent | null {
    const { comm: id } = message;
    if (message.type === 'open') {
      if (message.target !== WIDGET_TARGET) return null;
      const model = modelOf(id, message.data, message.buffers);
      this.open(model);
      return { type: 'open', model };
    }
    if (!this.#models.has(id)) return null;
    if (message.type === 'close') {
      this.#models.delete(id);
      return { type: 'close', id };
    }
    const { method, content } = message.data;
    if (method === 'custom') {
      return { type: 'custom', id, content: content ?? null, buffers: message.buffers.map(toBase64) };
    }
    if (method !== 'update' && method !== 'echo_update') return null;
    const answers = method === 'echo_update' ? message.parentId : null;
    const told = stateIn(message.data, message.buffers);
    const change = answers === null ? told : this.#withoutOutputs(id, told);
    this.change(id, change);
    return { type: 'update', id, answers, ...change };
  }

  /** The change without an `Output` widget's outputs, because the kernel only repeats older outputs from here. */
  #withoutOutputs(id: string, { state, buffers }: WidgetState): WidgetState {
    if (this.#models.get(id)?.state._model_name !== OUTPUT_MODEL) return { state, buffers };
    const { outputs: _, ...others } = state;
    return { state: others, buffers };
  }

  /** Adds a widget. */
  open(model: WidgetModel): void {
    this.#models.set(model.id, model);
  }

  /** Changes a part of a widget's state. */
  change(id: string, change: WidgetState): void {
    const model = this.#models.get(id);
    if (model !== undefined) this.#models.set(id, { id, ...mergedStates(model, change) });
  }

  /** Removes all widgets, because the kernel is gone. */
  clear(): void {
    this.#models.clear();
  }
}

/** A widget, from a message with its whole state. */
export function modelOf(id: string, data: JsonObject, buffers: CommBuffers): WidgetModel {
  return { id, ...stateIn(data, buffers) };
}

/** The widgets of a message with the states of all (`update_states` of the control comm). */
export function modelsIn({ states, buffer_paths }: JsonObject, buffers: CommBuffers): readonly WidgetModel[] {
  const paths = listIn(buffer_paths).map(pathIn);
  return Object.entries(objectIn(states)).map(([id, given]) => {
    // a path begins with the widget, and `state`
    const own = paths.flatMap((path, at) => (path[0] === id ? [at] : []));
    return {
      id,
      state: objectIn(objectIn(given).state),
      buffers: own.flatMap((at) => {
        const buffer = buffers[at];
        return buffer === undefined ? [] : [{ path: paths[at]!.slice(2), base64: toBase64(buffer) }];
      }),
    };
  });
}

/** A state after a change of some of its traits. */
export function mergedStates(before: WidgetState, change: WidgetState): WidgetState {
  const traits = new Set([...Object.keys(change.state), ...change.buffers.map(({ path }) => path[0])]);
  const kept = before.buffers.filter(({ path }) => !traits.has(path[0]));
  const state = Object.fromEntries(Object.entries(before.state).filter(([trait]) => !traits.has(trait)));
  return { state: { ...state, ...change.state }, buffers: [...kept, ...change.buffers] };
}

function stateIn(data: JsonObject, buffers: CommBuffers): WidgetState {
  const paths = listIn(data.buffer_paths).map(pathIn);
  return {
    state: objectIn(data.state),
    buffers: buffers
      .slice(0, paths.length)
      .map((buffer, at) => ({ path: paths[at] ?? [], base64: toBase64(buffer) })),
  };
}

function toBase64(buffer: ArrayBuffer | ArrayBufferView): string {
  return (
    buffer instanceof ArrayBuffer
      ? Buffer.from(buffer)
      : Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength)
  ).toString('base64');
}
