/** Finds the widgets that a widget names, as parts, layouts or captured outputs. It knows no kinds of widgets. */

import type { JsonValue } from '../../kernel/index.ts';
import type { WidgetModel } from '../messages/widget-messages.ts';

/** How states name widgets, except in outputs. */
const PREFIX = 'IPY_MODEL_';

/** The ids of a widget and of all widgets that it names, directly or not. */
export function namedWidgets(models: readonly WidgetModel[], id: string): ReadonlySet<string> {
  const byId = new Map(models.map((model) => [model.id, model]));
  const found = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const model = byId.get(next);
    if (model === undefined || found.has(next)) continue;
    found.add(next);
    for (const name of namesIn(model.state)) if (byId.has(name)) open.push(name);
  }
  return found;
}

function* namesIn(value: JsonValue): Generator<string> {
  if (typeof value === 'string') {
    yield value.startsWith(PREFIX) ? value.slice(PREFIX.length) : value;
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) yield* namesIn(part as JsonValue);
  }
}
