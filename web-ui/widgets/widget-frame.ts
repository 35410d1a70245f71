/**
 * The page's end of a frame that draws a widget of another package. The frame may ask for the states of the
 * widget and of what the widget names, for code, and send messages to them: for nothing else.
 */

import type { WidgetModel } from '../../runtime/index.ts';
import { line } from '../page/notebook-state.ts';
import { listenToWidgets, pastMessages } from '../page/widget-line.ts';
import type { FrameLook, FromFrame, ToFrame } from './frame-messages.ts';

/** The limit of a widget's height, in pixels. */
const HIGHEST = 6_000;

/** What a frame shows. */
export interface FramedWidget {
  readonly id: string;
  /** The cell that shows the widget. */
  readonly cell: string;
  readonly title: string;
  /** Whether actions may reach the kernel. */
  readonly mayAct: () => boolean;
  readonly failed: (sentence: string) => void;
}

/** Adds the frame to an element; returns a function to remove it. */
export function openWidgetFrame(host: HTMLElement, widget: FramedWidget): () => void {
  const frame = document.createElement('iframe');
  frame.className = 'widget-frame';
  frame.title = widget.title;
  frame.setAttribute('sandbox', 'allow-scripts allow-popups allow-downloads');
  frame.src = '/assets/widget-frame.html';
  /** The widgets whose messages so far the frame has. */
  const told = new Set<string>();
  const tell = (said: ToFrame): void => frame.contentWindow?.postMessage(said, '*');
  const tellPast = (models: readonly WidgetModel[]): void => {
    const ids = new Set(models.map(({ id }) => id).filter((id) => !told.has(id)));
    for (const id of ids) told.add(id);
    const events = pastMessages().filter(({ id }) => ids.has(id));
    if (events.length > 0) tell({ type: 'events', events });
  };
  const answer = async ({ number, question }: Extract<FromFrame, { type: 'ask' }>): Promise<void> => {
    const answered = await answerTo(question, widget);
    tell({ type: 'answer', number, answer: answered });
    if (answered.to === 'widgets') tellPast(answered.models);
  };
  const listen = ({ data, source }: MessageEvent): void => {
    if (source !== frame.contentWindow || source === null) return;
    const said = data as FromFrame;
    if (said.type === 'ready') {
      told.clear();
      tell({ type: 'show', id: widget.id, cell: widget.cell, look: lookNow() });
    } else if (said.type === 'height') {
      frame.style.height = `${Math.min(HIGHEST, Math.max(0, Number(said.height) || 0))}px`;
    } else if (said.type === 'failed') widget.failed(String(said.sentence).slice(0, 500));
    else if (said.type === 'ask') void answer(said);
  };
  window.addEventListener('message', listen);
  const look = (): void => tell({ type: 'look', look: lookNow() });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', look);
  const themes = new MutationObserver(look);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const stop = listenToWidgets({
    take: (events) => {
      const known = events.filter((event) => event.type === 'gone' || ('id' in event && told.has(event.id)));
      if (known.length > 0) tell({ type: 'events', events: known });
    },
    // events were lost: the frame begins anew
    again: () => {
      frame.src = String(frame.src);
    },
  });
  host.append(frame);
  return () => {
    window.removeEventListener('message', listen);
    dark.removeEventListener('change', look);
    themes.disconnect();
    stop();
    frame.remove();
  };
}

function answerTo(
  question: Extract<FromFrame, { type: 'ask' }>['question'],
  { id, cell, mayAct }: FramedWidget,
): ReturnType<ReturnType<typeof line>['ask']> {
  if (question.ask === 'widgets') return line().ask({ ask: 'widgets', of: String(question.of ?? id) });
  if (question.ask === 'widget-code') {
    return line().ask({ ask: 'widget-code', module: String(question.module) });
  }
  if (question.ask === 'widget' && mayAct()) return line().ask({ ...question, cell });
  return Promise.resolve({ to: 'failed', message: 'a widget of the page cannot ask for this' });
}

function lookNow(): FrameLook {
  const theme = document.documentElement.dataset.theme ?? 'system';
  const { colorScheme } = getComputedStyle(document.documentElement);
  const isDark =
    colorScheme === 'dark' ||
    (colorScheme === 'light dark' && matchMedia('(prefers-color-scheme: dark)').matches);
  return { theme, isDark };
}
