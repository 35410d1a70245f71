/** gone-interface: interfaces that the library's version does not have any more. */

import type { CodeCell, NotebookFacts } from '../facts.ts';
import type { Fix } from '../finding.ts';
import { type GoneUse, goneUses } from '../gone-interfaces.ts';
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
    const uses = new Map<string, GoneUse[]>();
    for (const use of goneUses(facts.code, facts.surroundings.goneTable())) {
      const known = uses.get(use.name);
      if (known === undefined) uses.set(use.name, [use]);
      else known.push(use);
    }
    return [...uses.values()].flatMap((places) => {
      const [{ entry, name }] = places as [GoneUse];
      const state = facts.surroundings.stateOf(entry);
      if (state.type === 'works') return [];
      return oneNote(facts, goneInterface, places, (kept) => {
        const also = kept.length > 1 ? ` (${kept.length} uses, in ${cellsOf(kept)})` : '';
        const library = `${entry.package === 'python' ? 'Python' : entry.package} ${entry.since}`;
        const message =
          state.type === 'soon'
            ? `${name} goes in ${library}; use ${entry.use}${also}`
            : `${name} is gone since ${library}${state.by}; use ${entry.use}${also}`;
        const severity = state.type === 'soon' ? 'info' : state.type === 'installed' ? 'error' : 'warning';
        return { message, severity, fix: fixOf(facts, kept) };
      });
    });
  },
};

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
  return { title: `write ${entry.use}`, edits };
}
