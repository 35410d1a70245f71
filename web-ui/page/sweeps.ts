/** The sweep of the open notebook: the wishes of the person, the progress and the last results. It shows nothing. */

import { signal } from '@preact/signals';
import type { Answer, SweepResult } from '../../runtime/index.ts';
import { flushAll } from './edits.ts';
import { line, notebookPath } from './notebook-state.ts';
import { notebookName } from './place.ts';
import { saveText } from './save-text.ts';
import { Trial } from './trial.ts';

/** A parameter in the form. `values`: separated by commas. */
export interface WishedParameter {
  readonly name: string;
  readonly values: string;
}

/** The parameters that the form has now. */
export const wishedParameters = signal<readonly WishedParameter[]>([{ name: '', values: '' }]);

/** The expressions that the form has now, one a line. */
export const wishedExpressions = signal('');

/** The parameters that the notebook has. */
export const knownParameters = signal<Extract<Answer, { readonly to: 'parameters' }>['parameters']>([]);

/** The progress in words; null: no sweep runs. */
export const sweeping = signal<string | null>(null);

/** The last results; or the reason, as text, why there are none. */
export const swept = signal<SweepResult | string | null>(null);

const trial = new Trial();

/** Asks for the parameters of the present notebook. */
export async function loadParameters(): Promise<void> {
  flushAll();
  const answer = await line().ask({ ask: 'parameters' });
  if (answer.to === 'parameters') knownParameters.value = answer.parameters;
}

/** Changes a parameter in the form. A name alone gets the present value. */
export function wish(at: number, changed: Partial<WishedParameter>): void {
  wishedParameters.value = wishedParameters.peek().map((each, index) => {
    if (index !== at) return each;
    const known = knownParameters.peek().find(({ name }) => name === changed.name);
    const values = known !== undefined && each.values === '' ? known.value : each.values;
    return { ...each, values, ...changed };
  });
}

/** Runs the sweep that the form describes. */
export async function startSweep(): Promise<void> {
  if (trial.isRunning) return;
  const parameters = wishedParameters.peek().filter(({ name }) => name.trim() !== '');
  const collect = wishedExpressions
    .peek()
    .split('\n')
    .filter((expression) => expression.trim() !== '');
  if (parameters.length === 0 || collect.length === 0) {
    swept.value = parameters.length === 0 ? 'Name a parameter.' : 'Give an expression to collect.';
    return;
  }
  flushAll();
  sweeping.value = 'asking';
  const { answer, isGivenUp } = await trial.ask({ ask: 'sweep', parameters, collect }, (text) => {
    sweeping.value = text;
  });
  sweeping.value = null;
  if (answer.to === 'sweep') swept.value = answer;
  else if (answer.to === 'failed' && !isGivenUp) swept.value = answer.message;
}

/** Ends the sweep; the results so far appear. */
export function cancelSweep(): void {
  trial.cancel();
}

/** Gives the results to the browser as a download. */
export function saveSwept(form: 'html' | 'csv'): void {
  const results = swept.peek();
  if (results === null || typeof results === 'string') return;
  const text = form === 'html' ? results.page : results.table;
  saveText(`${notebookName(notebookPath.peek())}-sweep.${form}`, text);
}
