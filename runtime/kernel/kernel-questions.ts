/**
 * Questions that a kernel answers without running code: completion, inspection, open comms. A busy kernel
 * answers later.
 */

import type { KernelConnection } from '@jupyterlab/services';
import type { JsonObject } from './output.ts';

/** `cursor` counts UTF-16 units, as editors do. */
export interface KernelQuestion {
  readonly type: 'complete' | 'inspect';
  readonly code: string;
  readonly cursor: number;
}

/** The answer; an empty one if the kernel does not know. */
export type KernelAnswer =
  | {
      readonly type: 'complete';
      readonly matches: readonly string[];
      /** The kind of each match, in IPython's words; empty: the kernel does not tell. */
      readonly kinds: readonly string[];
      readonly start: number;
      readonly end: number;
    }
  | { readonly type: 'inspect'; readonly found: boolean; readonly data: JsonObject };

/** Asks. @throws when the kernel ends before it answers. */
export async function askKernel(
  connection: KernelConnection,
  { type, code, cursor }: KernelQuestion,
): Promise<KernelAnswer> {
  // the protocol counts code points
  const cursor_pos = [...code.slice(0, cursor)].length;
  if (type === 'inspect') {
    const { content } = await connection.requestInspect({ code, cursor_pos, detail_level: 0 });
    const found = content.status === 'ok' && content.found;
    return { type, found, data: found ? (content.data as JsonObject) : {} };
  }
  const { content } = await connection.requestComplete({ code, cursor_pos });
  if (content.status !== 'ok') return { type, matches: [], kinds: [], start: cursor, end: cursor };
  const points = [...code];
  const units = (point: number) => points.slice(0, point).join('').length;
  return {
    type,
    matches: content.matches,
    kinds: kindsOf(content.metadata, content.matches),
    start: units(content.cursor_start),
    end: units(content.cursor_end),
  };
}

/** IPython tells kinds in an experimental entry of the reply's metadata. */
function kindsOf(metadata: object, matches: readonly string[]): readonly string[] {
  const told = (metadata as { readonly _jupyter_types_experimental?: unknown })._jupyter_types_experimental;
  if (!Array.isArray(told)) return [];
  const kinds = new Map(
    told.map((each: { readonly text?: unknown; readonly type?: unknown }) => [each?.text, each?.type]),
  );
  return matches.map((match) => {
    const kind = kinds.get(match);
    return typeof kind === 'string' ? kind : '';
  });
}

/** The ids of the kernel's open comms to a target. @throws when the kernel ends before it answers. */
export async function askComms(connection: KernelConnection, target: string): Promise<readonly string[]> {
  const { content } = await connection.requestCommInfo({ target_name: target });
  return content.status === 'ok' ? Object.keys(content.comms) : [];
}
