/** The table of interfaces that newer versions of libraries do not have. instrument/effects/gone.jsonl has the entries. */

/**
 * An interface that is gone. One of `gone`, `method` and `call` says which. A line of the table names several, with spaces between, if they
 * went together; the table then has an entry for each.
 */
export interface GoneInterface {
  /** The distribution, `python` for Python itself. */
  readonly package: string;
  /** The first version without the interface. */
  readonly since: string;
  /** The version in which the name came back with another meaning. */
  readonly back?: string;
  /** The interface still works in the newest version, with a warning. */
  readonly soon?: true;
  /** The dotted path of a module or member. */
  readonly gone?: string;
  /** A member of objects. */
  readonly method?: string;
  /** A function by its path, or `.method`, of which an argument is gone. */
  readonly call?: string;
  readonly keyword?: string;
  /** The value of the argument, as a regular expression over the text of a string; of a positional one, over its code. */
  readonly value?: string;
  /** Old values of the argument with the new ones, for `{old}` in `value` and `{new}` in `use`. */
  readonly values?: Readonly<Record<string, string>>;
  /** The number of positional arguments from which the call fails. */
  readonly positional?: number;
  /**
   * A further sign, because other objects have members of the same name. `frame`: the receiver is a frame, or
   * its result is used; `subscript`: `df.ix[…]`; `subscript-graph`: `G.node[…]`; `call0`: a call without arguments;
   * `uncalled`: no call.
   */
  readonly when?: string;
  /** The interface to use, in words; `{name}` is the last part of the gone name. Absent: nothing took its place. */
  readonly use?: string;
  /** The text of a fix; `{object}` is the text before the last dot. Absent: a person must decide. */
  readonly write?: string;
}

/** The table by the ways to look it up. Few of its names stand in a notebook, so an entry is made when it is asked for. */
export class GoneTable {
  readonly #paths = new Map<string, GoneInterface>();
  readonly #methods = new Map<string, GoneInterface>();
  readonly #lines = new Map<string, GoneInterface[]>();
  readonly #calls = new Map<string, readonly GoneInterface[]>();

  constructor(lines: readonly GoneInterface[]) {
    for (const line of lines) {
      for (const gone of namesIn(line.gone)) this.#paths.set(gone, line);
      for (const method of namesIn(line.method)) this.#methods.set(method, line);
      for (const call of namesIn(line.call)) {
        const known = this.#lines.get(call);
        if (known === undefined) this.#lines.set(call, [line]);
        else known.push(line);
      }
    }
  }

  /** The entry for a path, or for a module or member on its way. */
  ofPath(path: string): GoneInterface | null {
    const parts = path.split('.');
    for (let length = parts.length; length > 0; length -= 1) {
      const found = this.exactly(parts.slice(0, length).join('.'));
      if (found !== null) return found;
    }
    return null;
  }

  exactly(path: string): GoneInterface | null {
    return entryIn(this.#paths, 'gone', path);
  }

  ofMethod(name: string): GoneInterface | null {
    return entryIn(this.#methods, 'method', name);
  }

  ofCall(path: string): readonly GoneInterface[] {
    const lines = this.#lines.get(path);
    if (lines === undefined) return [];
    let entries = this.#calls.get(path);
    if (entries === undefined) {
      entries = lines.flatMap((line) => {
        const keywords =
          line.keyword === undefined ? [{}] : namesIn(line.keyword).map((keyword) => ({ keyword }));
        return keywords.flatMap((keyword) =>
          withValues(line).map((entry): GoneInterface => ({ ...entry, call: path, ...keyword })),
        );
      });
      this.#calls.set(path, entries);
    }
    return entries;
  }
}

/** The entry of a name, which takes the place of the name's line. */
function entryIn(
  entries: Map<string, GoneInterface>,
  key: 'gone' | 'method',
  name: string,
): GoneInterface | null {
  const line = entries.get(name);
  if (line === undefined) return null;
  if (line[key] === name && !line.use?.includes('{name}')) return line;
  const entry = { ...line, [key]: name, ...used(line, name) };
  entries.set(name, entry);
  return entry;
}

/** A line for each of its `values`; the line itself without them. */
function withValues(line: GoneInterface): readonly GoneInterface[] {
  const { value, values, use, ...rest } = line;
  if (values === undefined) return [line];
  return Object.entries(values).map(([old, now]) => ({
    ...rest,
    value: value!.replace('{old}', old),
    use: use!.replace('{new}', now),
  }));
}

function namesIn(names: string | undefined): readonly string[] {
  return names?.split(' ') ?? [];
}

/** The words for the interface to use in place of one of a line's names. */
function used({ use }: GoneInterface, gone: string): { readonly use?: string } {
  return use === undefined ? {} : { use: use.replace('{name}', gone.slice(gone.lastIndexOf('.') + 1)) };
}
