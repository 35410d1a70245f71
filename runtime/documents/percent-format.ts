/**
 * Notebooks as Python files in the percent format, as jupytext and editors write them: `# %%` begins a cell,
 * text cells and IPython commands are comments. It reads and writes texts; it does not know files.
 */

import { isJsonObject, type JsonObject, jsonAt, parseJson, toValue } from './json-text.ts';
import type { Cell } from './notebook.ts';
import { commandsAsComments, commandsFromComments } from './percent-commands.ts';
import type { PercentCell, PercentText } from './percent-text.ts';

const MARKER = /^#[ \t]*%%(?:$|[ \t].*$|\[.*$)/;

/** Whether a text is a percent file: some line begins a cell. */
export function isPercent(text: string): boolean {
  return /^#[ \t]*%%(?:[ \t\r\n[]|$)/m.test(text) && !/^\ufeff?\s*\{/.test(text);
}

/** The cells of a percent file. Text before the first marker is a cell too, except jupytext's header. */
export function parsePercent(text: string): PercentText {
  const header = headerEnd(text);
  const byJupytext = isByJupytext(text.slice(0, header));
  const starts: number[] = [];
  let at = header;
  for (const line of text.slice(header).split(/(?<=\n)/)) {
    if (MARKER.test(line.trimEnd())) starts.push(at);
    at += line.length;
  }
  const [first = text.length] = starts;
  const cells = starts.map((from, i) => markedCell(text, byJupytext, from, starts[i + 1] ?? text.length));
  const before = text.slice(header, first);
  if (before.trim() === '') return { header: first, metadata: metadataOf(text.slice(0, header)), cells };
  const source = commandsFromComments(sourceIn(before), byJupytext);
  const unmarked: PercentCell = { type: 'code', source, metadata: {}, from: header, to: first, body: header };
  return { header, metadata: metadataOf(text.slice(0, header)), cells: [unmarked, ...cells] };
}

function markedCell(text: string, byJupytext: boolean, from: number, to: number): PercentCell {
  const block = text.slice(from, to);
  const lineEnd = block.indexOf('\n');
  const marker = (lineEnd < 0 ? block : block.slice(0, lineEnd)).trimEnd();
  const body = lineEnd < 0 ? to : from + lineEnd + 1;
  const content = sourceIn(text.slice(body, to));
  const [type, metadata] = readMarker(marker);
  const { language, magic_args: args, ...rest } = metadata;
  if (type === 'code' && typeof language === 'string') {
    const line = typeof args === 'string' ? `%%${language} ${args}` : `%%${language}`;
    const source = `${line}\n${uncommented(content)}`;
    return { type, source, metadata: rest, from, to, body };
  }
  const source = type === 'code' ? commandsFromComments(content, byJupytext) : textIn(content);
  return { type, source, metadata, from, to, body };
}

/** The text of a cell, without the blank lines before the next one. */
function sourceIn(block: string): string {
  return block.trim() === '' ? '' : block.slice(0, blankEnd(block));
}

/** The offset of the line end behind the last line that is not blank. */
export function blankEnd(block: string): number {
  let last = block.length;
  while (last > 0 && ' \t\r\n'.includes(block[last - 1]!)) last -= 1;
  const end = block.indexOf('\n', last);
  if (end < 0) return block.length;
  return end > last && block[end - 1] === '\r' ? end - 1 : end;
}

/** The text of a text cell: comments, or one long string. */
function textIn(content: string): string {
  const quoted = /^[rR]?("""|''')\r?\n?([\s\S]*?)\r?\n?\1\s*$/.exec(content);
  return quoted === null ? uncommented(content) : quoted[2]!;
}

function uncommented(content: string): string {
  return content.replace(/^#(?: |(?=\r?$))?/gm, '');
}

/** The type and the metadata in a marker: `# %% title [markdown] tags=["a"]`. */
function readMarker(marker: string): readonly [Cell['type'], JsonObject] {
  const rest = marker.replace(/^#[ \t]*%%/, '').trim();
  const options = optionsAt(rest);
  const before = rest.slice(0, options).trimEnd();
  const word = TYPES.find((one) => before.endsWith(`[${one}]`));
  const title = word === undefined ? before : before.slice(0, -word.length - 2);
  const type = word === 'raw' ? 'raw' : word === undefined ? 'code' : 'markdown';
  const named = title.trim() === '' ? {} : { title: title.trim() };
  return [type, { ...named, ...readOptions(rest.slice(options)) }];
}

const TYPES = ['markdown', 'md', 'raw'] as const;
const IN_KEYS = /[\w.-]/;

/**
 * The offset of the options in a marker: `key=…`, or an object. Each letter is looked at once: a stranger's marker may
 * have a million.
 */
function optionsAt(text: string): number {
  const object = text.endsWith('}') ? text.indexOf('{') : -1;
  const most = object < 0 ? text.length : object;
  for (let equals = text.indexOf('='); equals >= 0; equals = text.indexOf('=', equals + 1)) {
    let start = equals;
    while (start > 0 && IN_KEYS.test(text[start - 1]!)) start -= 1;
    if (start < equals) return Math.min(start, most);
  }
  return most;
}

function readOptions(text: string): JsonObject {
  if (text.startsWith('{')) {
    const parse = parseJson(text);
    const value = parse.type === 'parsed' ? toValue(parse.root) : null;
    return isJsonObject(value) ? value : {};
  }
  const found: Record<string, JsonObject[string]> = {};
  const key = /([\w.-]+)=/y;
  for (let named = key.exec(text); named !== null; named = key.exec(text)) {
    const value = jsonAt(text, key.lastIndex);
    if (value === null || !/^\s?$/.test(text.charAt(value.end))) break;
    found[named[1]!] = toValue(value);
    key.lastIndex = value.end;
    while (/\s/.test(text.charAt(key.lastIndex))) key.lastIndex += 1;
  }
  return found;
}

/** The end of jupytext's header: YAML between `# ---`, in comments. */
function headerEnd(text: string): number {
  return (
    /^\ufeff?(?:#![^\n]*\n)?(?:#[^\n]*coding[^\n]*\n)?# ---[ \t]*\r?\n(?:#[^\n]*\n)*?# ---[ \t]*\r?\n(?:[ \t]*\r?\n)*/.exec(
      text,
    )?.[0].length ?? 0
  );
}

/** Whether jupytext reads and writes the file with this header. */
export function isByJupytext(header: string): boolean {
  return /^#\s+jupytext:/m.test(header);
}

/** The kernel in the header. Only the notebook's own parts matter here: the header is kept as it is. */
function metadataOf(header: string): JsonObject {
  const lines = header.split(/\r?\n/).map((line) => line.replace(/^# ?/, ''));
  const start = lines.findIndex((line) => /^\s*kernelspec:/.test(line));
  if (start < 0) return {};
  const indent = lines[start]!.search(/\S/);
  const members: Record<string, string> = {};
  for (const line of lines.slice(start + 1)) {
    if (line.trim() !== '' && line.search(/\S/) <= indent) break;
    const [, key, value] = /^\s*(\w+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined) members[key] = value!.replace(/^(['"])(.*)\1$/, '$2');
  }
  return { kernelspec: members };
}

/** The languages whose cells are comments as a whole. */
const LANGUAGES =
  /^(?:bash|sh|script|html|HTML|javascript|js|latex|markdown|svg|SVG|perl|ruby|R|sql|cmd|powershell)$/;

/** The text of a cell in a percent file, with its marker and a line end. */
export function percentCell(cell: Cell, { newline = '\n', forJupytext = false } = {}): string {
  const { type, source, metadata } = cell;
  const { title, ...others } = metadata;
  // (to Python, a carriage return ends a comment)
  const text = source.replace(/\r\n?/g, '\n');
  const magic = type === 'code' ? /^%%(\w+)[ \t]*(.*?)[ \t]*(?:\n|$)/.exec(text) : null;
  const isOther = magic !== null && LANGUAGES.test(magic[1]!);
  const args = magic?.[2] ? { magic_args: magic[2] } : {};
  const shown = isOther ? { ...others, language: magic[1]!, ...args } : others;
  const words = [
    '# %%',
    ...(typeof title === 'string' && !/[[{=\r\n]/.test(title) ? [title] : []),
    ...(type === 'code' ? [] : [`[${type}]`]),
    ...Object.entries(shown)
      .filter(([key]) => /^[\w.-]+$/.test(key) && !FOR_FRONT_ENDS.has(key))
      .map(([key, value]) => `${key}=${JSON.stringify(value)}`),
  ];
  const body = isOther
    ? commented(text.slice(text.indexOf('\n') + 1))
    : type === 'code'
      ? commandsAsComments(text, forJupytext)
      : commented(text);
  return `${[words.join(' '), ...(text === '' ? [] : [body])].join('\n')}\n`.replaceAll('\n', newline);
}

/** Metadata that matters to the front end that wrote it, and not to readers of a text. */
const FOR_FRONT_ENDS = new Set([
  'collapsed',
  'execution',
  'ExecuteTime',
  'jupyter',
  'scrolled',
  'pycharm',
  'papermill',
  'vscode',
  'id',
  'colab',
  'outputId',
  'executionInfo',
]);

function commented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '#' : `# ${line}`))
    .join('\n');
}

/** The source of a code cell as the lines of a percent file below the marker. */
export function percentSource(source: string, header: string): string {
  return commandsAsComments(source, isByJupytext(header));
}
