/**
 * Between the line to the server and the widgets, whose code is loaded for the first shown widget. It stores
 * the latest messages that are in no widget's state, for widgets that are made later: drawings of a canvas.
 */

import type { WidgetEvent } from '../../runtime/index.ts';

/** The receiver of widget events. */
export interface WidgetListener {
  take(events: readonly WidgetEvent[]): void;
  /** The line is back after a break, in which events were lost. */
  again(): void;
}

type Message = Extract<WidgetEvent, { readonly type: 'custom' }>;

/** The limits of stored messages: in all, and in letters of their binary parts. */
const MOST_MESSAGES = 2_000;
const MOST_LETTERS = 8_000_000;

const listeners = new Set<WidgetListener>();
let messages: readonly Message[] = [];

/** Passes the server's widget events on from now on; returns a function to stop. */
export function listenToWidgets(to: WidgetListener): () => void {
  listeners.add(to);
  return () => listeners.delete(to);
}

/** The latest messages that are in no widget's state. */
export function pastMessages(): readonly Message[] {
  return messages;
}

/** Takes widget events from the server; a page without widgets ignores them. */
export function takeWidgetEvents(events: readonly WidgetEvent[]): void {
  store(events);
  for (const listener of [...listeners]) listener.take(events);
}

/** The line is back. */
export function widgetsAgain(): void {
  for (const listener of [...listeners]) listener.again();
}

function store(events: readonly WidgetEvent[]): void {
  for (const event of events) {
    if (event.type === 'custom') messages = [...messages, event];
    else if (event.type === 'gone') messages = [];
    else if (event.type === 'close') messages = messages.filter(({ id }) => id !== event.id);
  }
  let letters = 0;
  const first = messages.findLastIndex((message, at) => {
    for (const buffer of message.buffers) letters += buffer.length;
    return letters > MOST_LETTERS || messages.length - at > MOST_MESSAGES;
  });
  messages = messages.slice(first + 1);
}
