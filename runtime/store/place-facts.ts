/** Facts by which another machine finds out whether its cells would find the same (`agent/store/place_facts.py`). */

import { record, text } from '../../instrument/index.ts';

export interface Versions {
  /** Of Python. */
  readonly version: string;
  readonly system: string;
  /** Installed packages with their versions. */
  readonly packages: Readonly<Record<string, string>>;
}

export interface PlaceFacts extends Versions {
  /** Digests of the environment: all of it, and the variables that may be the same on another machine. */
  readonly environ: string;
  readonly general: string;
}

/** The schemas of the fields. */
export const VERSIONS = { version: text, system: text, packages: record(text) };
export const FACTS = {
  ...VERSIONS,
  environ: text,
  general: text,
};

/** The differences of two places, in words. */
export function placeDifferences(before: Versions, now: Versions): readonly string[] {
  const found: string[] = [];
  if (before.version !== now.version)
    found.push(`Python: ${firstLine(before.version)} there, ${firstLine(now.version)} here`);
  if (before.system !== now.system) found.push(`platform: ${before.system} there, ${now.system} here`);
  const names = new Set([...Object.keys(before.packages), ...Object.keys(now.packages)]);
  for (const name of [...names].sort()) {
    const [there, here] = [before.packages[name], now.packages[name]];
    if (there !== here) found.push(`${name}: ${there ?? 'none'} there, ${here ?? 'none'} here`);
  }
  return found;
}

function firstLine(value: string): string {
  return value.split('\n')[0]!.trim();
}
