/** The entries of a TOML file of settings, with positions for messages. It knows no settings. */

import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { SluiceError } from '../words/index.ts';
import { readText } from './read-text.ts';

/** One `key = value`, with its whole path. */
export interface Entry {
  readonly keys: readonly string[];
  readonly key: AST.TOMLKey;
  readonly value: AST.TOMLContentNode;
}

/** Reads a file of settings. @throws {SluiceError} with line and column if it is no TOML */
export function parseToml(path: string): AST.TOMLProgram {
  try {
    return parseTOML(readText(path));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new SluiceError(`${path}:${error.lineNumber}:${error.column + 1}: ${error.message}`);
  }
}

/** All entries of a file, in order. */
export function tomlEntries(program: AST.TOMLProgram): Entry[] {
  const found: Entry[] = [];
  const add = (before: readonly string[], { key, value }: AST.TOMLKeyValue): void => {
    const keys = [...before, ...namesOf(key)];
    if (value.type === 'TOMLInlineTable') for (const inner of value.body) add(keys, inner);
    else found.push({ keys, key, value });
  };
  for (const part of program.body[0].body) {
    if (part.type === 'TOMLKeyValue') add([], part);
    else for (const inner of part.body) add(part.resolvedKey.map(String), inner);
  }
  return found;
}

function namesOf({ keys }: AST.TOMLKey): string[] {
  return keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
}

/** The strings of a list. */
export function tomlTexts(
  path: string,
  value: AST.TOMLContentNode,
): { text: string; node: AST.TOMLContentNode }[] {
  if (value.type !== 'TOMLArray')
    throw tomlMistake(path, value, 'this has to be a list of strings: ["c1", "h4"]');
  return value.elements.map((node) => {
    if (node.type !== 'TOMLValue' || node.kind !== 'string')
      throw tomlMistake(path, node, 'this has to be a string');
    return { text: node.value, node };
  });
}

/** A mistake at a position of a file. */
export function tomlMistake(
  path: string,
  { loc }: { readonly loc: AST.SourceLocation },
  what: string,
): SluiceError {
  return new SluiceError(`${path}:${loc.start.line}:${loc.start.column + 1}: ${what}`);
}
