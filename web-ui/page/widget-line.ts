/** Between the line to the server and the widgets, whose code is loaded for the first shown widget. */

import type { WidgetEvent } from '../../runtime/index.ts';

/** The receiver of widget events. */
export interface WidgetListener {
  take(events: readonly WidgetEvent[]): void;
  /** The line is back after a break, in which events were lost. */
  again(): void;
}

let listener: WidgetListener | null = null;

/** Passes the server's widget events on from now on. */
export function listenToWidgets(to: WidgetListener): void {
  listener = to;
}

/** Takes widget events from the server; a page without widgets ignores them. */
export function takeWidgetEvents(events: readonly WidgetEvent[]): void {
  listener?.take(events);
}

/** The line is back. */
export function widgetsAgain(): void {
  listener?.again();
}
