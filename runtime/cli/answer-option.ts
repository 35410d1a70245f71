/** `--answer CELL:NAME=yes`: what a person says to a question that a cell leaves open. It is kept beside the notebook. */
import { type CellFacts, isOpen, type Question } from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';
import { KeptAnswers } from '../live/index.ts';

/** An answer as it is given. */
export interface AnswerOption {
  /** An id, or a place among the code cells from 1. */
  readonly cell: string;
  readonly name: string;
  /** Null: what is open about the name. */
  readonly asks: Question['asks'] | null;
  /** Null: it is to be forgotten. */
  readonly answer: boolean | null;
}

/** @throws {SluiceError} 2 when it has not the form. */
export function parseAnswer(given: string): AnswerOption {
  const [, cell, asks, name, word] =
    /^(.+?):(?:(reads|changes):)?([^:=]+)=(yes|no|forget)$/.exec(given.trim()) ?? [];
  if (cell === undefined || name === undefined)
    throw new SluiceError(
      `--answer takes CELL:NAME=yes, =no or =forget (or CELL:changes:NAME=…, CELL:reads:NAME=…), not ${given}`,
    );
  const answer = word === 'forget' ? null : word === 'yes';
  return { cell, name: name.trim(), asks: (asks as Question['asks'] | undefined) ?? null, answer };
}

/** Keeps an answer about a notebook. `cells`: before any answers. @throws {SluiceError} 2 when there is no such question. */
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
