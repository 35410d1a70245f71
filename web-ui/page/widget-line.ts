/** Between the line to the server and the widgets, whose code is loaded when the first one is shown. */

import type { WidgetEvent } from '../../runtime/index.ts';

/** Hears of widgets. */
export interface WidgetListener {
  take(events: readonly WidgetEvent[]): void;
  /** The line was broken, and is back: what was said meanwhile is lost. */
  again(): void;
}

let listener: WidgetListener | null = null;

/** Passes what the server tells on, from now on. */
export function listenToWidgets(to: WidgetListener): void {
  listener = to;
}

/** The server has told something of widgets; who has no widgets does not need it. */
export function takeWidgetEvents(events: readonly WidgetEvent[]): void {
  listener?.take(events);
}

/** The line is back. */
export function widgetsAgain(): void {
  listener?.again();
}
