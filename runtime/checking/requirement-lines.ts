/**
 * Reads the required distributions from a project's files, in the formats of pip, conda, Poetry, uv and
 * setuptools, each as a line for pip. It installs nothing.
 */

import { basename } from 'node:path';
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser';
import { normalizeDistribution } from '../../slicer/index.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*/;
/** A name with extras, versions or an address, and a marker; options after them (`--hash`) do not count. */
const LINE =
  /^[A-Za-z0-9][\w.-]*[ \t]*(?:\[[\w ,.-]*\])?[ \t]*(?:@[ \t]*\S+|\(?(?:[ \t]*(?:[=~!<>]=?=?)[ \t]*[\w.*+-]+[ \t]*,?)*\)?)(?:[ \t]*;[^#\\]*)?/;

/** Whether a file with this name may declare dependencies. */
export function isRequirementsFile(name: string): boolean {
  return (
    /^(?:[\w.-]*requirements?[\w.-]*\.(?:txt|in)|constraints\.txt)$/i.test(name) ||
    /^(?:pyproject\.toml|Pipfile|setup\.py|setup\.cfg)$/.test(name) ||
    /^(?:[\w.-]*environment[\w.-]*|conda[\w.-]*|env)\.ya?ml$/i.test(name)
  );
}

/**
 * The names in a file's text, normalised; null: the file declares no packages. For a broken file, the
 * readable names.
 */
export function requirementNames(path: string, text: string): string[] | null {
  return requirementLines(path, text)?.map(distributionOf) ?? null;
}

/** The distribution in a line, normalised. */
export function distributionOf(line: string): string {
  return normalizeDistribution(NAME.exec(line)?.[0] ?? line);
}

/**
 * The requirements in a file's text, with versions and markers: `pandas[excel]>=1.2; python_version < "3.9"`.
 * Null as for the names.
 */
export function requirementLines(path: string, text: string): string[] | null {
  const name = basename(path);
  if (name === 'pyproject.toml') return fromPyproject(toml(text));
  if (name === 'Pipfile') {
    const file = toml(text);
    return [...fromTable(file.packages), ...fromTable(file['dev-packages'])];
  }
  if (/\.ya?ml$/i.test(name)) return fromEnvironment(text);
  if (name === 'setup.py' || name === 'setup.cfg') return fromSetup(text);
  return fromLines(text.split(/\r?\n/));
}

/** Lines as pip reads them: options, comments, URLs with `#egg=` and `name @ url` too. */
function fromLines(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const text = line.replace(/(?:^|\s)#(?!egg=).*$/, '').trim();
    const egg = /#egg=([\w.-]+)/.exec(text)?.[1];
    if (egg !== undefined) return [egg];
    if (text.startsWith('-') || /^[a-z+]+:\/\//i.test(text)) return [];
    const [found] = LINE.exec(text) ?? NAME.exec(text) ?? [];
    return found === undefined ? [] : [found.trim()];
  });
}

function fromPyproject(file: Table): string[] | null {
  const project = table(file.project);
  const poetry = table(table(file.tool).poetry);
  const groups = Object.values(table(poetry.group)).flatMap((group) => fromTable(table(group).dependencies));
  const optional = Object.values(table(project['optional-dependencies'])).flatMap(strings);
  const dependencyGroups = Object.values(table(file['dependency-groups'])).flatMap(strings);
  const found = [
    ...fromLines([...strings(project.dependencies), ...optional, ...dependencyGroups]),
    ...fromTable(poetry.dependencies),
    ...fromTable(poetry['dev-dependencies']),
    ...groups,
  ];
  const says = project.dependencies !== undefined || poetry.dependencies !== undefined || found.length > 0;
  return says ? found : null;
}

/** The list under `dependencies:`, including the list of pip. */
function fromEnvironment(text: string): string[] | null {
  const list = /^dependencies:\s*\n((?:[ \t]*(?:-|#).*\n?|\s*\n)+)/m.exec(`${text}\n`)?.[1];
  if (list === undefined) return null;
  const lines = [...list.matchAll(/^\s*-\s*["']?([^"'\n]+)["']?/gm)].map((match) => match[1]!.trim());
  return fromLines(
    lines
      .filter((line) => !line.endsWith(':'))
      .map((line) => line.replace(/^[\w./-]+::/, '').replace(CONDA_VERSION, '$1==$2')),
  );
}

function fromSetup(text: string): string[] | null {
  const python = /(?:install_requires|extras_require|requires)\s*=\s*[[{(]([^\])}]*)/g;
  const lists = [...text.matchAll(python)].flatMap((match) =>
    [...match[1]!.matchAll(/["']([^"']+)["']/g)].map((word) => word[1]!),
  );
  const sections = [...text.matchAll(/^install_requires\s*=\s*\n((?:[ \t]+.*\n?)+)/gm)];
  const lines = sections.flatMap((match) => match[1]!.split('\n').map((line) => line.trim()));
  return lists.length + lines.length === 0 ? null : fromLines([...lists, ...lines]);
}

/** conda's `numpy=1.19=py38_0`, without the build; pip has two signs. */
const CONDA_VERSION = /^([\w.-]+)\s*=\s*([\w.*]+)(?:=[\w.*]+)?$/;

type Table = Readonly<Record<string, unknown>>;

function toml(text: string): Table {
  try {
    return table(getStaticTOMLValue(parseTOML(text)));
  } catch {
    return {};
  }
}

function table(value: unknown): Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {};
}

/** Names with their versions, as Poetry and Pipenv have them: `^1.2` is up to the next major version. */
function fromTable(value: unknown): string[] {
  return Object.entries(table(value)).map(([name, wanted]) => {
    const version = typeof wanted === 'string' ? wanted : table(wanted).version;
    if (typeof version !== 'string') return name;
    const limits = version.split(',').map((part) => limitOf(part.trim()));
    return `${name}${limits.filter((limit) => limit !== '').join(',')}`;
  });
}

function limitOf(part: string): string {
  const [, sign = '', version = ''] = /^(\^|~(?!=)|[=!<>~]=?=?|)\s*([\w.*+-]+)$/.exec(part) ?? [];
  if (version === '' || version === '*') return '';
  if (sign !== '^' && sign !== '~') return `${sign === '' || sign === '=' ? '==' : sign}${version}`;
  const numbers = version.split('.').map(Number);
  const leading = numbers.findIndex((number) => number > 0);
  const kept = sign === '~' ? Math.min(1, numbers.length - 1) : Math.max(0, leading);
  const above = numbers.slice(0, kept + 1).map((number, at) => (at === kept ? number + 1 : number));
  return `>=${version},<${above.join('.')}`;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
