/** `--answer CELL:NAME=yes`: what a person says to a question that a cell leaves open. It keeps nothing. */
import type { Question } from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';

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
