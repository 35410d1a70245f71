/** The functions for an extension (docs/extension-api.d.ts), which act on the notebook of this page. */

import { effect } from '@preact/signals';
import type { Cell, Sluice, Stop } from '../../docs/extension-api.d.ts';
import { rewrite } from '../page/edits.ts';
import { cellNow, cellSignal, cellsNow, order } from '../page/notebook-state.ts';
import { togglePanel } from '../page/page-parts.ts';
import { runCells } from '../page/run-actions.ts';
import { addedCommands, addedPanels, addedRenderers } from './added-parts.ts';
import { contained } from './contained.ts';

/** Changes within this time are told together. */
const TOGETHER_MS = 50;

/** The functions for an extension. `stops`: receives a function to end each listener. */
export function functionsFor(extension: string, stops: Stop[]): Sluice {
  const addCommand: Sluice['addCommand'] = ({ id, title, keys = [], run }) => {
    addedCommands.value = [
      ...addedCommands.peek(),
      {
        extension,
        id: `${extension}.${id}`,
        title,
        group: 'Extensions',
        keys,
        where: 'both',
        run: () => void contained(extension, `in "${title}"`, run),
      },
    ];
  };
  return {
    addCommand,
    addRenderer(mime, draw) {
      addedRenderers.value = [...addedRenderers.peek(), { extension, mime, draw }];
    },
    addPanel({ id, title, draw }) {
      const panel = `added:${extension}.${id}` as const;
      addedPanels.value = [...addedPanels.peek(), { extension, id: panel, title, draw }];
      addCommand({ id: `panel.${id}`, title, run: () => togglePanel(panel) });
    },
    cells: () =>
      cellsNow().map(({ id, type, source, state, outputs }): Cell => ({ id, type, source, state, outputs })),
    setSource(id, text) {
      checkCell(id);
      rewrite(id, text);
    },
    run(ids) {
      for (const id of ids) checkCell(id);
      runCells(ids);
    },
    on(event, listener) {
      if (event !== 'changed') throw new Error(`there is no event ${event}`);
      const stop = afterChanges(() => contained(extension, 'after a change of the notebook', listener));
      stops.push(stop);
      return stop;
    },
  };
}

function checkCell(id: string): void {
  if (cellNow(id) === undefined) throw new Error(`there is no cell ${id}`);
}

/** Calls a function some time after each change of cells; returns a function to end this. */
function afterChanges(call: () => void): Stop {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  const stop = effect(() => {
    for (const id of order.value) cellSignal(id)?.value;
    if (!isFirst) {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        call();
      }, TOGETHER_MS);
    }
    isFirst = false;
  });
  return () => {
    stop();
    clearTimeout(waiting);
  };
}
