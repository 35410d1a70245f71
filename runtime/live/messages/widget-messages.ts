/** Messages between a page and the server about widgets (`ipywidgets`). Types only; binary parts are base64. */

import type { CellId } from '../../../slicer/index.ts';
import type { JsonObject, JsonValue } from '../../kernel/index.ts';

/** A binary part of a widget's state, and its path in the state. */
export interface WidgetBuffer {
  readonly path: readonly (string | number)[];
  readonly base64: string;
}

/** A part of a widget's state, by the names of traits. */
export interface WidgetState {
  readonly state: JsonObject;
  readonly buffers: readonly WidgetBuffer[];
}

/** A widget for a page to make. */
export interface WidgetModel extends WidgetState {
  readonly id: string;
}

/** An event of widgets, in order. */
export type WidgetEvent =
  | { readonly type: 'open'; readonly model: WidgetModel }
  /** `answers`: the page's message that the kernel repeats; null for the kernel's own change. */
  | ({ readonly type: 'update'; readonly id: string; readonly answers: string | null } & WidgetState)
  /** A message that only this kind of widget understands. */
  | {
      readonly type: 'custom';
      readonly id: string;
      readonly content: JsonValue;
      readonly buffers: readonly string[];
    }
  | { readonly type: 'close'; readonly id: string }
  /** The kernel is gone, and no widget has one any more. */
  | { readonly type: 'gone' };

/** Where frames find the code of a package of widgets. */
export interface WidgetCode {
  /** Before `nbextensions/NAME/FILE`. */
  readonly address: string;
  /** Whether the package has an `extension.js`, which tells the names of its modules. */
  readonly hasMap: boolean;
}

/** A page's message to a widget. */
export interface WidgetRequest {
  readonly widget: string;
  /** The cell that shows the widget; it also shows the output of the widget's callbacks. */
  readonly cell: CellId;
  /** As in the protocol of widgets: `method` and its data. */
  readonly data: JsonObject;
  readonly buffers: readonly string[];
  /** The page's own id of this message, unique over all pages. */
  readonly message: string;
}
