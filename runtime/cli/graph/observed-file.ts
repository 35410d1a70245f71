/** Reads a file for `--observed`: the log of a notebook's session, or the output of `sluice replay --json`. */
import type { ObservedCell } from '../../../slicer/index.ts';
import { isJsonObject, parseJson, readText, toValue } from '../../documents/index.ts';
import { observedInLog } from '../../live/index.ts';
import { SluiceError } from '../../words/index.ts';

/** The last run of each cell. @throws {SluiceError} 2 for any other file. */
export function readObserved(path: string): ReadonlyMap<string, ObservedCell> {
  const logged = observedInLog(path);
  if (logged !== null) return logged;
  const cells = new Map<string, ObservedCell>();
  for (const line of readText(path).split('\n')) {
    const parse = parseJson(line);
    const facts = parse.type === 'parsed' ? toValue(parse.root) : null;
    if (!isJsonObject(facts) || typeof facts.cell !== 'string' || facts.exec === undefined) continue;
    const [reads, changes] = [namesIn(facts.reads), namesIn(facts.writes)];
    // objects without a name are left out in these lines
    const perhaps = { reads: new Set<string>(), changes: new Set<string>() };
    cells.set(facts.cell, { source: null, reads, changes, perhaps, isWhole: false });
  }
  if (cells.size > 0) return cells;
  throw new SluiceError(
    `${path} is neither the log of a session (.sluice/NAME.session.jsonl) nor what sluice replay --json prints`,
  );
}

/** The variables at the beginning of symbols. */
function namesIn(symbols: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  for (const symbol of Array.isArray(symbols) ? symbols : []) {
    const [name] = (typeof symbol === 'string' && /^[^\W\d]\w*(?=$|[.[])/u.exec(symbol)) || [];
    if (name !== undefined) found.add(name);
  }
  return found;
}
