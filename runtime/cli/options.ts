/** The options of each command, and the position of the command in the arguments. It does not read option values. */

const COMMON = {
  server: { type: 'string' },
  token: { type: 'string' },
  'token-file': { type: 'string' },
  kernel: { type: 'string' },
  python: { type: 'string' },
  trace: { type: 'string' },
  effects: { type: 'string', multiple: true },
  'output-limit': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const { json: _, ...TEXT_ONLY } = COMMON;

/** Options of commands that play sessions or run scripts beside the user's files. */
const COPIES = { 'in-place': { type: 'boolean' }, 'copy-limit': { type: 'string' } } as const;

/** The options of each command. */
export const COMMANDS = {
  run: {
    ...COMMON,
    output: { type: 'string', short: 'o' },
    reactive: { type: 'boolean' },
    order: { type: 'string' },
    'allow-errors': { type: 'boolean' },
    timeout: { type: 'string' },
    parameter: { type: 'string', short: 'p', multiple: true },
    'raw-parameter': { type: 'string', short: 'r', multiple: true },
    parameters: { type: 'string', short: 'f', multiple: true },
    'parameters-yaml': { type: 'string', short: 'y', multiple: true },
    'whole-output': { type: 'boolean' },
  },
  sweep: {
    ...COMMON,
    ...COPIES,
    parameter: { type: 'string', short: 'p', multiple: true },
    'raw-parameter': { type: 'string', short: 'r', multiple: true },
    collect: { type: 'string', multiple: true },
    jobs: { type: 'string' },
    timeout: { type: 'string' },
    output: { type: 'string', short: 'o' },
    report: { type: 'string' },
  },
  export: {
    ...COMMON,
    ...COPIES,
    to: { type: 'string' },
    code: { type: 'string' },
    output: { type: 'string', short: 'o' },
  },
  watch: { ...COMMON, output: { type: 'string', short: 'o' }, order: { type: 'string' } },
  open: {
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
  },
  mcp: { ...TEXT_ONLY, ...COPIES },
  start: { ...TEXT_ONLY, ...COPIES },
  replay: { ...COMMON, ...COPIES, session: { type: 'string' }, order: { type: 'string' } },
  reproduce: {
    ...COMMON,
    ...COPIES,
    order: { type: 'string' },
    normalize: { type: 'string' },
    environment: { type: 'string' },
    lock: { type: 'string' },
    network: { type: 'boolean' },
    'allow-builds': { type: 'boolean' },
    memory: { type: 'string' },
    fix: { type: 'boolean' },
    timeout: { type: 'string' },
    shard: { type: 'string' },
    jobs: { type: 'string' },
    output: { type: 'string', short: 'o' },
    on: { type: 'string' },
    submit: { type: 'boolean' },
    report: { type: 'string' },
    format: { type: 'string' },
    baseline: { type: 'string' },
  },
  study: {
    ...COMMON,
    ...COPIES,
    output: { type: 'string', short: 'o' },
    least: { type: 'string' },
    sample: { type: 'string' },
    timeout: { type: 'string' },
    limit: { type: 'string' },
    jobs: { type: 'string' },
    seed: { type: 'string' },
    on: { type: 'string' },
    submit: { type: 'boolean' },
    report: { type: 'string' },
    parquet: { type: 'string' },
    merge: { type: 'string' },
    annotations: { type: 'string' },
    shard: { type: 'string' },
    'min-support': { type: 'string' },
    'min-confidence': { type: 'string' },
    'min-lift': { type: 'string' },
  },
  slice: {
    ...COMMON,
    ...COPIES,
    session: { type: 'string' },
    exec: { type: 'string' },
    cell: { type: 'string' },
    direction: { type: 'string' },
    why: { type: 'string' },
    level: { type: 'string' },
  },
  graph: {
    effects: COMMON.effects,
    json: COMMON.json,
    help: COMMON.help,
    session: { type: 'string' },
    bound: { type: 'string' },
    transitive: { type: 'boolean' },
    format: { type: 'string' },
    view: { type: 'string' },
    name: { type: 'string' },
    observed: { type: 'string', multiple: true },
    answer: { type: 'string', multiple: true },
    model: { type: 'string' },
    'model-name': { type: 'string' },
    questions: { type: 'string' },
  },
  'what-if': {
    effects: COMMON.effects,
    json: COMMON.json,
    help: COMMON.help,
    session: { type: 'string' },
    cell: { type: 'string' },
    event: { type: 'string' },
    depth: { type: 'string' },
    analysis: { type: 'string' },
    name: { type: 'string' },
    to: { type: 'string' },
    'time-limit': { type: 'string' },
  },
  gather: {
    ...COMMON,
    ...COPIES,
    session: { type: 'string' },
    exec: { type: 'string' },
    cell: { type: 'string' },
    symbol: { type: 'string' },
    level: { type: 'string' },
    verify: { type: 'boolean' },
    minimize: { type: 'boolean' },
    'time-limit': { type: 'string' },
    output: { type: 'string', short: 'o' },
  },
  check: {
    python: COMMON.python,
    json: COMMON.json,
    help: COMMON.help,
    session: { type: 'string' },
    select: { type: 'string' },
    ignore: { type: 'string' },
    phase: { type: 'string' },
    format: { type: 'string' },
    fix: { type: 'boolean' },
    diff: { type: 'boolean' },
    confirm: { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
    verbose: { type: 'boolean' },
    statistics: { type: 'boolean' },
    baseline: { type: 'string' },
  },
  worker: { help: COMMON.help },
  lsp: { help: COMMON.help, stdio: { type: 'boolean' }, phase: { type: 'string' } },
  query: {
    effects: COMMON.effects,
    python: COMMON.python,
    json: COMMON.json,
    help: COMMON.help,
    session: { type: 'string' },
    format: { type: 'string' },
    timeout: { type: 'string' },
    tables: { type: 'boolean' },
  },
  diff: { json: COMMON.json, help: COMMON.help, textconv: { type: 'boolean' } },
  'merge-driver': { help: COMMON.help },
  kernelspec: {
    python: COMMON.python,
    json: COMMON.json,
    help: COMMON.help,
    name: { type: 'string' },
    user: { type: 'boolean' },
    'sys-prefix': { type: 'boolean' },
    prefix: { type: 'string' },
  },
  doctor: { python: COMMON.python, json: COMMON.json, help: COMMON.help },
  affected: {
    effects: COMMON.effects,
    json: COMMON.json,
    help: COMMON.help,
    since: { type: 'string' },
    format: { type: 'string' },
  },
} as const;

export type CommandName = keyof typeof COMMANDS;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** The arguments with the command (or file) first, followed by options before it; unchanged if there is no command. */
export function commandFirst(args: readonly string[]): readonly string[] {
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]!;
    if (!arg.startsWith('-')) return [arg, ...args.slice(0, at), ...args.slice(at + 1)];
    if (takesNext(arg)) at += 1;
  }
  return args;
}

/** Whether the argument is an option whose value is the next argument. */
function takesNext(arg: string): boolean {
  return Object.values(COMMANDS).some((options) =>
    Object.entries(options).some(
      ([name, option]) =>
        option.type === 'string' &&
        (arg === `--${name}` || ('short' in option && arg === `-${option.short}`)),
    ),
  );
}
