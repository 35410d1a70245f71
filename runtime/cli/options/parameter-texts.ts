/** Parameters in a text of JSON or YAML, as Python literals. It reads no options and no files. */

import { parseDocument, type ScalarTag, type Tags } from 'yaml';
import { isVariableName } from '../../../slicer/index.ts';
import { jsonLiteral, type Parameter, parseJson, textLiteral } from '../../documents/index.ts';
import { SluiceError } from '../../words/index.ts';

/** A list can contain itself through an alias. */
const DEEPEST = 100;

/**
 * The parameters in a text: an object of JSON or a mapping of YAML. An empty text has none. `where` names the
 * text in errors. Valid JSON is read as JSON, so that its numbers keep all their digits.
 */
export function parametersIn(text: string, where: string): Parameter[] {
  const json = parseJson(text);
  if (json.type === 'invalid') return fromYaml(text, where);
  if (json.root.type !== 'object') throw notNamed(where);
  return json.root.members.map(({ key, value }) => ({
    name: checkedName(`${where}:`, key),
    literal: jsonLiteral(value, text),
  }));
}

/** The name, if it is a valid Python variable; otherwise an error that begins with `where`. */
export function checkedName(where: string, name: string): string {
  if (!isVariableName(name)) throw new SluiceError(`${where} ${name} is no name of a Python variable`);
  return name;
}

/** YAML 1.1, as in papermill. */
function fromYaml(text: string, where: string): Parameter[] {
  const parsed = parseDocument(text, { version: '1.1', intAsBigInt: true, customTags: tagsOfPapermill });
  const [error] = parsed.errors;
  if (error !== undefined) throw invalid(where, error.message.split('\n')[0]!.replace(/:$/, ''));
  const value = readValue(() => parsed.toJS(), where);
  if (value === null) return [];
  if (!isMapping(value)) throw notNamed(where);
  return Object.entries(value).map(([key, item]) => {
    const name = checkedName(`${where}:`, key);
    return { name, literal: literalOf(item, `${where}: ${name}`) };
  });
}

/** PyYAML's rules: a date is text, and so are `y` and `n`, which are more often names than truth values. */
function tagsOfPapermill(tags: Tags): Tags {
  const others = tags.filter((tag) => typeof tag === 'string' || !/:(?:timestamp|bool)$/.test(tag.tag));
  return [BOOLEAN, ...others];
}

const BOOLEAN: ScalarTag = {
  tag: 'tag:yaml.org,2002:bool',
  default: true,
  test: /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/,
  resolve: (word) => /^(?:y|t|on)/i.test(word),
};

/** The value of the text; an error if aliases make it too large. */
function readValue(read: () => unknown, where: string): unknown {
  try {
    return read();
  } catch (error) {
    throw invalid(where, error instanceof Error ? error.message : String(error));
  }
}

function literalOf(value: unknown, where: string, depth = 0): string {
  if (depth > DEEPEST) throw new SluiceError(`${where} is nested too deeply`);
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return floatLiteral(value);
  if (typeof value === 'string') return textLiteral(value);
  if (Array.isArray(value)) return `[${value.map((item) => literalOf(item, where, depth + 1)).join(', ')}]`;
  if (!isMapping(value))
    throw new SluiceError(`${where} is of a kind that only YAML has; use a list or text`);
  const members = Object.entries(value).map(
    ([key, item]) => `${textLiteral(key)}: ${literalOf(item, where, depth + 1)}`,
  );
  return `{${members.join(', ')}}`;
}

/** Whole numbers are of another type already: without a point Python would take the number for one. */
function floatLiteral(value: number): string {
  if (Number.isNaN(value)) return 'float("nan")';
  if (!Number.isFinite(value)) return value < 0 ? 'float("-inf")' : 'float("inf")';
  return /^-?\d+$/.test(String(value)) ? `${value}.0` : String(value);
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function invalid(where: string, reason: string): SluiceError {
  return new SluiceError(`${where} is neither valid JSON nor valid YAML: ${reason}`);
}

function notNamed(where: string): SluiceError {
  return new SluiceError(`${where} needs names with values: {"alpha": 5}, or alpha: 5`);
}
