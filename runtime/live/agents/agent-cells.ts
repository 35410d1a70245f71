/** Cells in the form for agents, and the reasons for plans in words. */

import type { AgentCell } from '../messages/agent-messages.ts';
import type { CellView } from '../messages/notebook-views.ts';

/** The cells in the form for agents. */
export function agentCells(views: readonly CellView[]): readonly AgentCell[] {
  let index = 0;
  return views.map(({ id, type, source, state, reasons, outputs, prompt }) => {
    if (type === 'code') index += 1;
    return {
      ...{ id, type, source, state, reasons, outputs: outputs.length, prompt: prompt?.text ?? null },
      index: type === 'code' ? index : null,
    };
  });
}

/** Why a cell is in a plan. */
export function whyPlanned(view: CellView | undefined, isWanted: boolean): string {
  const reasons = view?.reasons.join('; ') ?? '';
  if (reasons !== '') return reasons;
  if (view?.state === 'unrun')
    return isWanted ? 'it has not run' : 'it has not run, and another cell needs it';
  if (view?.state === 'edited') return 'its text has changed since it ran';
  return isWanted ? 'it was asked for' : 'it depends on a cell that runs';
}

/** Why a requested cell did not run. */
export function whyLeft({ state, reasons }: CellView): string {
  if (reasons.length > 0) return reasons.join('; ');
  if (state === 'settled') return 'its inputs turned out to be the same as before';
  return `it is ${state}`;
}
