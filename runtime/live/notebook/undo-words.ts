/** What the undo or redo of a run changes, in one sentence. */

import type { CellId, CellLabel } from '../../../slicer/index.ts';
import type { UndoneRun } from '../../session/index.ts';
import type { UndoPlan } from '../messages/undo-messages.ts';

/** Longer lists end with a number. */
const MOST = 6;

/** The words for a found undo or redo; `cells`: the other cells with undone runs. */
export function undoWords(
  way: UndoPlan['way'],
  found: UndoneRun,
  cells: readonly CellId[],
  label: CellLabel,
): Pick<UndoPlan, 'why' | 'text' | 'cells'> {
  const { why, names, removed, objects, files, settings } = found;
  const isUndo = way === 'undo';
  const back = [...new Set([...names, ...objects, ...files, ...settings.map(settingWord)])];
  const parts = [
    listed(back, isUndo ? 'puts back' : 'changes'),
    listed(removed, isUndo ? 'deletes' : 'brings back'),
    runsOf(cells, label, isUndo ? 'undoes' : 'redoes'),
  ].filter((part) => part !== '');
  const text = parts.length === 0 ? 'nothing else changes' : joined(parts);
  return { why: why[0] ?? null, text: `${text[0]?.toUpperCase()}${text.slice(1)}.`, cells };
}

function listed(names: readonly string[], verb: string): string {
  if (names.length === 0) return '';
  const shown = names.length > MOST ? names.slice(0, MOST - 1) : names;
  const rest = names.length - shown.length;
  return `${verb} ${joined(rest > 0 ? [...shown, `${rest} more`] : shown)}`;
}

function runsOf(cells: readonly CellId[], label: CellLabel, verb: string): string {
  if (cells.length === 0) return '';
  const labels = cells.map(label);
  const numbers = labels.flatMap((each) => /^cell (\d+)$/.exec(each)?.[1] ?? []);
  const known = numbers.length === labels.length && numbers.length > 1;
  const told = known ? `cells ${joined(numbers)}` : joined(labels);
  return `${verb} the runs of ${told} too`;
}

function settingWord(location: string): string {
  return location.startsWith('random') || location.startsWith('numpy.random')
    ? 'random numbers'
    : `the state of ${location}`;
}

function joined(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
