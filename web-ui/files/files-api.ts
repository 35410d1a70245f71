/** Requests about files of the opened folder. Failures are errors whose message a person can read. */

import type {
  ExtensionsAnswer,
  FileChange,
  FolderListing,
  FoundFiles,
  KernelOrder,
  PageTerminal,
  RunningKernel,
  SavedText,
  SessionListing,
  Settings,
  SettingsAnswer,
  TerminalOrder,
  TextFile,
} from '../../runtime/index.ts';
import { serverKey } from '../page/server-key.ts';

/** The content of a folder. */
export async function listFolder(path: string): Promise<FolderListing> {
  return (await ask(`/api/files?path=${encodeURIComponent(path)}`)) as FolderListing;
}

/** The files in a folder, and in its subfolders, with these words in their path. */
export async function findFiles(path: string, words: string): Promise<FoundFiles> {
  return (await ask(`/api/search?${new URLSearchParams({ path, words })}`)) as FoundFiles;
}

/** A text file; null if its version is `known`. */
export async function readText(path: string, known: string | null): Promise<TextFile | null> {
  const query = new URLSearchParams(known === null ? { path } : { path, known });
  return (await ask(`/api/text?${query}`)) as TextFile | null;
}

/** Saves a text over a version of the file (file-messages.ts). @throws {ChangedElsewhere} when it has another one */
export async function saveText(path: string, text: string, version: string): Promise<SavedText> {
  const query = new URLSearchParams({ path, version });
  return (await ask(`/api/text?${query}`, { method: 'PUT', body: text })) as SavedText;
}

/** The settings of the person. */
export async function readSettings(): Promise<SettingsAnswer> {
  return (await ask('/api/settings')) as SettingsAnswer;
}

/** Saves changed settings. */
export async function saveSettings(changed: Settings): Promise<SettingsAnswer> {
  return (await ask('/api/settings', { method: 'PUT', body: JSON.stringify(changed) })) as SettingsAnswer;
}

/** The extensions of the person. */
export async function listExtensions(): Promise<ExtensionsAnswer> {
  return (await ask('/api/extensions')) as ExtensionsAnswer;
}

/** Another program has changed or deleted a file meanwhile. */
export class ChangedElsewhere extends Error {}

/** Bytes of a file, both ends included, and the size of the file. */
export async function readBytes(
  path: string,
  first: number,
  last: number,
): Promise<{ bytes: ArrayBuffer; size: number }> {
  const headers = { 'X-Sluice-Key': serverKey(), Range: `bytes=${first}-${last}` };
  // under the same address the browser may have kept a page, and would cut the file to its length
  const response = await fetch(addressOf(path, 'files'), { headers, cache: 'no-store' });
  // an empty file has no range
  if (response.status === 416) return { bytes: new ArrayBuffer(0), size: 0 };
  if (!response.ok)
    throw new Error(((await response.json()) as { error?: string }).error ?? 'it cannot be read');
  const bytes = await response.arrayBuffer();
  const size = Number(response.headers.get('Content-Range')?.split('/').at(-1) ?? bytes.byteLength);
  return { bytes, size };
}

/** The content of a history or a session file. */
export async function listSessions(path: string): Promise<SessionListing> {
  return (await ask(`/api/sessions?path=${encodeURIComponent(path)}`)) as SessionListing;
}

/** Changes files; returns the new path. */
export async function changeFiles(change: FileChange): Promise<string> {
  const body = JSON.stringify(change);
  return ((await ask('/api/files', { method: 'POST', body })) as { path: string }).path;
}

/**
 * Uploads a file into a folder; returns its path. `taken`: what becomes of a file that has the name already.
 * @throws {ChangedElsewhere} without `taken`, if there is such a file
 */
export async function uploadFile(folder: string, file: File, taken?: 'replace' | 'both'): Promise<string> {
  const path = folder === '' ? file.name : `${folder}/${file.name}`;
  const query = new URLSearchParams(taken === undefined ? { path } : { path, taken });
  return ((await ask(`/api/files?${query}`, { method: 'PUT', body: file })) as { path: string }).path;
}

/** Makes a text file; refused when there is one already. */
export async function uploadText(path: string, text: string): Promise<void> {
  await ask(`/api/files?path=${encodeURIComponent(path)}`, { method: 'PUT', body: text });
}

/** The running kernels of the opened folder. */
export async function listKernels(): Promise<readonly RunningKernel[]> {
  return (await ask('/api/kernels')) as readonly RunningKernel[];
}

/** Gives an order to a kernel; `shutdown` saves and closes its notebook. */
export async function orderKernel(order: KernelOrder): Promise<void> {
  await ask('/api/kernels', { method: 'POST', body: JSON.stringify(order) });
}

/** The running terminals. */
export async function listTerminals(): Promise<readonly PageTerminal[]> {
  return (await ask('/api/terminals')) as readonly PageTerminal[];
}

/** Starts a terminal in a folder. */
export async function startTerminal(folder: string): Promise<PageTerminal> {
  const order: TerminalOrder = { folder };
  return (await ask('/api/terminals', { method: 'POST', body: JSON.stringify(order) })) as PageTerminal;
}

/** Ends a terminal with its processes. */
export async function endTerminal(id: string): Promise<void> {
  await ask(`/api/terminals?id=${encodeURIComponent(id)}`, { method: 'DELETE' });
}

async function ask(address: string, request: RequestInit = {}): Promise<unknown> {
  const response = await fetch(address, { ...request, headers: { 'X-Sluice-Key': serverKey() } });
  const answer = (await response.json()) as { error?: string } | null;
  const why = answer?.error ?? `the server answered ${response.status}`;
  if (response.status === 409) throw new ChangedElsewhere(why);
  if (!response.ok) throw new Error(why);
  return answer;
}

/** An address under which the file itself can be fetched, for a minute. */
export async function fetchableAddress(path: string): Promise<string> {
  const { pass } = (await ask(`/api/pass?path=${encodeURIComponent(path)}`)) as { readonly pass: string };
  return `${addressOf(path, 'files')}?pass=${pass}`;
}

/** The address of a path, for a link. */
export function addressOf(path: string, kind: 'notebooks' | 'sessions' | 'tree' | 'files' | 'edit'): string {
  return `/${kind}/${path.split('/').map(encodeURIComponent).join('/')}`;
}
