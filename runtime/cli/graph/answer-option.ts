/** `--answer CELL:NAME=yes`: a person's answer to an open question about a cell. It stores nothing. */
import type { Question } from '../../../slicer/index.ts';
import { SluiceError } from '../../words/index.ts';

/** An answer from the command line. */
export interface AnswerOption {
  /** An id, or a position among the code cells from 1. */
  readonly cell: string;
  readonly name: string;
  /** Null: the open question about the name. */
  readonly asks: Question['asks'] | null;
  /** Null: deletes the answer. */
  readonly answer: boolean | null;
}

/** @throws {SluiceError} 2 for another form. */
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
