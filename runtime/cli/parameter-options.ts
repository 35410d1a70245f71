/** Options that give a notebook parameters, as papermill takes them. It changes no notebook. */

import { isVariableName } from '../../slicer/index.ts';
import {
  inferredLiteral,
  jsonLiteral,
  lineAndColumn,
  type Parameter,
  parseJson,
  readText,
  textLiteral,
} from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import { text, type Values } from './option-values.ts';

const WITH_TWO_WORDS: ReadonlySet<string> = new Set(['-p', '-r']);

/** The arguments with `-p NAME VALUE` as `-p NAME=VALUE`, which the parser of arguments understands; the same with `-r`. */
export function pairsJoined(args: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [arg, name, value] = args.slice(at, at + 3);
    if (arg === '--') return [...found, ...args.slice(at)];
    found.push(arg!);
    if (!WITH_TWO_WORDS.has(arg!) || name === undefined) continue;
    at += 1;
    if (name.includes('=')) found.push(name);
    else if (value === undefined) throw new SluiceError(`${arg} takes a name and a value: ${arg} NAME VALUE`);
    else {
      at += 1;
      found.push(`${name}=${value}`);
    }
  }
  return found;
}

/** The parameters: of the file, then those of `-p`, then those of `-r`; of one name the last counts. */
export function parametersGiven(values: Values): Parameter[] {
  return [
    ...fromFile(text(values, 'parameters')),
    ...fromPairs('-p', values.parameter, inferredLiteral),
    ...fromPairs('-r', values['raw-parameter'], textLiteral),
  ];
}

function fromPairs(option: string, given: Values[string], literalOf: (value: string) => string): Parameter[] {
  if (!Array.isArray(given)) return [];
  return given.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 0) throw new SluiceError(`${option} takes a name and a value: ${option} NAME VALUE`);
    return { name: checkedName(option, pair.slice(0, at)), literal: literalOf(pair.slice(at + 1)) };
  });
}

function fromFile(path: string | null): Parameter[] {
  if (path === null) return [];
  const json = readText(path);
  const parsed = parseJson(json);
  if (parsed.type === 'invalid') {
    const { line, column } = lineAndColumn(json, parsed.offset);
    throw new SluiceError(
      `--parameters ${path} is not valid JSON: line ${line}, column ${column}: ${parsed.reason}`,
    );
  }
  const { root } = parsed;
  if (root.type !== 'object')
    throw new SluiceError(`--parameters ${path} needs an object of names and values: {"alpha": 5}`);
  return root.members.map(({ key, value }) => ({
    name: checkedName(`--parameters ${path}:`, key),
    literal: jsonLiteral(value, json),
  }));
}

function checkedName(where: string, name: string): string {
  if (!isVariableName(name)) throw new SluiceError(`${where} ${name} is no name of a Python variable`);
  return name;
}
