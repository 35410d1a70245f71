/** The options of `sluice open`. Wrong ones are a SluiceError with exit code 2. */

import type { VisitorLimits } from '../../server/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON, COPIES, type CommonOptions, commonOptions } from '../options/common-options.ts';
import { positive, text, texts, type Values } from '../options/option-values.ts';
import { atMostOne } from '../options/path-arguments.ts';
import { mustKeepResults, type StoreChoice, storeChoice } from '../store/store-choice.ts';
import type { KernelWish } from './kernels-at-end.ts';

/** `sluice open`. */
export interface OpenCommand extends CommonOptions {
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
  /** Whether pages get terminals. */
  readonly hasTerminals: boolean;
  /** The visitors of the notebook as an app; null: it is opened to work on. */
  readonly app: VisitorLimits | null;
  /** Where results of slow cells are kept. */
  readonly store: StoreChoice;
}

/** The declaration of `sluice open`. */
export const OPEN = {
  options: {
    ...COMMON,
    ...COPIES,
    port: { type: 'string' },
    host: { type: 'string' },
    'allow-host': { type: 'string', multiple: true },
    'no-browser': { type: 'boolean' },
    'keep-kernels': { type: 'boolean' },
    'end-kernels': { type: 'boolean' },
    'no-terminal': { type: 'boolean' },
    join: { type: 'boolean' },
    app: { type: 'boolean' },
    shared: { type: 'boolean' },
    visitors: { type: 'string' },
    store: { type: 'string' },
  },
  help: {
    usage: `sluice open [FILE|FOLDER] [--port N] [--host ADDRESS] [--allow-host NAME] [--no-browser] [--join]
              [--keep-kernels|--end-kernels] [--no-terminal] [--store on|off|FOLDER] [--app [--shared | --visitors N]]   (or just: sluice FILE|FOLDER)`,
    does: 'open a notebook, a session or a folder in the browser',
    more: `  --no-browser        only print the address
  --join              if a server for this folder runs, print its address and end: editors share a server in this way
  --port N            listen there (default: any free port)
  --host ADDRESS      listen on another address than 127.0.0.1: others can then reach it, with the token; 0.0.0.0: on all
  --allow-host NAME   it may be addressed by this name too (or NAME:PORT), as behind a proxy; may be given again
  --keep-kernels      kernels go on when it ends; the next sluice open finds them, with their outputs
  --end-kernels       kernels end with it, whatever ends it
  --no-terminal       pages get no terminals
  --store on          keep results of slow cells for later kernels (docs/store.md); FOLDER: there; off: keep none, whatever the
                      setting says
  --app               show a notebook as an app: outputs, widgets and the parameters of the cell tagged parameters; visitors
                      cannot change or run code, and the file is never written (docs/apps.md)
  --visitors N        so many visitors at once, each with a kernel (default: 8)
  --shared            all visitors share one kernel

FILE is a notebook, or a session to look at and to replay: a history.sqlite or a .jsonl. Without a file it opens a copy of the samples. Notebooks are saved as you work, and run in their own folder. The address has a
token: whoever knows it can run code as you. Ctrl-C asks whether kernels go on. Without a terminal a signal ends
kernels too; a crash, an update or a closed connection (SIGHUP) does not. An idle kernel that is kept ends after 24 hours (a setting).`,
  },
  read(values, positionals): OpenCommand {
    const path = atMostOne('open', positionals);
    const port = text(values, 'port');
    const common = commonOptions(values);
    const store = storeChoice(text(values, 'store'));
    mustKeepResults(store, common, values.app === true);
    return {
      type: 'open',
      ...common,
      path,
      browser: values['no-browser'] !== true,
      joins: values.join === true,
      port: port === null ? null : positive('port', port),
      host: text(values, 'host') ?? '127.0.0.1',
      allowedHosts: texts(values, 'allow-host'),
      kernels: kernelWish(values),
      hasTerminals: values['no-terminal'] !== true,
      app: appOption(values, path),
      store,
    };
  },
} satisfies CommandDeclaration;

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
