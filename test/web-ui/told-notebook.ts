/** A notebook whose view and answers a test tells, in place of a core. The notebook keeps the messages of pages. */

import type {
  Answer,
  CellView,
  FiledNotebook,
  FromPage,
  FromServer,
  NotebookView,
} from '../../runtime/live/index.ts';
import type { UiServerOptions } from '../../runtime/server/index.ts';

/** A code cell that has run; `fields` for what is different. */
export function codeCell(id: string, source: string, fields: Partial<CellView> = {}): CellView {
  return {
    id,
    type: 'code',
    source,
    version: 0,
    metadata: {},
    attachments: {},
    outputs: [],
    executionCount: 1,
    state: 'settled',
    reasons: [],
    refresher: false,
    frozen: false,
    expensive: false,
    trusted: true,
    exec: 1,
    startedAt: null,
    ms: 12,
    prompt: null,
    stored: null,
    clipped: [],
    ...fields,
  };
}

/** The view of a notebook with these cells. */
export function viewOf(cells: readonly CellView[], fields: Partial<NotebookView> = {}): NotebookView {
  return {
    path: 'book.ipynb',
    cells,
    mode: 'reactive',
    orderMode: 'in-order',
    language: null,
    kernel: { state: 'idle', name: 'Python 3.12', reason: null, cell: null },
    saved: 'saved',
    saveFailure: null,
    saves: 0,
    opening: 'told',
    plan: { cells: [], seconds: null },
    update: { cells: [], seconds: null },
    cutOff: [],
    variants: null,
    ...fields,
  };
}

/** The notebook in the hands of a test. */
export interface Told extends FiledNotebook {
  readonly said: FromPage[];
  tell(message: FromServer): void;
}

/** The notebook. `answer`: by question. */
export function toldNotebook(view: NotebookView, answer: (question: FromPage) => Answer | null): Told {
  const said: FromPage[] = [];
  const pages = new Set<(message: FromServer) => void>();
  return {
    said,
    tell: (message) => {
      for (const page of pages) page(message);
    },
    connect(listener) {
      pages.add(listener);
      listener({ type: 'notebook', notebook: view });
      return {
        receive(message) {
          said.push(message);
          const given = answer(message);
          if (given !== null && 'id' in message) listener({ type: 'answer', id: message.id, answer: given });
        },
        close: () => pages.delete(listener),
      };
    },
    close: async () => {},
    moved: () => {},
    secure: () => {},
    kernel: { id: null, python: '', state: 'idle', isWorthKeeping: false },
  };
}

/** For servers of tests that know no kernels. */
export const NO_KERNELS: UiServerOptions['kernels'] = { all: async () => [], end: async () => {} };

/** For servers of tests that have no sessions. */
export const NO_SESSIONS: UiServerOptions['sessions'] = {
  list: async () => ({ kind: 'recorded', sessions: [] }),
  open: async () => {
    throw new Error('there are no sessions here');
  },
};
