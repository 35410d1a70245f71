/**
 * Asks a language model the open questions of a notebook, and reports on standard error the sent text and the
 * results.
 */

import type { CellFacts, GivenAnswer } from '../../../slicer/index.ts';
import { AnswerCache, askQuestions, modelClient } from '../../model/index.ts';
import { counted } from '../../words/index.ts';
import { progress, ticker } from '../terminal/progress.ts';
import type { GraphSettings } from './graph-options.ts';

export async function answersOfModel(
  cells: readonly CellFacts[],
  sources: ReadonlyMap<string, string>,
  { address, most }: NonNullable<GraphSettings['model']>,
): Promise<readonly GivenAnswer[]> {
  const { url, model } = address;
  const { tell, done } = ticker();
  const found = await askQuestions(cells, sources, {
    address,
    ask: modelClient(address),
    cache: new AnswerCache(),
    most,
    tell(asked, of) {
      if (asked === 0)
        progress(
          `Asking ${model} at ${url} ${counted(of, 'question')}, one after another. What is sent with each: the text of one cell, a name in it, and the names that stand for the same object.`,
        );
      else tell(`${asked} of ${of} questions asked`);
    },
  });
  done();
  if (found.failure !== null) progress(`note: ${found.failure}`);
  if (found.garbage > 0)
    progress(
      `note: ${counted(found.garbage, 'answer')} of ${model} said neither yes nor no and does not count`,
    );
  const { answers, kept, left } = found;
  const without =
    left === 0 ? '' : `; ${counted(left, 'question')} without an answer of it, which the usual rule decides`;
  progress(`${model} has answered ${counted(answers.length, 'question')}, ${kept} of them earlier${without}`);
  return answers;
}
