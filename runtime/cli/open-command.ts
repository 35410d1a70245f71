/** `sluice open`: serves the pages for a notebook or a folder until it is interrupted. What pages show is not decided here. */

import { spawn } from 'node:child_process';
import { cpSync, existsSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { describeFailure, readNotebook } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import { ReactiveNotebook, type Verify } from '../live/index.ts';
import { ensurePrivatePython, notebookSignatures, sluiceHome } from '../python/index.ts';
import { startUiServer } from '../server/index.ts';
import { verifyScript } from '../session/index.ts';
import type { Command } from './arguments.ts';
import { print, printJson } from './print.ts';
import { progress } from './progress.ts';
import { Workplace } from './workplace.ts';

/** Runs the command: it ends with the process, when a signal comes. */
export async function openCommand(command: Extract<Command, { type: 'open' }>): Promise<number> {
  const path = command.path ?? ownSamples();
  const isFolder = statOf(path).isDirectory();
  // what is no notebook is said here, and not in a page
  if (!isFolder) readNotebook(path);
  const folder = isFolder ? path : dirname(path);
  let workplace: Promise<Workplace> | null = null;
  const signatures = notebookSignatures(() => ensurePrivatePython(progress));
  const server = await startUiServer({
    folder,
    port: command.port,
    host: command.host,
    openNotebook: (file) => {
      workplace ??= Workplace.open(command, file);
      const place = workplace;
      return new ReactiveNotebook(file, {
        startKernel: async () => (await place).kernel(dirname(file)),
        // whose files another server sees is not known
        signatures: command.server ? null : signatures,
        verify: async (parts, expected) => verifyInCopy(await place, dirname(file), parts, expected),
      });
    },
  });
  Workplace.beforeClosing(() => server.close());
  workplace = Workplace.open(command, path);
  workplace.catch(() => {}); // a notebook says so when it wants a kernel
  const url = server.url(isFolder ? '/' : `/notebooks/${encodeURIComponent(basename(path))}`);
  if (command.json) printJson({ type: 'open', url });
  else print(url);
  if (command.host !== DEFAULT_HOST && command.host !== 'localhost') {
    progress(
      'note: others on your network can reach this address; whoever knows the token can run code as you',
    );
  }
  if (command.browser) openBrowser(url);
  progress('Ctrl-C ends it: notebooks are saved, kernels shut down');
  return new Promise(() => {});
}

/** Runs a script in a new kernel, in a copy of the notebook's folder as it is now. */
async function verifyInCopy(
  workplace: Workplace,
  folder: string,
  ...[parts, expected]: Parameters<Verify>
): ReturnType<Verify> {
  const events = parts.map((source) => ({ type: 'run', cell: '', source }) as const);
  const copy = workplace.copy(events, folder);
  try {
    const kernel = await workplace.kernel(copy.path, 'off');
    try {
      const found = await verifyScript(kernel, parts, expected);
      return found.status === 'differs' ? { ...found, difference: copy.original(found.difference) } : found;
    } finally {
      await kernel.client.shutdown();
    }
  } finally {
    copy.remove();
  }
}

const DEFAULT_HOST = '127.0.0.1';

/** The samples in a place of the person's own, where they can be changed. */
function ownSamples(): string {
  const folder = join(sluiceHome(), 'samples');
  if (!existsSync(folder)) cpSync(join(findPackageRoot(), 'samples'), folder, { recursive: true });
  return folder;
}

function statOf(path: string): ReturnType<typeof statSync> & object {
  try {
    return statSync(path);
  } catch (error) {
    throw new SluiceError(`cannot open ${path}: ${describeFailure(error)}`);
  }
}

/** Best effort: the address is printed as well. */
function openBrowser(url: string): void {
  const [file, ...args] =
    platform() === 'darwin'
      ? ['open', url]
      : platform() === 'win32'
        ? ['cmd', '/c', 'start', '""', url]
        : ['xdg-open', url];
  const child = spawn(file!, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
