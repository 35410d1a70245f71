/** Command-line arguments: the command with its options. Wrong usage is a SluiceError with exit code 2. */

import { parseArgs } from 'node:util';
import { suggest } from '../../slicer/index.ts';
import { messageOf, SluiceError } from '../words/index.ts';
import type { CommandDeclaration } from './command-declaration.ts';
import { allCommands, COMMANDS, type CommandName, isCommand } from './commands.ts';
import { isFolder } from './options/is-folder.ts';
import { pairsJoined } from './options/joined-pairs.ts';
import type { Values } from './options/option-values.ts';

/** A command with its options. Paths are absolute. */
export type Command =
  | { readonly type: 'help'; readonly command: string | null }
  | { readonly type: 'version' }
  | ReturnType<Awaited<ReturnType<(typeof COMMANDS)[CommandName]>>['read']>;

/** The command in the arguments (without `node` and the script). */
export async function parseCommand(given: readonly string[]): Promise<Command> {
  const args = await commandFirst(pairsJoined(given));
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
  const command = await COMMANDS[name]();
  const { values, positionals } = readOptions(name, command.options, args);
  return values.help === true ? { type: 'help', command: name } : command.read(values, positionals);
}

function readOptions(
  name: CommandName,
  options: CommandDeclaration['options'],
  args: readonly string[],
): { values: Values; positionals: string[] } {
  try {
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
    const known = Object.keys(options).map((option) => `--${option}`);
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

/** The arguments with the command (or file) first, followed by options before it; unchanged if there is no command. */
async function commandFirst(args: readonly string[]): Promise<readonly string[]> {
  if (args.length < 2) return args;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]!;
    if (!arg.startsWith('-')) return [arg, ...args.slice(0, at), ...args.slice(at + 1)];
    if (await takesNext(arg)) at += 1;
  }
  return args;
}

/** Whether the argument is an option whose value is the next argument. */
async function takesNext(arg: string): Promise<boolean> {
  return [...(await allCommands()).values()].some(({ options }) =>
    Object.entries(options).some(
      ([name, option]) =>
        option.type === 'string' &&
        (arg === `--${name}` || ('short' in option && arg === `-${option.short}`)),
    ),
  );
}
