/** Runs the chosen rules on a notebook. It reads no files and prints nothing. */

import type { LibraryKnowledge } from '../static/index.ts';
import { aliasOf, type Choice, chooseRules, isNamed, isTold } from './choose-rules.ts';
import type { CheckedNotebook, NotebookFacts } from './facts.ts';
import type { Finding } from './finding.ts';
import { Ignores } from './ignores.ts';
import type { Rule } from './rule.ts';
import { textFacts } from './text-facts.ts';

/** The findings in page order, and the facts behind them. */
export interface Checked {
  readonly facts: NotebookFacts;
  readonly findings: readonly Finding[];
}

/** Checks a notebook. Pure; the surroundings answer for files. */
export function checkNotebook(notebook: CheckedNotebook, choice: Choice, library: LibraryKnowledge): Checked {
  const facts = textFacts(notebook, library);
  const found = chooseRules(choice).flatMap((rule) => findingsOf(rule, facts, choice));
  return { facts, findings: inPageOrder(notebook, found) };
}

/** Lazily computed facts interpret the whole notebook; contracts query a database. */
function isSlow(facts: NotebookFacts, key: PropertyKey): boolean {
  return key === 'contracts' || Object.getOwnPropertyDescriptor(facts, key)?.get !== undefined;
}

class AsksForSlowFacts extends Error {}

/**
 * As {@link checkNotebook}, but only by rules without slow facts, for a person who is typing. `awaited`: the
 * codes of the other rules.
 */
export function checkSoon(
  notebook: CheckedNotebook,
  choice: Choice,
  library: LibraryKnowledge,
): Checked & { readonly awaited: readonly string[] } {
  const facts = textFacts(notebook, library);
  const quick = new Proxy(facts, {
    get(target, key) {
      if (isSlow(target, key)) throw new AsksForSlowFacts();
      return Reflect.get(target, key);
    },
  });
  const awaited: string[] = [];
  const found = chooseRules(choice).flatMap((rule) => {
    try {
      return findingsOf(rule, quick, choice);
    } catch (error) {
      if (!(error instanceof AsksForSlowFacts)) throw error;
      awaited.push(rule.code);
      return [];
    }
  });
  return { facts, findings: inPageOrder(notebook, found), awaited };
}

function findingsOf(rule: Rule, facts: NotebookFacts, choice: Choice): Finding[] {
  const found = [...rule.check(facts)].filter(({ phase = rule.phase }) => isTold(choice, phase));
  return found.map(
    ({
      cell,
      at,
      message,
      path = [],
      fix = null,
      evidence = null,
      severity = rule.severity,
      phase = rule.phase,
      places = 1,
    }): Finding => ({
      code: rule.code,
      severity,
      phase,
      cell,
      at,
      message,
      why: rule.why,
      path,
      fix,
      evidence,
      places,
    }),
  );
}

function inPageOrder({ cells }: CheckedNotebook, found: readonly Finding[]): readonly Finding[] {
  const places = new Map(cells.map(({ id }, place) => [id, place]));
  const placeOf = ({ cell }: Finding) => (cell === null ? -1 : (places.get(cell) ?? -1));
  const ignores = new Ignores(cells);
  const told = found.filter(({ code, cell, at }) => {
    const words = { isNamed: (codes: readonly string[]) => isNamed(code, codes), alias: aliasOf(code) };
    return !ignores.covers(words, cell, at);
  });
  return told.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.at?.from ?? -1) - (b.at?.from ?? -1));
}
