/**
 * Settings of the checks: `sluice.toml`, or `[tool.sluice]` in `pyproject.toml`, in a notebook's folder or above it. A mistake in one is a
 * SluiceError with line and column.
 */

import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import picomatch from 'picomatch';
import type { AST } from 'toml-eslint-parser';
import { MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import { CHOICES, PHASES, type Phase, suggest } from '../../slicer/index.ts';
import { type Contract, ContractSettings } from '../contracts/index.ts';
import { parseToml, tomlEntries, tomlMistake, tomlTexts } from '../documents/index.ts';

/** The settings in a file; null: unset. */
export interface CheckSettings {
  /** The base folder of patterns. */
  readonly folder: string;
  readonly select: readonly string[] | null;
  readonly ignore: readonly string[];
  readonly phase: Phase | null;
  /** Notebooks to skip when a folder is checked. */
  readonly exclude: readonly string[];
  readonly perFileIgnores: readonly { readonly pattern: string; readonly codes: readonly string[] }[];
  /** Queries that must give no rows. */
  readonly contracts: readonly Contract[];
}

const KEYS = ['select', 'ignore', 'phase', 'exclude', 'per-file-ignores', 'contracts'];

/** Finds the settings of folders, and caches them. */
export class SettingsFinder {
  readonly #known = new Map<string, CheckSettings | null>();

  /** The nearest settings for files of a folder; null: there are none. Throws a SluiceError for mistakes. */
  settingsFor(folder: string): CheckSettings | null {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const parent = dirname(folder);
    const found = settingsIn(folder) ?? (parent === folder ? null : this.settingsFor(parent));
    this.#known.set(folder, found);
    return found;
  }
}

/** Whether a folder's notebooks leave out this file. */
export function isExcluded(settings: CheckSettings | null, path: string): boolean {
  return settings?.exclude.some((pattern) => matches(settings, pattern, path)) ?? false;
}

/** The codes that settings ignore for a file. */
export function ignoredFor(settings: CheckSettings | null, path: string): readonly string[] {
  if (settings === null) return [];
  const own = settings.perFileIgnores.filter(({ pattern }) => matches(settings, pattern, path));
  return [...settings.ignore, ...own.flatMap(({ codes }) => codes)];
}

/** The contracts of settings for a file. */
export function contractsFor(settings: CheckSettings | null, path: string): readonly Contract[] {
  if (settings === null) return [];
  return settings.contracts.filter(
    ({ files }) => files === null || files.some((pattern) => matches(settings, pattern, path)),
  );
}

/** A pattern without a slash matches names in any folder. */
function matches({ folder }: CheckSettings, pattern: string, path: string): boolean {
  const options = { dot: true, basename: !pattern.includes('/') };
  const name = relative(folder, path);
  return picomatch.isMatch(name, pattern, options) || picomatch.isMatch(name, `${pattern}/**`, { dot: true });
}

function settingsIn(folder: string): CheckSettings | null {
  const own = join(folder, 'sluice.toml');
  if (existsSync(own)) return readSettings(own, []);
  const shared = join(folder, 'pyproject.toml');
  // a shared file without our table may have any content
  return namesUs(shared) ? readSettings(shared, ['tool', 'sluice']) : null;
}

function namesUs(path: string): boolean {
  try {
    return /\bsluice\b/.test(readPlainText(path, MOST_OF_SETTINGS));
  } catch {
    return false;
  }
}

function readSettings(path: string, table: readonly string[]): CheckSettings | null {
  const all = tomlEntries(parseToml(path));
  const own = all.filter(({ keys }) => table.every((part, at) => keys[at] === part));
  if (own.length === 0 && table.length > 0) return null;
  let select: readonly string[] | null = null;
  let ignore: readonly string[] = [];
  let exclude: readonly string[] = [];
  let phase: Phase | null = null;
  const perFileIgnores: CheckSettings['perFileIgnores'][number][] = [];
  const contracts = new ContractSettings(path);
  for (const { keys, key, value } of own) {
    const [name = '', ...rest] = keys.slice(table.length);
    const inTable = name === 'per-file-ignores' || name === 'contracts';
    if (!KEYS.includes(name) || (!inTable && rest.length > 0)) {
      if (name === 'tool')
        throw tomlMistake(path, key, 'here settings stand at the top, without [tool.sluice]');
      throw tomlMistake(path, key, `there is no setting ${[name, ...rest].join('.')}${suggest(name, KEYS)}`);
    }
    if (name === 'select') select = codesIn(path, value);
    else if (name === 'ignore') ignore = codesIn(path, value);
    else if (name === 'exclude') exclude = tomlTexts(path, value).map(({ text }) => text);
    else if (name === 'phase') phase = phaseIn(path, value);
    else if (name === 'contracts') contracts.take(rest, key, value);
    else {
      const pattern = rest.join('.');
      if (pattern === '') throw tomlMistake(path, key, 'per-file-ignores is a table: "drafts/*" = ["c1"]');
      perFileIgnores.push({ pattern, codes: codesIn(path, value) });
    }
  }
  return {
    folder: dirname(path),
    select,
    ignore,
    phase,
    exclude,
    perFileIgnores,
    contracts: contracts.all(),
  };
}

function codesIn(path: string, value: AST.TOMLContentNode): string[] {
  return tomlTexts(path, value).map(({ text, node }) => {
    if (!CHOICES.includes(text))
      throw tomlMistake(path, node, `there is no rule ${text}${suggest(text, CHOICES)}`);
    return text;
  });
}

function phaseIn(path: string, value: AST.TOMLContentNode): Phase {
  const given = value.type === 'TOMLValue' ? value.value : null;
  const phase = PHASES.find((each) => each === given);
  if (phase !== undefined) return phase;
  throw tomlMistake(path, value, 'phase is "explore", "review" or "share"');
}
