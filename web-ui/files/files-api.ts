/** Requests about files of the opened folder. Failures are errors whose message a person can read. */

import type { FileChange, FolderListing, SessionListing } from '../../runtime/index.ts';
import { serverKey } from '../page/server-key.ts';

/** The content of a folder. */
export async function listFolder(path: string): Promise<FolderListing> {
  return (await ask(`/api/files?path=${encodeURIComponent(path)}`)) as FolderListing;
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

/** Uploads a file into a folder. */
export async function uploadFile(folder: string, file: File): Promise<void> {
  const path = folder === '' ? file.name : `${folder}/${file.name}`;
  await ask(`/api/files?path=${encodeURIComponent(path)}`, { method: 'PUT', body: file });
}

/** Makes a text file; refused when there is one already. */
export async function uploadText(path: string, text: string): Promise<void> {
  await ask(`/api/files?path=${encodeURIComponent(path)}`, { method: 'PUT', body: text });
}

/** Saves a notebook and ends its kernel. */
export async function shutDown(path: string): Promise<void> {
  await ask('/api/shutdown', { method: 'POST', body: JSON.stringify({ path }) });
}

async function ask(address: string, request: RequestInit = {}): Promise<unknown> {
  const response = await fetch(address, { ...request, headers: { 'X-Sluice-Key': serverKey() } });
  const answer = (await response.json()) as { error?: string };
  if (!response.ok) throw new Error(answer.error ?? `the server answered ${response.status}`);
  return answer;
}

/** An address under which the file itself can be fetched, for a minute. */
export async function fetchableAddress(path: string): Promise<string> {
  const { pass } = (await ask(`/api/pass?path=${encodeURIComponent(path)}`)) as { readonly pass: string };
  return `${addressOf(path, 'files')}?pass=${pass}`;
}

/** The address of a path, for a link. */
export function addressOf(path: string, kind: 'notebooks' | 'sessions' | 'tree' | 'files'): string {
  return `/${kind}/${path.split('/').map(encodeURIComponent).join('/')}`;
}
