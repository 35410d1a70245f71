/**
 * The vocabulary of recording and slicing as plain data: locations, accesses, statement and execution records.
 * It holds no behaviour; the graph folds these records.
 */

/** One run of a cell, numbered 1, 2, 3 … per session over all cells. */
export type Exec = number;

/** A cell's id, the same for its whole life. */
export type CellId = string;

/**
 * What can be read or written. `object` is `g` (global names), `o<n>` (an object, by token) or the name of a world
 * object (`file`, `environ`, `random` …); `field` is a name, `a:<attribute>`, `i:<key>`, `s` (length / key set),
 * `s:<key>` (whether the key is in it: a part of `s`) or `*`.
 */
export interface Location {
  readonly object: string;
  readonly field: string;
}

/**
 * What nobody had changed before: an attribute or object of a library, of which code of libraries may have `used` what it was; or an
 * object that global `names` lead to.
 */
export interface Replacement extends Location {
  readonly used: boolean;
  readonly names?: readonly string[];
}

/** The field that stands for an object's whole content. */
export const WHOLE = '*';

/** The field that stands for an object's length or key set. */
export const STRUCTURE = 's';

/** Whether a field says that one key is in the key set. */
export function isPresence(field: string): boolean {
  return field.startsWith('s:');
}

/** The object that holds the notebook's global names. */
export const GLOBALS = 'g';

/** How an access is known. */
export type AccessKind = 'observed' | 'compared' | 'widened' | 'assumed' | 'static';

/** One read or write of a statement instance. */
export interface Access extends Location {
  readonly kind: AccessKind;
}

/** `task`: something was handed to an event loop, which runs it by itself. */
export const ESCAPE_CODES = ['task'] as const;
export type EscapeCode = (typeof ESCAPE_CODES)[number];

/** Why a slice through a statement, or (`lasting`) any slice after it, cannot be guaranteed. */
export interface Escape {
  /** In words, for people. */
  readonly reason: string;
  /** What it is, where somebody has to know. */
  readonly code?: EscapeCode;
  readonly line: number;
  readonly lasting: boolean;
}

/** What one module-level statement did in one execution. `line` and `endLine` are 1-based. */
export interface StatementRecord {
  readonly ordinal: number;
  readonly line: number;
  readonly endLine: number;
  readonly failed: boolean;
  readonly reads: readonly Access[];
  readonly writes: readonly Access[];
  /** Objects that values bound here hold and that had been written before: their content is part of the value. */
  readonly values: readonly string[];
  readonly deleted: readonly string[];
  /** Global names that it bound to the very object that they stood for before: who bound them then will do as well. */
  readonly rebound: readonly string[];
  readonly escapes: readonly Escape[];
}

/** How an execution ended. `uninstrumented`: it ran, but without probes, so anything may have been read and written. */
export type ExecutionStatus = 'ok' | 'error' | 'interrupted' | 'uninstrumented';

/** One execution as the graph takes it. `statements` are those that ran, in order; `planned` is how many the cell has. */
export interface ExecutionRecord {
  readonly exec: Exec;
  readonly cell: CellId;
  readonly source: string;
  readonly status: ExecutionStatus;
  readonly planned: number;
  /** What the text did, where that depended on the names there were: the command, with its `%`, of a magic written without it. */
  readonly command?: string;
  readonly statements: readonly StatementRecord[];
  /** Why the whole execution is opaque (no trace, a fault of the tracer); null when it was traced. */
  readonly opaque: string | null;
  /** World objects that the end of the cell closed (the inline figure). */
  readonly closed: readonly string[];
  /**
   * World objects that it may have read, and that nobody had set by then, settings, or put anywhere, random streams: no reads, but a cell
   * above may set them later.
   */
  readonly unset?: readonly string[];
  /** What objects without a name are that it changed, by token, in words. */
  readonly kinds?: Readonly<Record<string, string>>;
  /** Names that it found among the builtins, which a cell above may bind later. */
  readonly builtins?: readonly string[];
  /** What it was the first to change: who has read it before may not have recorded that. */
  readonly replaced?: readonly Replacement[];
  /** Files and folders that it has found, which other programs may change. */
  readonly watched?: readonly WatchedFile[];
  /** Whether code of libraries has run. */
  readonly usesLibraries?: true;
  /** Names people use for objects, by token. */
  readonly symbols: ReadonlyMap<string, string>;
  /** Tokens of the objects that the global names it read or bound stand for afterwards, by name. */
  readonly objects: ReadonlyMap<string, string>;
  /** What it found of the world's settings, and which of them it changed; where they are followed. */
  readonly world?: WorldRecord;
  /** Not a run of the cell: what widgets that it shows, or tasks that it started, wrote afterwards, outside of any cell. */
  readonly outside?: OutsideKind;
}

/**
 * What counts of a path: `file`, the content or that there is none; of a folder `names`, the names in it, `tree`, those in all folders below
 * as well, or `contents`, also the sizes and times of the files.
 */
export const WATCH_KINDS = ['file', 'names', 'tree', 'contents'] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

/** A path that an execution has found, what of it counts, and a text that differs when that does (empty: nothing was there). */
export type WatchedFile = readonly [path: string, kind: WatchKind, signature: string];

/** What may write outside of any cell. */
export type OutsideKind = 'widget' | 'task';

/**
 * Settings are world locations, and objects of libraries, that the kernel can put back: a cell finds them as the cells `above` leave them
 * (null: as they were in the kernel). `restorable`: those of them that the execution wrote. Of files, some can be put back as well.
 */
export interface WorldRecord {
  readonly above: readonly CellId[] | null;
  readonly restorable: readonly string[];
  /** Locations that it found as they are at the start of a kernel. */
  readonly begun?: readonly string[];
  /** Locations that the execution wrote, and that can begin anew before a cell above which nobody has written them. */
  readonly anew?: readonly string[];
  /** Paths whose content before and after the execution is kept. */
  readonly files: readonly string[];
  /** Those of them that it has changed. */
  readonly changed: readonly string[];
  /** Paths that it found as the cells `above` leave them. */
  readonly placed: readonly string[];
  /** Paths that it would have had to find so, and did not: a file that is open stays as it is. */
  readonly unplaced?: readonly string[];
  /** Paths that it read, and that another program had changed since cells left them. */
  readonly foreign?: readonly string[];
  /** What commands in it have changed of files, whatever that might have been, is among `files`. */
  readonly quiet: boolean;
  /** Paths that commands in it have changed, of which nobody has kept what was there. */
  readonly lost?: readonly string[];
  /** Whether it has imported modules of the user's: a cell below finds them as it has loaded them. */
  readonly imports: boolean;
  /**
   * Objects that it was the first to change so that nobody can put them back, each with the load (a field of `modules`) of a module of the
   * user's that had made it: another load makes them anew.
   */
  readonly made?: readonly (readonly [object: string, load: string])[];
  /** Names that it did not find, though cells had bound them, because none of the cells above had; those that it did not bind are back, but for those that are `gone`. */
  readonly aside: readonly string[];
  /** Of these, names that an earlier run of its cell had bound last, and that it did not. */
  readonly gone?: readonly string[];
}

/** The world location of files; a field is a path, or says that something is there. */
export const FILE = 'file';

const EXISTENCE = 'whether there is ';

/** The path that a field is about. */
export function pathOf(field: string): string {
  return field.startsWith(EXISTENCE) ? field.slice(EXISTENCE.length) : field;
}

/** The fields of a path. */
export function fieldsOfPath(path: string): readonly [content: string, existence: string] {
  return [path, `${EXISTENCE}${path}`];
}

/** A location as one string, for maps. */
export function locationKey(location: Location): string {
  return `${location.object}\u0000${location.field}`;
}
