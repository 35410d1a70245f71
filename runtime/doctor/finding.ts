/** A finding of `sluice doctor`: a necessary or useful part of the installation. */

/** `missing`: commands that need this part fail; `optional`: Sluice works without this part. */
export interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'missing' | 'optional';
  /** The part as found, in words. */
  readonly found: string;
  /** The next step; null: there is nothing to do. */
  readonly advice: string | null;
}

/** An existing part. */
export function ok(name: string, found: string): Finding {
  return { name, status: 'ok', found, advice: null };
}

/** A part without which commands fail. */
export function missing(name: string, found: string, advice: string): Finding {
  return { name, status: 'missing', found, advice };
}

/** A missing part without which Sluice works. */
export function optional(name: string, found: string, advice: string): Finding {
  return { name, status: 'optional', found, advice };
}
