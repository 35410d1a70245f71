/**
 * Asks a language model the open questions about cells, one at a time: with the text of the cell, the name, and its
 * aliases. Nothing else is sent, and no more questions than the limit.
 */
import {
  type CellFacts,
  type GivenAnswer,
  isOpen,
  type NameFact,
  type Question,
} from '../../slicer/index.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { AskModel, ModelAddress, ModelPrompt } from './model-client.ts';

const SYSTEM =
  'You answer one question about one cell of a Python notebook. Answer with a single word, yes or no, and nothing else.';

/** The parts of asking. */
export interface AskMeans {
  readonly address: ModelAddress;
  readonly ask: AskModel;
  readonly cache: AnswerCache;
  /** How many questions may be sent. */
  readonly most: number;
  /** Before the first is sent, and after each. */
  readonly tell: (asked: number, of: number) => void;
}

/** The result of asking. */
export interface AskedModel {
  readonly answers: readonly GivenAnswer[];
  readonly kept: number;
  readonly asked: number;
  /** Answers other than yes and no. */
  readonly garbage: number;
  /** Questions without an answer, or not sent. */
  readonly left: number;
  /** Why there was no answer; null: there always was one. */
  readonly failure: string | null;
}

/** The limit of temporary failures in a row, after which asking stops. */
const MOST_FAILURES = 2;

/** Asks the open questions. `sources`: the text of each cell. */
export async function askQuestions(
  cells: readonly CellFacts[],
  sources: ReadonlyMap<string, string>,
  { address, ask, cache, most, tell }: AskMeans,
): Promise<AskedModel> {
  const answers: GivenAnswer[] = [];
  const open: { readonly question: Question; readonly cell: string; readonly prompt: ModelPrompt }[] = [];
  for (const facts of cells) {
    for (const question of facts.questions.filter(isOpen)) {
      const prompt = promptOf(question, facts, sources.get(facts.cell) ?? '');
      const answer = cache.get(address, prompt);
      if (answer === null) open.push({ question, cell: facts.cell, prompt });
      else answers.push(given(facts.cell, question, answer));
    }
  }
  const kept = answers.length;
  let [asked, garbage, failures] = [0, 0, 0];
  let failure: string | null = null;
  const sent = open.slice(0, most);
  if (sent.length > 0) tell(0, sent.length);
  for (const { question, cell, prompt } of sent) {
    const found = await ask(prompt);
    asked += 1;
    tell(asked, sent.length);
    if (found.type === 'failed') {
      failure = found.why;
      failures += 1;
      if (found.isLasting || failures >= MOST_FAILURES) break;
      continue;
    }
    failures = 0;
    if (found.type === 'garbage') garbage += 1;
    else {
      cache.set(address, prompt, found.answer);
      answers.push(given(cell, question, found.answer));
    }
  }
  const left = open.length - garbage - (answers.length - kept);
  return { answers, kept, asked, garbage, left, failure };
}

function given(cell: string, { name, asks }: Question, answer: boolean): GivenAnswer {
  return { cell, name, asks, answer, by: 'model' };
}

function promptOf({ name, asks, line }: Question, facts: CellFacts, source: string): ModelPrompt {
  const others = aliasesOf(name, facts);
  const same =
    others.length === 0
      ? ''
      : `These stand for the same object, or hold it or are in it: ${others.join(', ')}.\n`;
  const question =
    asks === 'reads'
      ? `Does running this cell read the value that ${name} has before the cell runs?`
      : `Does running this cell change the object that ${name} stands for, in place? Line ${line} uses it. Binding ${name} to another object is no such change, and neither is making a changed copy.`;
  return { system: SYSTEM, user: `The cell:\n\n${source}\n\n${same}${question} Answer yes or no.` };
}

function aliasesOf(name: string, { reads, changes }: CellFacts): string[] {
  const isMeant = (fact: NameFact) => fact.alias && fact.through === name;
  return [...new Set([...reads, ...changes].filter(isMeant).map((fact) => fact.name))];
}
