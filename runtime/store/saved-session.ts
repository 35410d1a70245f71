/** The parts of a saved session, their names, and the list of them that is signed. */

import { createHash } from 'node:crypto';
import {
  count,
  matching,
  number,
  object,
  only,
  orNull,
  record,
  type Schema,
  text,
} from '../../instrument/index.ts';
import type { OpenSignature } from '../python/index.ts';
import { PLACE, type Place } from './store-answers.ts';

/** The names of members. */
export const CONTENTS = 'contents.json';
export const SIGNATURE = 'signature.json';
export const NOTEBOOK = 'notebook';
export const LOG = 'log';
export const LOCK = 'requirements.txt';
export const REPORT = 'report.json';
export const RUNS = 'runs/';
export const VALUES = 'values/';

/** All members but the list itself and its signature. */
export interface Contents {
  readonly version: 1;
  /** The name of the notebook's file. */
  readonly notebook: string;
  readonly saved: number;
  /** Where the stored runs ran. */
  readonly place: Place | null;
  readonly members: Readonly<Record<string, { readonly sha256: string; readonly size: number }>>;
}

/** Letters of any language, digits and usual signs: a name without a folder, which is not hidden. */
const PLAIN_NAME = /^[^./\\:\p{C}][^/\\:\p{C}]{0,200}$/u;

export const CONTENTS_FORM: Schema<Contents> = object<Contents>({
  version: only(1),
  notebook: matching(PLAIN_NAME, 'a name without a folder'),
  saved: number,
  place: orNull(PLACE),
  members: record(object<{ sha256: string; size: number }>({ sha256: text, size: count })),
});

export const SIGNATURE_FORM: Schema<OpenSignature> = object<OpenSignature>({ key: text, signature: text });

export function sha256Of(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
