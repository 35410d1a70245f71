/** Command-line arguments: the command, its sources and its options. Wrong usage is a SluiceError with exit code 2. */

import { isAbsolute, resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import type { Direction, Exec, Level, OrderMode, Phase } from '../../slicer/index.ts';
import { suggest } from '../../slicer/index.ts';
import { describeFailure, type Parameter } from '../documents/index.ts';
import { messageOf, SluiceError } from '../errors.ts';
import { RESULT_FORMATS, type ResultFormatName } from '../query/result-formats.ts';
import type { VisitorLimits } from '../server/index.ts';
import type { TraceMode } from '../session/index.ts';
import { AFFECTED_FORMATS, type AffectedSettings } from './affected-options.ts';
import type { WantedExecution } from './cell-execution.ts';
import type { CheckCommand } from './check-options.ts';
import { type DiffSettings, diffSettings, type MergeSettings, mergeSettings } from './diff-options.ts';
import type { DoctorCommand } from './doctor-command.ts';
import { type ExportSettings, exportSettings } from './export-options.ts';
import type { GraphSettings } from './graph-options.ts';
import { isFolder } from './is-folder.ts';
import { pairsJoined } from './joined-pairs.ts';
import type { KernelWish } from './kernels-at-end.ts';
import { type KernelspecCommand, kernelspecOptions } from './kernelspec-options.ts';
import { choice, positive, sessionOption, size, text, texts, type Values } from './option-values.ts';
import { COMMANDS, type CommandName, commandFirst, isCommand } from './options.ts';
import type { ReproduceSettings } from './reproduce-options.ts';
import { type StudySettings, studySettings } from './study-options.ts';
import type { SweepSettings } from './sweep-options.ts';
import type { WhatIfSettings } from './what-if-options.ts';

/** Options of every command. */
export interface CommonOptions {
  readonly server?: { readonly url: string; readonly token?: string };
  readonly kernelName?: string;
  readonly python?: string;
  readonly trace: TraceMode;
  readonly json: boolean;
  /** The user's stub files, added to the effects library. */
  readonly effects: readonly string[];
  /** Whether sessions and scripts run in the folder itself, where they can change it. */
  readonly inPlace: boolean;
  /** The limit of bytes to copy if there is no other way; null: the default. */
  readonly copyLimit: number | null;
  /** The limit of characters from the beginning of a cell's output. */
  readonly outputLimit?: number;
}

/** The target of gathering. */
export type GatherTarget = WantedExecution | { readonly type: 'symbol'; readonly symbol: string };

/** A command with its options. Paths are absolute. */
export type Command =
  | { readonly type: 'help'; readonly command: string | null }
  | { readonly type: 'version' }
  | { readonly type: 'worker' }
  | { readonly type: 'lsp'; readonly phase: Phase }
  | (CommonOptions & {
      readonly type: 'run';
      readonly path: string;
      readonly out: string | null;
      /**
       * Null: from top to bottom, up to the first cell that fails. Otherwise a failure stops only the cells
       * that need the failed one.
       */
      readonly reactive: { readonly order: OrderMode } | null;
      /** Whether the run goes on after a failed cell, without counting as failed. */
      readonly allowErrors: boolean;
      /** The time limit of a cell; null: none. */
      readonly timeoutMs: number | null;
      /** Names to set before the cells use them. */
      readonly parameters: readonly Parameter[];
      /** Whether the whole output of cells also goes to files beside the notebook. */
      readonly wholeOutput: boolean;
    })
  | (CommonOptions &
      SweepSettings & {
        readonly type: 'sweep';
        readonly path: string;
        /** The file of results, with which a stopped sweep can continue. */
        readonly out: string | null;
        readonly report: string | null;
      })
  | (CommonOptions & ExportSettings & { readonly type: 'export'; readonly path: string })
  | (CommonOptions & {
      readonly type: 'watch';
      readonly path: string;
      readonly out: string | null;
      readonly order: OrderMode;
    })
  | (CommonOptions & { readonly type: 'start'; readonly path: string | null })
  | (CommonOptions & {
      readonly type: 'open';
      /** A notebook, a history, a session file or a folder; null: the samples. */
      readonly path: string | null;
      /** Whether to open the browser. */
      readonly browser: boolean;
      /** Whether a running server of the folder is used, if there is one. */
      readonly joins: boolean;
      /** Null: any free one. */
      readonly port: number | null;
      readonly host: string;
      /** Other host names of the server. */
      readonly allowedHosts: readonly string[];
      /** What becomes of kernels at the end. */
      readonly kernels: KernelWish;
      /** The visitors of the notebook as an app; null: it is opened to work on. */
      readonly app: VisitorLimits | null;
    })
  | (CommonOptions &
      ReproduceSettings & {
        readonly type: 'reproduce';
        /** The file of results, with which a stopped run can continue. */
        readonly out: string | null;
        readonly report: string | null;
        /** The file for the fixed copy of a single notebook; null: beside it. */
        readonly fixed: string | null;
        /** Where to write the versions of a clean environment. */
        readonly lock: string | null;
        /** Null: text, or JSON with `--json`. */
        readonly format: 'junit' | 'github' | null;
        /** The file of known differences. */
        readonly baseline: string | null;
      })
  | (SourceOptions & { readonly type: 'replay'; readonly order: OrderMode })
  | (SourceOptions & {
      readonly type: 'slice';
      readonly of: WantedExecution;
      readonly direction: Direction;
      /** Another execution: explains why it is in the slice. */
      readonly why: Exec | null;
      readonly level: Level;
    })
  | WhatIfCommand
  | (SourceOptions & GraphSettings & { readonly type: 'graph' })
  | (SourceOptions & {
      readonly type: 'gather';
      readonly target: GatherTarget;
      readonly level: Level;
      readonly verify: boolean;
      /** The time for shrinking the verified script; null: no shrinking. */
      /** The limit of seconds; absent: the default. */
      readonly minimize: { readonly seconds?: number } | null;
      readonly out: string | null;
    })
  | (DiffSettings & { readonly type: 'diff' })
  | (MergeSettings & { readonly type: 'merge-driver' })
  | (AffectedSettings & { readonly type: 'affected' })
  | (CommonOptions & { readonly type: 'mcp'; readonly folder: string })
  | StudyCommand
  | CheckCommand
  | QueryCommand
  | KernelspecCommand
  | DoctorCommand;

/** `sluice what-if`, which runs nothing. */
export type WhatIfCommand = SourceOptions & WhatIfSettings & { readonly type: 'what-if' };

/** `sluice study`. Only studies of sessions run anything. */
export type StudyCommand = CommonOptions & StudySettings & { readonly type: 'study' };

/** `sluice query`, which runs nothing. */
export interface QueryCommand {
  readonly type: 'query';
  /** Files and folders. */
  readonly sources: readonly string[];
  /** Null: the tables are listed. */
  readonly sql: string | null;
  readonly session?: number;
  /** The Python for reading histories. */
  readonly python?: string;
  readonly effects: readonly string[];
  readonly format: ResultFormatName;
  readonly timeoutMs: number;
}

/** Options of commands that replay a source. */
export interface SourceOptions extends CommonOptions {
  readonly source: string;
  readonly session?: number;
}

/** The command in the arguments (without `node` and the script). The options of a large analysis are loaded on demand. */
export async function parseCommand(given: readonly string[]): Promise<Command> {
  const args = commandFirst(pairsJoined(given));
  const [first, ...rest] = args;
  if (first === undefined) return { type: 'help', command: null };
  if (first === 'help') return { type: 'help', command: rest[0] === undefined ? null : commandName(rest[0]) };
  if (first === '--help' || first === '-h') return { type: 'help', command: null };
  if (first === '--version' || first === '-V') return { type: 'version' };
  if (!isCommand(first) && isToOpen(first)) return parseNamed('open', args);
  return parseNamed(commandName(first), rest);
}

function commandName(name: string): CommandName {
  if (isCommand(name)) return name;
  if (name.startsWith('-'))
    throw new SluiceError(`name a command, or a file to open, besides ${name}; see: sluice help`);
  const near = suggest(name, Object.keys(COMMANDS));
  throw new SluiceError(`there is no command ${name}${near}; see: sluice help`);
}

function isToOpen(name: string): boolean {
  if (/\.(?:ipynb|py|sqlite3?|jsonl)$/i.test(name)) return true;
  return isFolder(name);
}

async function parseNamed(name: CommandName, args: readonly string[]): Promise<Command> {
  const { values, positionals } = readOptions(name, args);
  if (values.help === true) return { type: 'help', command: name };
  if (name === 'check') return (await import('./check-options.ts')).checkOptions(values, positionals);
  if (name === 'query') return queryOptions(values, positionals);
  if (name === 'worker') {
    if (positionals.length > 0)
      throw new SluiceError('sluice worker takes no file: a cluster gives it notebooks');
    return { type: 'worker' };
  }
  if (name === 'lsp') {
    if (positionals.length > 0) throw new SluiceError('sluice lsp takes no file: the editor opens notebooks');
    return { type: 'lsp', phase: choice(values, 'phase', ['share', 'explore', 'review']) ?? 'share' };
  }
  if (name === 'diff') return { type: 'diff', ...diffSettings(values, positionals) };
  if (name === 'affected') return { type: 'affected', ...affectedSettings(values, positionals) };
  if (name === 'merge-driver') return { type: 'merge-driver', ...mergeSettings(positionals) };
  if (name === 'kernelspec') return kernelspecOptions(values, positionals);
  if (name === 'doctor') {
    if (positionals.length > 0) throw new SluiceError(`sluice doctor takes no ${positionals[0]}`);
    const python = text(values, 'python');
    return { type: 'doctor', ...(python === null ? {} : { python }), json: values.json === true };
  }
  const common = commonOptions(values);
  if (name === 'start') {
    const path = atMostOne(name, positionals);
    return { type: 'start', ...common, path: path === null ? null : resolve(path) };
  }
  if (name === 'mcp') return { type: 'mcp', ...common, folder: resolve(atMostOne(name, positionals) ?? '.') };
  if (name === 'study') return { type: 'study', ...common, ...studySettings(values, positionals) };
  if (name === 'reproduce') {
    const saved = outputPath(values, values.fix === true ? ['jsonl', 'ipynb'] : ['jsonl']);
    const isCopy = saved?.toLowerCase().endsWith('.ipynb') === true;
    if (isCopy && positionals.length !== 1)
      throw new SluiceError(
        '-o OUT.ipynb is for one notebook; without it each copy goes beside its notebook',
      );
    const files = {
      out: isCopy ? null : saved,
      fixed: isCopy ? saved : null,
      report: outputPath(values, ['html'], 'report'),
      lock: outputPath(values, ['txt'], 'lock'),
    };
    if (files.lock !== null && values.environment !== 'clean')
      throw new SluiceError('--lock FILE.txt belongs to --environment clean');
    const format = choice(values, 'format', ['text', 'junit', 'github']);
    if (values.json === true && format !== 'text')
      throw new SluiceError(`--json and --format ${format} cannot both be`);
    const baseline = text(values, 'baseline');
    const told = {
      format: format === 'text' ? null : format,
      baseline: baseline == null ? null : resolve(baseline),
    };
    return {
      type: 'reproduce',
      ...common,
      ...(await import('./reproduce-options.ts')).reproduceSettings(values, positionals),
      ...files,
      ...told,
    };
  }
  if (name === 'open') return openOptions(common, values, atMostOne(name, positionals));
  const path = atMostOne(name, positionals);
  if (path === null) throw new SluiceError(`sluice ${name} needs a file; see: sluice help ${name}`);
  if (name === 'run' || name === 'watch') {
    const files = { path: resolve(path), out: outputPath(values, ['ipynb']) };
    const order = orderOption(values);
    if (name === 'watch') return { type: 'watch', ...common, ...files, order };
    const reactive = values.reactive === true ? { order } : null;
    if (reactive === null && text(values, 'order') !== null)
      throw new SluiceError('--order belongs to --reactive');
    const timeout = text(values, 'timeout');
    return {
      type: 'run',
      ...common,
      ...files,
      reactive,
      allowErrors: values['allow-errors'] === true,
      timeoutMs: timeout === null ? null : 1000 * positive('timeout', timeout),
      parameters: (await import('./parameter-options.ts')).parametersGiven(values),
      wholeOutput: values['whole-output'] === true,
    };
  }
  if (name === 'export') return { type: 'export', ...common, path: resolve(path), ...exportSettings(values) };
  if (name === 'sweep') {
    const files = { out: outputPath(values, ['jsonl']), report: outputPath(values, ['html'], 'report') };
    return {
      type: 'sweep',
      ...common,
      path: resolve(path),
      ...files,
      ...(await import('./sweep-options.ts')).sweepSettings(values),
    };
  }
  const source = { ...common, source: resolve(path), ...sessionOption(values) };
  if (name === 'replay') {
    return { type: 'replay', ...source, order: orderOption(values) };
  }
  if (name === 'graph') {
    return { type: 'graph', ...source, ...(await import('./graph-options.ts')).graphSettings(values) };
  }
  if (name === 'what-if')
    return { type: 'what-if', ...source, ...(await import('./what-if-options.ts')).whatIfSettings(values) };
  const level = choice(values, 'level', ['cell', 'statement']);
  if (name === 'slice') {
    const of = executionOption(values);
    if (of === null) throw new SluiceError('sluice slice needs --exec K or --cell NAME');
    const direction = choice(values, 'direction', ['backward', 'forward']);
    const other = text(values, 'why');
    const why = other === null ? null : positive('why', other);
    return { type: 'slice', ...source, of, direction, level, why };
  }
  const out = outputPath(values, ['py', 'ipynb']);
  const minimize = minimizeOption(values);
  return {
    type: 'gather',
    ...source,
    target: targetOption(values),
    level,
    verify: values.verify === true || minimize !== null,
    minimize,
    out,
  };
}

function openOptions(common: CommonOptions, values: Values, path: string | null): Command {
  const port = text(values, 'port');
  return {
    type: 'open',
    ...common,
    path: path === null ? null : resolve(path),
    browser: values['no-browser'] !== true,
    joins: values.join === true,
    port: port === null ? null : positive('port', port),
    host: text(values, 'host') ?? '127.0.0.1',
    allowedHosts: texts(values, 'allow-host'),
    kernels: kernelWish(values),
    app: appOption(values, path),
  };
}

/** The usual number of visitors, each with a kernel. */
const VISITORS = 8;

function appOption(values: Values, path: string | null): VisitorLimits | null {
  const [shared, most] = [values.shared === true, text(values, 'visitors')];
  if (values.app !== true) {
    if (shared || most !== null) throw new SluiceError('--shared and --visitors belong to --app');
    return null;
  }
  if (path === null) throw new SluiceError('sluice open --app needs a notebook; see: sluice help open');
  if (shared && most !== null)
    throw new SluiceError('give --shared or --visitors, not both: shared visitors have one kernel');
  if (values['keep-kernels'] === true) throw new SluiceError('the kernels of an app end with it');
  return { shared, most: most === null ? VISITORS : positive('visitors', most) };
}

function kernelWish(values: Values): KernelWish {
  const [keeps, ends] = [values['keep-kernels'] === true, values['end-kernels'] === true];
  if (keeps && ends) throw new SluiceError('give --keep-kernels or --end-kernels, not both');
  return keeps ? 'keep' : ends ? 'end' : 'ask';
}

/** How long a query may take, in seconds. */
const QUERY_SECONDS = 30;

function queryOptions(values: Values, positionals: readonly string[]): QueryCommand {
  const [python, timeout, format] = ['python', 'timeout', 'format'].map((key) => text(values, key));
  if (values.json === true && format != null && format !== 'json')
    throw new SluiceError(`--json and --format ${format} cannot both be`);
  const sql = values.tables === true ? null : (positionals.at(-1) ?? '');
  const sources = values.tables === true ? positionals : positionals.slice(0, -1);
  if (sql !== null && (sources.length === 0 || sql.trim() === ''))
    throw new SluiceError(
      'sluice query needs a source and a query: sluice query FILE.ipynb "SELECT * FROM cells"; see: sluice help query',
    );
  // (a query may be longer than any name)
  if (sql !== null && /^\S+\.(?:ipynb|py|sqlite3?|jsonl)$/i.test(sql))
    throw new SluiceError('the query comes last, behind the sources');
  if (sources.includes('')) throw new SluiceError('sluice query was given an empty name; name a file');
  return {
    type: 'query',
    sources: sources.map((path) => resolve(path)),
    sql,
    ...sessionOption(values),
    ...(python != null ? { python } : {}),
    effects: texts(values, 'effects').map((file) => resolve(file)),
    format: values.json === true ? 'json' : choice(values, 'format', RESULT_FORMATS),
    timeoutMs: 1000 * (timeout == null ? QUERY_SECONDS : positive('timeout', timeout)),
  };
}

function affectedSettings(values: Values, paths: readonly string[]): AffectedSettings {
  const since = text(values, 'since');
  if (since === null)
    throw new SluiceError('sluice affected needs --since REV, a git revision to compare with');
  if (paths.length === 0) throw new SluiceError('sluice affected needs a notebook or folder');
  if (paths.includes('')) throw new SluiceError('sluice affected was given an empty name; name a notebook');
  const effects = texts(values, 'effects').map((file) => resolve(file));
  const given = text(values, 'format');
  if (values.json === true && given !== null && given !== 'json')
    throw new SluiceError(`--json and --format ${given} cannot both be`);
  const format = values.json === true ? 'json' : choice(values, 'format', AFFECTED_FORMATS);
  return { paths: paths.map((path) => resolve(path)), since, effects, format };
}

function readOptions(name: CommandName, args: readonly string[]): { values: Values; positionals: string[] } {
  try {
    const options: ParseArgsConfig['options'] = COMMANDS[name];
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    return { values: values as Values, positionals };
  } catch (error) {
    const message = messageOf(error);
    const unknown = /'(--?[^' =]+)/.exec(message)?.[1];
    const known = Object.keys(COMMANDS[name]).map((option) => `--${option}`);
    if (unknown !== undefined && /Unknown option/.test(message)) {
      throw new SluiceError(
        `sluice ${name} has no option ${unknown}${suggest(unknown, known)}; see: sluice help ${name}`,
      );
    }
    throw new SluiceError(
      `sluice ${name}: ${message.split('\n')[0]?.replace(/\.$/, '')}; see: sluice help ${name}`,
    );
  }
}

function commonOptions(values: Values): CommonOptions {
  const [server, kernelName, python] = ['server', 'kernel', 'python'].map((key) => text(values, key));
  const token = serverToken(values);
  const effects = Array.isArray(values.effects) ? values.effects.map((file) => resolve(file)) : [];
  return {
    ...(server != null ? { server: { url: server, ...(token != null ? { token } : {}) } } : {}),
    ...(kernelName != null ? { kernelName } : {}),
    ...(python != null
      ? { python: python.includes('/') && !isAbsolute(python) ? resolve(python) : python }
      : {}),
    trace: choice(values, 'trace', ['on', 'off', 'static']),
    json: values.json === true,
    effects,
    inPlace: values['in-place'] === true,
    copyLimit: size(values, 'copy-limit'),
    ...outputLimitOption(values),
  };
}

/** The token of `--server`, from one of its sources; null: from the address, or none. */
function serverToken(values: Values): string | null {
  const [server, token, file] = ['server', 'token', 'token-file'].map((key) => text(values, key) ?? null);
  const given = token != null ? '--token' : file != null ? '--token-file' : null;
  if (given !== null && server === null) throw new SluiceError(`${given} belongs to --server URL`);
  if (token !== null && file !== null) throw new SluiceError('give one of --token T and --token-file FILE');
  if (token != null) return token;
  if (file != null) return readToken(resolve(file));
  const isInAddress = /[?&]token=/.test(server ?? '');
  return server === null || isInAddress ? null : process.env.SLUICE_SERVER_TOKEN || null;
}

function readToken(file: string): string {
  try {
    return readPlainText(file, MOST_OF_SETTINGS).trim();
  } catch (error) {
    throw new SluiceError(`cannot read --token-file ${file}: ${describeFailure(error)}`);
  }
}

/** More output in one cell makes notebooks that no program opens. */
const MOST_MEGABYTES = 50;

function outputLimitOption(values: Values): { outputLimit?: number } {
  const given = text(values, 'output-limit');
  if (given === null) return {};
  const megabytes = positive('output-limit', given);
  if (megabytes > MOST_MEGABYTES)
    throw new SluiceError(`--output-limit takes at most ${MOST_MEGABYTES} (MB of text for each cell)`);
  return { outputLimit: megabytes * 1_000_000 };
}

function orderOption(values: Values): OrderMode {
  return choice(values, 'order', ['in-order', 'any-order']);
}

function minimizeOption(values: Values): { readonly seconds?: number } | null {
  const given = text(values, 'time-limit');
  if (values.minimize === true) return given === null ? {} : { seconds: positive('time-limit', given) };
  if (given !== null) throw new SluiceError('--time-limit SECONDS belongs to --minimize');
  return null;
}

function targetOption(values: Values): GatherTarget {
  const [of, symbol] = [executionOption(values), text(values, 'symbol')];
  if (of !== null && symbol !== null) throw new SluiceError(ONE_TARGET);
  if (of !== null) return of;
  if (symbol !== null) return { type: 'symbol', symbol };
  throw new SluiceError('sluice gather needs --exec K, --cell NAME or --symbol NAME');
}

const ONE_TARGET = 'give one of --exec K, --cell NAME and --symbol NAME';

function executionOption(values: Values): WantedExecution | null {
  const [exec, cell] = [text(values, 'exec'), text(values, 'cell')];
  if (exec !== null && cell !== null) throw new SluiceError('give one of --exec K and --cell NAME');
  if (exec !== null) return { type: 'exec', exec: positive('exec', exec) };
  return cell === null ? null : { type: 'cell', cell };
}

function outputPath(values: Values, kinds: readonly string[], option = 'output'): string | null {
  const out = text(values, option);
  if (out === null) return null;
  if (!kinds.some((kind) => out.toLowerCase().endsWith(`.${kind}`))) {
    throw new SluiceError(
      `${option === 'output' ? '-o' : `--${option}`} ${out}: its name must end in ${kinds.map((kind) => `.${kind}`).join(' or ')}`,
    );
  }
  return resolve(out);
}

function atMostOne(name: string, positionals: readonly string[]): string | null {
  if (positionals.length > 1)
    throw new SluiceError(`sluice ${name} takes one file, not ${positionals.length}`);
  const [path = null] = positionals;
  if (path === '') throw new SluiceError(`sluice ${name} was given an empty name; name a file`);
  return path;
}
