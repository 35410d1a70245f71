/**
 * The state of widgets in a notebook's metadata, in Jupyter's form, so that cells can show widgets without a
 * kernel.
 */

import type { Notebook } from '../../documents/index.ts';
import type { JsonObject, JsonValue } from '../../kernel/index.ts';
import type { WidgetBuffer, WidgetModel } from '../messages/widget-messages.ts';
import { listIn, objectIn, pathIn } from './widget-json.ts';

const STATES = 'application/vnd.jupyter.widget-state+json';
const VIEW = 'application/vnd.jupyter.widget-view+json';

/** The widgets saved in a notebook; empty if there are none. */
export function savedModels(metadata: JsonObject): readonly WidgetModel[] {
  return Object.entries(savedStates(metadata)).map(([id, given]) => {
    const { model_name, model_module, model_module_version, state, buffers } = objectIn(given);
    const names = {
      _model_name: model_name ?? null,
      _model_module: model_module ?? null,
      _model_module_version: model_module_version ?? null,
    };
    return { id, state: { ...names, ...objectIn(state) }, buffers: listIn(buffers).map(savedBuffer) };
  });
}

/** The notebook with the state of these widgets; other widgets' states stay if a cell still shows one of them. */
export function withWidgetStates(notebook: Notebook, models: readonly WidgetModel[]): Notebook {
  if (models.length === 0) return notebook;
  const states = Object.fromEntries(models.map((model) => [model.id, stateOf(model)]));
  const showsOther = shownIds(notebook).some((id) => !(id in states));
  const kept = showsOther ? savedStates(notebook.metadata) : {};
  const saved = { state: { ...kept, ...states }, version_major: 2, version_minor: 0 };
  const widgets = { ...objectIn(notebook.metadata.widgets), [STATES]: saved };
  return { ...notebook, metadata: { ...notebook.metadata, widgets } };
}

function savedStates(metadata: JsonObject): JsonObject {
  const saved = objectIn(objectIn(metadata.widgets)[STATES]);
  return saved.version_major === 2 ? objectIn(saved.state) : {};
}

function stateOf({ state: told, buffers }: WidgetModel): JsonObject {
  const { _model_name, _model_module, _model_module_version, ...others } = told;
  // no front end captures after saving
  const state = 'msg_id' in others ? { ...others, msg_id: '' } : others;
  const parts = buffers.map(({ path, base64 }) => ({ path: [...path], data: base64, encoding: 'base64' }));
  return {
    model_name: _model_name ?? null,
    model_module: _model_module ?? null,
    model_module_version: _model_module_version ?? null,
    state,
    ...(parts.length > 0 ? { buffers: parts } : {}),
  };
}

/** The widgets shown by cells. */
function shownIds({ cells }: Notebook): readonly string[] {
  return cells.flatMap((cell) =>
    (cell.type === 'code' ? cell.outputs : []).flatMap((output) => {
      const id = 'data' in output ? objectIn(output.data[VIEW]).model_id : undefined;
      return typeof id === 'string' ? [id] : [];
    }),
  );
}

function savedBuffer(given: JsonValue): WidgetBuffer {
  const { path, data, encoding } = objectIn(given);
  const text = typeof data === 'string' ? data : '';
  return {
    path: pathIn(path),
    base64: encoding === 'hex' ? Buffer.from(text, 'hex').toString('base64') : text,
  };
}
