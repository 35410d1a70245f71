/** absolute-path (Julynter's p1): absolute paths. */

import type { Range } from '../../static/syntax.ts';
import { listed } from '../../words/listed.ts';
import { absolutePaths } from '../absolute-paths.ts';
import type { CodeCell, FoundString, NotebookFacts } from '../facts.ts';
import type { Fix } from '../finding.ts';
import { oneNote } from '../one-note.ts';
import type { Rule } from '../rule.ts';

export const absolutePath: Rule = {
  code: 'p1',
  name: 'absolute-path',
  severity: 'warning',
  phase: 'review',
  what: 'An absolute path',
  why: 'Another machine does not have this path.',
  fix: "makes the path relative, if the file is there, in the notebook's folder",
  check(facts) {
    const found = facts.code.flatMap((cell) =>
      absolutePaths(cell)
        .filter(({ at }) => !isGuarded(cell, at))
        .map((path) => ({ ...path, cell })),
    );
    const isHosted = ({ text }: (typeof found)[number]) => HOSTED.test(text);
    const hosted = found.filter(isHosted).map((each) => ({ ...each, what: each.text }));
    const own = found.filter((each) => !isHosted(each));
    return [
      ...own.map(({ cell, at, text, string }) => ({
        cell: cell.id,
        at,
        message: `${text} is on this machine only; use a path relative to the notebook`,
        fix: string === null ? null : relativeFix(facts, cell, string),
      })),
      ...oneNote(facts, absolutePath, hosted, (places) => ({
        message: `${listed(
          places.map(({ text }) => text),
          3,
        )}: only on a hosted service; say where the files come from`,
        severity: 'info',
        phase: 'share',
      })),
    ];
  },
};

/** Folders of Kaggle, Colab and Databricks. */
const HOSTED = /^\/(?:kaggle|content|gdrive|drive|dbfs|FileStore|databricks)\//;
/** A test of the place where the notebook runs, or for a file. */
const GUARD = /colab|kaggle|exists|isdir|isfile|environ|platform|getenv|gethostname/i;

/** Whether a path stands behind a test, or in a `try` with another way. */
function isGuarded(cell: CodeCell, at: Range): boolean {
  return cell.statements.some((statement) => {
    if (statement.from > at.from || statement.to < at.to) return false;
    if (statement.type === 'try') return statement.handlers.length > 0;
    if (statement.type !== 'if' || statement.test === null) return false;
    return GUARD.test(cell.source.slice(statement.test.from, statement.test.to));
  });
}

function relativeFix({ surroundings }: NotebookFacts, cell: CodeCell, string: FoundString): Fix | null {
  const { folder } = surroundings;
  const { text, at, whole } = string;
  if (folder === null || !whole || text.includes('\\') || !text.startsWith(`${folder}/`)) return null;
  const relative = text.slice(folder.length + 1);
  if (relative === '' || !surroundings.exists(relative)) return null;
  const source = cell.source.slice(0, at.from) + relative + cell.source.slice(at.to);
  return { title: `use ${relative}`, edits: [{ cell: cell.id, source }] };
}
