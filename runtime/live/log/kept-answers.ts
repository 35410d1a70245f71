/**
 * A person's answers to questions about a notebook's cells (`.sluice/NAME.answers.json`): beside the
 * notebook, never in it. An answer is about a line, and counts as long as the cell has this line.
 */
import { dirname, join } from 'node:path';
import { checkJson, flag, list, object, only, text, word } from '../../../instrument/index.ts';
import type { CellFacts, GivenAnswer, Question } from '../../../slicer/index.ts';
import { readText, saveAtomically } from '../../documents/index.ts';
import { FOLDER, logFolder } from './session-log.ts';
import { storedName } from './stored-name.ts';

interface KeptAnswer {
  readonly cell: string;
  readonly name: string;
  readonly asks: Question['asks'];
  /** The text of the line in question. */
  readonly line: string;
  readonly answer: boolean;
}

const FILE = object<{ readonly version: 1; readonly answers: readonly KeptAnswer[] }>({
  version: only(1),
  answers: list(
    object<KeptAnswer>({ cell: text, name: text, asks: word('reads', 'changes'), line: text, answer: flag }),
  ),
});

/** Where the answers about a notebook are, if there are any. */
export function keptAnswersOf(notebook: string): string {
  return join(dirname(notebook), FOLDER, `${storedName(notebook)}.answers.json`);
}

/** A question of a cell. */
export type AskedOf = Pick<Question, 'name' | 'asks'> & { readonly cell: string };

/** The answers about a notebook. A file of another form is ignored, and replaced at the next answer. */
export class KeptAnswers {
  readonly #notebook: string;

  constructor(notebook: string) {
    this.#notebook = notebook;
  }

  /** The answers that count for the present cells. `sources`: the text of each cell. */
  for(cells: readonly CellFacts[], sources: ReadonlyMap<string, string>): GivenAnswer[] {
    const kept = this.#read();
    if (kept.length === 0) return [];
    return cells.flatMap(({ cell, questions }) =>
      questions.flatMap(({ name, asks, line }): GivenAnswer[] => {
        const text = lineOf(sources.get(cell) ?? '', line);
        const found = kept.find((each) => isAbout(each, { cell, name, asks }) && each.line === text);
        return found === undefined ? [] : [{ cell, name, asks, answer: found.answer, by: 'person' }];
      }),
    );
  }

  /** Stores an answer; null deletes it. @throws {SluiceError} when it cannot be saved. */
  keep(question: AskedOf & Pick<Question, 'line'>, source: string, answer: boolean | null): void {
    const { cell, name, asks } = question;
    const others = this.#read().filter((each) => !isAbout(each, question));
    const line = lineOf(source, question.line);
    const answers = answer === null ? others : [...others, { cell, name, asks, line, answer }];
    const folder = logFolder(this.#notebook);
    const text = `${JSON.stringify({ version: 1, answers }, null, 1)}\n`;
    saveAtomically(keptAnswersOf(this.#notebook), text, folder);
  }

  #read(): readonly KeptAnswer[] {
    try {
      const found = checkJson(FILE, readText(keptAnswersOf(this.#notebook)));
      return found.type === 'malformed' ? [] : found.value.answers;
    } catch {
      return [];
    }
  }
}

function isAbout(kept: AskedOf, { cell, name, asks }: AskedOf): boolean {
  return kept.cell === cell && kept.name === name && kept.asks === asks;
}

function lineOf(source: string, line: number): string {
  return source.split('\n')[line - 1]?.trim() ?? '';
}
