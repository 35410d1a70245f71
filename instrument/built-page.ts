/**
 * Files of the built pages. Most exist in compressed form only, as browsers get them, so that a package has
 * each file once.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { builtFile } from './package-root.ts';
import { readPlainFile } from './plain-file.ts';

/** A file of `dist/web-ui`. */
export interface BuiltPageFile {
  readonly bytes: Buffer;
  /** Whether the bytes are compressed by gzip. */
  readonly isCompressed: boolean;
}

/** The file as the build wrote it. @throws {Error} when there is none with this name. */
export function readPageFile(name: string): BuiltPageFile {
  const path = join(builtFile('web-ui'), name);
  const isCompressed = existsSync(`${path}.gz`);
  return { bytes: readPlainFile(isCompressed ? `${path}.gz` : path, Infinity), isCompressed };
}

/** The content of the file. */
export function contentOf({ bytes, isCompressed }: BuiltPageFile): Buffer {
  return isCompressed ? gunzipSync(bytes) : bytes;
}
