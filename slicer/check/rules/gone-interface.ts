/** gone-interface: interfaces that the library's version does not have any more. */

import { listed } from '../../words/listed.ts';
import type { CodeCell, NotebookFacts } from '../facts.ts';
import type { Fix } from '../finding.ts';
import { type GoneUse, goneUses } from '../gone-interfaces.ts';
import type { GoneInterface } from '../gone-table.ts';
import { cellsOf, oneNote } from '../one-note.ts';
import type { Rule } from '../rule.ts';

export const goneInterface: Rule = {
  code: 'gone-interface',
  severity: 'warning',
  phase: 'explore',
  what: 'A cell uses an interface that newer versions of the library do not have',
  why: 'With a version of today the cell fails.',
  fix: 'writes the interface that took its place, where the two mean the same',
  check(facts) {
    return causesOf(goneUses(facts.code, facts.surroundings.goneTable())).flatMap((places) => {
      const [{ entry, name }] = places as [GoneUse];
      const state = facts.surroundings.stateOf(entry);
      if (state.type === 'works') return [];
      return oneNote(facts, goneInterface, places, (kept) => {
        const also = kept.length > 1 ? ` (${kept.length} uses, in ${cellsOf(kept)})` : '';
        const library = `${entry.package === 'python' ? 'Python' : entry.package} ${entry.since}`;
        const message =
          state.type === 'soon'
            ? `${name} goes in ${library}${instead(entry)}${also}`
            : goneMessage(kept, `gone since ${library}${state.by}`, also);
        const severity = state.type === 'soon' ? 'info' : state.type === 'installed' ? 'error' : 'warning';
        return { message, severity, fix: fixOf(facts, kept) };
      });
    });
  },
};

/** More names that went with one version have one cause: the notebook is for an older one. */
const MOST_NAMES = 3;

/** Uses with one remedy: of one interface, or of one version of a library that took many. */
function causesOf(uses: readonly GoneUse[]): readonly (readonly GoneUse[])[] {
  const versionOf = ({ entry }: GoneUse) => `${entry.package} ${entry.since}`;
  const names = new Map<string, Set<string>>();
  for (const use of uses) names.set(versionOf(use), (names.get(versionOf(use)) ?? new Set()).add(use.name));
  const causes = new Map<string, GoneUse[]>();
  for (const use of uses) {
    const isMany = names.get(versionOf(use))!.size > MOST_NAMES;
    const key = isMany ? versionOf(use) : use.name;
    causes.set(key, [...(causes.get(key) ?? []), use]);
  }
  return [...causes.values()];
}

function goneMessage(uses: readonly GoneUse[], gone: string, also: string): string {
  const names = [...new Set(uses.map(({ name }) => name))];
  const [{ entry }] = uses as [GoneUse];
  if (names.length === 1) return `${names[0]} is ${gone}${instead(entry)}${also}`;
  return `${listed(names, MOST_NAMES)} are ${gone}; write them anew, or ask for an older ${entry.package}${also}`;
}

function instead({ use }: GoneInterface): string {
  return use === undefined ? '' : `; use ${use}`;
}

/** All changes together, if each use has one. */
function fixOf({ code }: NotebookFacts, uses: readonly GoneUse[]): Fix | null {
  if (uses.some(({ change }) => change === null)) return null;
  const texts = new Map<CodeCell, string>();
  for (const { cell, change } of uses.toSorted((a, b) => b.at.from - a.at.from)) {
    const text = texts.get(cell) ?? cell.source;
    texts.set(cell, text.slice(0, change!.from) + change!.text + text.slice(change!.to));
  }
  const edits = code.flatMap((cell) => {
    const source = texts.get(cell);
    return source === undefined ? [] : [{ cell: cell.id, source }];
  });
  const [{ entry }] = uses as [GoneUse];
  return { title: `write ${entry.use ?? 'the code without it'}`, edits };
}
