/** What a page and the server say to each other about widgets (`ipywidgets`). Types only; binary parts are base64. */

import type { CellId } from '../../../slicer/index.ts';
import type { JsonObject, JsonValue } from '../../kernel/index.ts';

/** A binary part of a widget's state, and where in the state it belongs. */
export interface WidgetBuffer {
  readonly path: readonly (string | number)[];
  readonly base64: string;
}

/** A part of a widget's state, by the names of traits. */
export interface WidgetState {
  readonly state: JsonObject;
  readonly buffers: readonly WidgetBuffer[];
}

/** A widget as a page makes it. */
export interface WidgetModel extends WidgetState {
  readonly id: string;
}

/** What happens to widgets, in order. */
export type WidgetEvent =
  | { readonly type: 'open'; readonly model: WidgetModel }
  /** `answers`: the message of a page that the kernel repeats; null when it speaks of its own. */
  | ({ readonly type: 'update'; readonly id: string; readonly answers: string | null } & WidgetState)
  /** What only this kind of widget understands. */
  | {
      readonly type: 'custom';
      readonly id: string;
      readonly content: JsonValue;
      readonly buffers: readonly string[];
    }
  | { readonly type: 'close'; readonly id: string }
  /** The kernel is gone, and all widgets are without it. */
  | { readonly type: 'gone' };

/** What a page says to a widget. */
export interface WidgetRequest {
  readonly widget: string;
  /** The cell where it is shown: what its callbacks print is shown there. */
  readonly cell: CellId;
  /** As in the protocol of widgets: `method` and what belongs to it. */
  readonly data: JsonObject;
  readonly buffers: readonly string[];
  /** The page's own id of this message, unique over all pages. */
  readonly message: string;
}
