/** Stores a person's `--answer` beside the notebook, if the question is open. */
import { type CellFacts, isOpen } from '../../../slicer/index.ts';
import { KeptAnswers } from '../../live/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { AnswerOption } from './answer-option.ts';

/**
 * Stores an answer about a notebook. `cells`: the facts before any answers. @throws {SluiceError} 2 when
 * there is no such question.
 */
export function keepAnswer(
  notebook: string,
  cells: readonly CellFacts[],
  sources: ReadonlyMap<string, string>,
  { cell, name, asks, answer }: AnswerOption,
): void {
  const at = cells.findIndex((facts) => facts.cell === cell);
  const facts = cells[at >= 0 ? at : Number(cell) - 1];
  if (facts === undefined)
    throw new SluiceError(`--answer: there is no cell ${cell}; the code cells are 1 to ${cells.length}`);
  const open = facts.questions.filter(isOpen);
  const meant = open.filter(
    (question) => question.name === name && (asks === null || question.asks === asks),
  );
  const [question] = meant;
  if (question === undefined) {
    const known = open.map((each) => `${each.asks} ${each.name}`).join(', ') || 'nothing';
    throw new SluiceError(
      `--answer: whether cell ${cell} reads or changes ${name} is not open; open is: ${known}`,
    );
  }
  if (meant.length > 1)
    throw new SluiceError(
      `--answer: say ${cell}:reads:${name}=… or ${cell}:changes:${name}=…; both are open`,
    );
  const about = { ...question, cell: facts.cell };
  new KeptAnswers(notebook).keep(about, sources.get(facts.cell) ?? '', answer);
}
