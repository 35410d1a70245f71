/** absolute-path (Julynter's p1): absolute paths. */

import { absolutePaths } from '../absolute-paths.ts';
import type { CodeCell, FoundString, NotebookFacts } from '../facts.ts';
import type { Fix } from '../finding.ts';
import type { Rule } from '../rule.ts';

export const absolutePath: Rule = {
  code: 'p1',
  name: 'absolute-path',
  severity: 'warning',
  phase: 'share',
  what: 'An absolute path',
  why: 'Another machine does not have this path.',
  fix: "makes the path relative, if the file is there, in the notebook's folder",
  check: (facts) =>
    facts.code.flatMap((cell) =>
      absolutePaths(cell).map((found) => ({
        cell: cell.id,
        at: found.at,
        message: `${found.text} is on this machine only; use a path relative to the notebook`,
        fix: found.string === null ? null : relativeFix(facts, cell, found.string),
      })),
    ),
};

function relativeFix({ surroundings }: NotebookFacts, cell: CodeCell, string: FoundString): Fix | null {
  const { folder } = surroundings;
  const { text, at, whole } = string;
  if (folder === null || !whole || text.includes('\\') || !text.startsWith(`${folder}/`)) return null;
  const relative = text.slice(folder.length + 1);
  if (relative === '' || !surroundings.exists(relative)) return null;
  const source = cell.source.slice(0, at.from) + relative + cell.source.slice(at.to);
  return { title: `use ${relative}`, edits: [{ cell: cell.id, source }] };
}
