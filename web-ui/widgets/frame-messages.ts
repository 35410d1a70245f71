/** Messages between the page and a frame that draws a widget of another package. Types only. */

import type { Answer, WidgetEvent } from '../../runtime/index.ts';
import type { Ask } from './ask.ts';

/** The colours that the frame takes over. */
export interface FrameLook {
  /** The setting of the page. */
  readonly theme: string;
  readonly isDark: boolean;
}

/** A message of the page. */
export type ToFrame =
  | { readonly type: 'show'; readonly id: string; readonly cell: string; readonly look: FrameLook }
  | { readonly type: 'look'; readonly look: FrameLook }
  | { readonly type: 'events'; readonly events: readonly WidgetEvent[] }
  | { readonly type: 'answer'; readonly number: number; readonly answer: Answer };

/** A message of the frame. */
export type FromFrame =
  | { readonly type: 'ready' }
  | { readonly type: 'height'; readonly height: number }
  | { readonly type: 'failed'; readonly sentence: string }
  | { readonly type: 'ask'; readonly number: number; readonly question: Parameters<Ask>[0] };
