/** Runs the built `sluice` command as a person would, and makes the folders for its work. This file asserts nothing. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtFile } from '../../instrument/index.ts';

const MAIN = builtFile('runtime/cli/main.js');

/** How a run of the command ended. */
export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** An open file for standard output, which is not read then. */
  readonly stdout?: number;
}

/** Starts the command; `finished` resolves when it has ended. */
export function startSluice(
  args: readonly string[],
  { cwd, env = {}, stdout: file }: RunOptions = {},
): { readonly child: ChildProcess; readonly finished: Promise<Finished>; stdout(): string } {
  if (!existsSync(MAIN)) throw new Error('there is no build: npm test makes it, or npm run build');
  const started = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', file ?? 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({ code, signal, stdout, stderr, ms: performance.now() - started }),
    );
  });
  return { child, finished, stdout: () => stdout };
}

/** Runs the command to its end. */
export function sluice(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return startSluice(args, options).finished;
}

/** Runs the command and reads its JSON lines. Throws when it did not end with `code`. */
export async function sluiceJson<T = Record<string, unknown>>(
  args: readonly string[],
  code = 0,
  options: RunOptions = {},
): Promise<T[]> {
  const found = await sluice([...args, '--json'], options);
  if (found.code !== code) throw new Error(`exit code ${found.code}: ${found.stderr}`);
  return found.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

/** A temporary folder with files. */
export interface Folder {
  readonly path: string;
  write(name: string, content: string | Buffer): string;
  /** Names and contents of all files. */
  snapshot(): Record<string, string>;
  remove(): void;
}

export function makeFolder(files: Readonly<Record<string, string>> = {}): Folder {
  const path = mkdtempSync(join(tmpdir(), 'cli-test-'));
  const write = (name: string, content: string | Buffer): string => {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return {
    path,
    write,
    snapshot() {
      const found: Record<string, string> = {};
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name);
        if (entry.isFile()) found[file] = readFileSync(file, 'base64');
      }
      return found;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The text of a notebook whose code cells have the given sources, with ids `c1`, `c2`, … */
export function notebookText(sources: readonly string[]): string {
  const cells = sources.map((source, index) => ({
    cell_type: 'code',
    execution_count: null,
    id: `c${index + 1}`,
    metadata: {},
    outputs: [],
    source: source.split(/(?<=\n)/),
  }));
  const metadata = { language_info: { name: 'python' } };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

/** The text of a session that runs cells `a`, `b`, … with the given sources. */
export function sessionText(sources: readonly string[]): string {
  const lines = sources.map((source, index) =>
    JSON.stringify({ type: 'run', cell: String.fromCharCode(97 + index), source }),
  );
  return `${lines.join('\n')}\n`;
}
