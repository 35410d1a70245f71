/**
 * The table of the rules of `sluice check` in docs/reference/check-rules.md, from the rules themselves. documents.mjs writes the file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'slicer/check/rules';
const MARKS = { error: 'error', warning: 'warning', info: 'note' };

/** The table as Markdown, in the order in which the rules are listed. */
export function rulesTable(root) {
  const list = readFileSync(join(root, FOLDER, 'index.ts'), 'utf8');
  const files = new Map(
    [...list.matchAll(/^import \{ (\w+) \} from '\.\/(.+?)';/gm)].map(([, name, file]) => [name, file]),
  );
  const order = /RULES[^=]*= \[([^\]]*)\]/.exec(list)[1].match(/\w+/g);
  const rows = order.map((name) => {
    const file = `${FOLDER}/${files.get(name)}`;
    const {
      code,
      name: ruleName,
      severity,
      phase,
      what,
      fix,
    } = ruleIn(readFileSync(join(root, file), 'utf8'), file);
    const named = ruleName === null ? '' : `, \`${ruleName}\``;
    const cells = [`[\`${code}\`](../../${file})${named}`, what, MARKS[severity], phase, fix ?? ''];
    return `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  const head = '| code, name | finding | level | told from | `--fix` |\n|---|---|---|---|---|';
  return `${head}\n${rows.join('\n')}\n`;
}

/** The properties of a rule, from its file. */
function ruleIn(text, file) {
  const value = (key) => {
    const found = new RegExp(`^  ${key}:\\s*('(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|null),$`, 'm').exec(
      text,
    );
    if (found === null && key !== 'name') throw new Error(`${file}: ${key} has to be a plain string`);
    if (found === null || found[1] === 'null') return null;
    return found[1].slice(1, -1).replace(/\\(.)/g, '$1');
  };
  const keys = ['code', 'name', 'severity', 'phase', 'what', 'fix'];
  return Object.fromEntries(keys.map((key) => [key, value(key)]));
}
