/** Fixes features made from the label: the choice of features leaves them out. */

import type { Leak } from '../../leakage/index.ts';
import type { Expression } from '../../static/syntax.ts';
import type { Fix } from '../finding.ts';
import { walkSyntax } from '../walk-syntax.ts';
import { columnNames, droppedColumns } from './kept-columns.ts';
import { PageEdits } from './page-edits.ts';
import { type PageStatement, type Replacement, simpleStatement, statementAt } from './page-statements.ts';

/** The page without the feature; null: the choice of features has an unknown form. */
export function leaveOut(page: readonly PageStatement[], leak: Leak): Fix | null {
  const place = statementAt(page, leak.site);
  const statement = place === null ? null : simpleStatement(place);
  const target = statement?.type === 'assign' ? statement.targets[0] : undefined;
  if (place === null || target?.type !== 'subscript') return null;
  const names = columnNames(target.index.at(-1)!, page);
  if (names === null || names.length !== 1) return null;
  const [feature] = names as readonly [string];
  for (const each of page.slice(place.at + 1)) {
    const change = choiceWithout(each, feature);
    if (change === null) continue;
    const edits = new PageEdits();
    edits.replace(each, [change]);
    return edits.fix(`leave ${feature} out of the features`);
  }
  return null;
}

/** The change of a statement that chooses columns: `df.drop(columns='t')`, `df[['a', 'b']]`. */
function choiceWithout({ cell, statement }: PageStatement, feature: string): Replacement | null {
  const found: Replacement[] = [];
  walkSyntax(statement.body, (node) => {
    if (node.type === 'call' && node.callee.type === 'attribute' && node.callee.attribute === 'drop') {
      const gone = droppedColumns(node.arguments);
      if (gone !== null) found.push(...withName(gone, cell.source, feature));
    } else if (node.type === 'subscript' && node.index[0]?.type === 'display') {
      found.push(...withoutName(node.index[0], cell.source, feature));
    }
  });
  return found[0] ?? null;
}

function withName(names: Expression, source: string, feature: string): Replacement[] {
  const { from, to } = names;
  if (names.type === 'constant') return [{ from, to, text: `[${source.slice(from, to)}, '${feature}']` }];
  if (names.type !== 'display' || names.form !== 'list') return [];
  return [{ from: to - 1, to: to - 1, text: `, '${feature}'` }];
}

function withoutName(names: Expression, source: string, feature: string): Replacement[] {
  if (names.type !== 'display' || names.form !== 'list' || names.elements.length < 2) return [];
  const texts = names.elements.map(({ from, to }) => source.slice(from, to));
  const kept = texts.filter((text) => text.replaceAll(/['"]/g, '') !== feature);
  return kept.length === texts.length
    ? []
    : [{ from: names.from, to: names.to, text: `[${kept.join(', ')}]` }];
}
