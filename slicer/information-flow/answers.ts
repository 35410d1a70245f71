/**
 * Answers to questions that text and declared effects leave open: by runs, by a person, by a language model,
 * in this order. Bounds stay unchanged; answers decide on likely facts. This file asks no person and no
 * model.
 */
import type { CellFacts, Contradiction, NameFact, Question } from './cell-facts.ts';
import type { ObservedCell } from './observed.ts';

/** An answer to an open question. */
export interface GivenAnswer {
  readonly cell: string;
  readonly name: string;
  readonly asks: Question['asks'];
  readonly answer: boolean;
  readonly by: 'observed' | 'person' | 'model';
}

/** Whether only the usual rule has answered. */
export function isOpen({ by }: Pick<Question, 'by'>): boolean {
  return by === 'default';
}

/** A fact missing from the text. */
const SEEN = { kind: 'data', alias: false, certain: false, answer: true, by: 'observed', line: 1 } as const;

const WHO = {
  observed: 'its run has shown it',
  person: 'a person has said so',
  model: 'a language model has said so',
} as const;

/** The facts with answers to open questions; the first answer to a question counts. */
export function withAnswers(cells: readonly CellFacts[], answers: Iterable<GivenAnswer>): CellFacts[] {
  const given = new Map<string, GivenAnswer>();
  for (const answer of answers) {
    const key = keyOf(answer.cell, answer);
    if (!given.has(key)) given.set(key, answer);
  }
  return cells.map((facts) => {
    const found = facts.questions.flatMap((question) =>
      isOpen(question) ? (given.get(keyOf(facts.cell, question)) ?? []) : [],
    );
    return found.reduce(answered, facts);
  });
}

function keyOf(cell: string, { name, asks }: Pick<Question, 'name' | 'asks'>): string {
  return JSON.stringify([cell, name, asks]);
}

function answered(facts: CellFacts, { name, asks, answer, by }: GivenAnswer): CellFacts {
  const change = (fact: NameFact): NameFact => {
    const isMeant = fact.name === name || (fact.alias && fact.through === name);
    if (!isMeant || !isOpen(fact)) return fact;
    return { ...fact, answer, by, why: `${fact.why}: ${WHO[by]}` };
  };
  const questions = facts.questions.map((question) =>
    question.name === name && question.asks === asks && isOpen(question)
      ? { ...question, answer, by }
      : question,
  );
  const known = facts[asks].map(change);
  if (!answer || known.some((fact) => fact.name === name)) return { ...facts, [asks]: known, questions };
  const line = questions.find((question) => question.name === name && question.asks === asks)!.line;
  const made = { ...SEEN, name, by, line, why: `${asks} ${name}: ${WHO[by]}` };
  return { ...facts, [asks]: [...known, made], questions };
}

/** The facts with evidence of runs: answers, facts missing from the text, and contradictions. */
export function withObservations(
  cells: readonly CellFacts[],
  observed: ReadonlyMap<string, ObservedCell>,
): CellFacts[] {
  const answers = cells.flatMap(({ cell, questions }) => {
    const run = observed.get(cell);
    if (run === undefined) return [];
    return questions.flatMap(({ name, asks }): GivenAnswer[] => {
      const answer = run[asks].has(name);
      return answer || (run.isWhole && !run.perhaps[asks].has(name))
        ? [{ cell, name, asks, answer, by: 'observed' }]
        : [];
    });
  });
  // imported names are in no facts
  const variables = new Set(
    cells.flatMap(({ reads, changes }) => [...reads, ...changes].map(({ name }) => name)),
  );
  return withAnswers(cells, answers).map((facts) => {
    const run = observed.get(facts.cell);
    return run === undefined ? facts : compared(facts, run, variables);
  });
}

function compared(facts: CellFacts, run: ObservedCell, variables: ReadonlySet<string>): CellFacts {
  const contradictions: Contradiction[] = [];
  const note = (name: string, asks: Question['asks'], why: string, isShown: boolean) =>
    contradictions.push({ name, asks, observed: isShown, why });
  const added = { reads: [] as NameFact[], changes: [] as NameFact[] };
  for (const asks of ['reads', 'changes'] as const) {
    const named = new Set(facts[asks].map(({ name }) => name));
    for (const name of run[asks]) {
      if (named.has(name) || !variables.has(name)) continue;
      const why = `${asks} ${name} when it ran, though its text does not show that`;
      note(name, asks, why, true);
      added[asks].push({ ...SEEN, name, why });
    }
    if (!run.isWhole) continue;
    for (const { name, certain, alias, kind, why } of facts[asks]) {
      const mayBe = run[asks].has(name) || run.perhaps[asks].has(name);
      if (!certain || alias || kind === 'code' || mayBe) continue;
      note(name, asks, `${why}; but its run has not`, false);
    }
  }
  const seen = (asks: Question['asks']): NameFact[] =>
    [...facts[asks], ...added[asks]].map((fact) =>
      run[asks].has(fact.name) ? { ...fact, seen: true } : fact,
    );
  return { ...facts, reads: seen('reads'), changes: seen('changes'), contradictions };
}
