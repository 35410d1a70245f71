/**
 * Contracts in a file of settings: tables `[contracts.NAME]`. A mistake in one is a SluiceError with line and
 * column. It runs no query.
 */

import type { AST } from 'toml-eslint-parser';
import { type Severity, suggest } from '../../slicer/index.ts';
import { tomlMistake, tomlTexts } from '../documents/index.ts';
import { CONTRACT_KEYS, CONTRACT_NAME, type Contract, SEVERITIES } from './contract.ts';

interface Begun {
  readonly key: AST.TOMLKey;
  query?: AST.TOMLContentNode;
  message?: string;
  severity?: Severity;
  files?: readonly string[];
}

/** Collects the contracts of a file, entry by entry. */
export class ContractSettings {
  readonly #path: string;
  readonly #begun = new Map<string, Begun>();

  constructor(path: string) {
    this.#path = path;
  }

  /** One `key = value` below `contracts`. @throws {SluiceError} */
  take(keys: readonly string[], key: AST.TOMLKey, value: AST.TOMLContentNode): void {
    const [name = '', what = '', ...rest] = keys;
    const known = CONTRACT_KEYS.find((each) => each === what);
    if (what === '')
      throw tomlMistake(this.#path, key, 'a contract is a table: [contracts.NAME] with query = "…"');
    if (!CONTRACT_NAME.test(name))
      throw tomlMistake(
        this.#path,
        key,
        'a contract’s name has letters, digits, dots, hyphens and underscores',
      );
    if (known === undefined || rest.length > 0) {
      const given = [what, ...rest].join('.');
      throw tomlMistake(this.#path, key, `a contract has no ${given}${suggest(what, CONTRACT_KEYS)}`);
    }
    const begun = this.#begun.get(name) ?? { key };
    this.#begun.set(name, begun);
    if (known === 'files') begun.files = tomlTexts(this.#path, value).map(({ text }) => text);
    else if (known === 'query') {
      this.#textOf(value);
      begun.query = value;
    } else if (known === 'message') begun.message = this.#textOf(value);
    else begun.severity = this.#severityOf(value);
  }

  /** All collected contracts. @throws {SluiceError} if one has no query */
  all(): Contract[] {
    return [...this.#begun].map(
      ([name, { key, query, message = null, severity = 'warning', files = null }]) => {
        if (query === undefined) throw tomlMistake(this.#path, key, `the contract ${name} has no query`);
        const text = this.#textOf(query);
        const placeOf = (offset: number | null) => this.#placeIn(query, text, offset);
        return { name, query: text, message, severity, files, placeOf };
      },
    );
  }

  #textOf(value: AST.TOMLContentNode): string {
    if (value.type === 'TOMLValue' && value.kind === 'string' && value.value.trim() !== '')
      return value.value;
    throw tomlMistake(this.#path, value, 'this has to be a text');
  }

  #severityOf(value: AST.TOMLContentNode): Severity {
    const given = value.type === 'TOMLValue' ? value.value : null;
    const found = SEVERITIES.find((severity) => severity === given);
    if (found !== undefined) return found;
    throw tomlMistake(this.#path, value, `severity is ${SEVERITIES.map((each) => `"${each}"`).join(', ')}`);
  }

  /** The position in the file for an offset of a text; for a text with escapes, the position of its beginning. */
  #placeIn(value: AST.TOMLContentNode, text: string, offset: number | null): string {
    const { line, column } = value.loc.start;
    const isMultiline = value.type === 'TOMLValue' && value.kind === 'string' && value.multiline;
    const [from, to] = value.range;
    const quotes = isMultiline ? 3 : 1;
    const inside = to - from - 2 * quotes;
    // (a line break after the opening quotes is not part of the text)
    const skipped = inside - text.length;
    if (offset === null || skipped < 0 || skipped > (isMultiline ? 1 : 0))
      return `${this.#path}:${line}:${column + 1}`;
    const before = text.slice(0, offset).split('\n');
    const down = before.length - 1 + skipped;
    const across = down === 0 ? column + quotes + offset : before.at(-1)!.length;
    return `${this.#path}:${line + down}:${across + 1}`;
  }
}
