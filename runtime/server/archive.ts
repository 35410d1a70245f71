/** A folder as a ZIP archive, made while it is sent. It follows no links, and leaves out hidden files. */

import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import yazl from 'yazl';
import { streamFile } from '../documents/index.ts';

/** The archive; its paths begin with the name of the folder. */
export function archiveOf(folder: string): Readable {
  const archive = new yazl.ZipFile();
  const output = archive.outputStream as Readable;
  archive.on('error', (error) => output.destroy(error as Error));
  addAll(archive, folder, nameIn(basename(folder)).replace(/^([A-Za-z]):/, '$1_')).then(
    () => archive.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

/** Programs that unpack archives take a backslash for a separator of folders, so that a name could lead out. */
function nameIn(name: string): string {
  return name.replaceAll('\\', '_');
}

async function addAll(archive: yazl.ZipFile, folder: string, inner: string): Promise<void> {
  const items = await readdir(folder, { withFileTypes: true });
  if (items.length === 0) archive.addEmptyDirectory(inner);
  for (const item of items) {
    if (item.name.startsWith('.')) continue;
    const [path, name] = [join(folder, item.name), `${inner}/${nameIn(item.name)}`];
    if (item.isDirectory()) await addAll(archive, path, name);
    if (!item.isFile()) continue;
    const { mtime, mode } = await stat(path);
    archive.addReadStreamLazy(name, { mtime, mode }, (give) => {
      try {
        give(null, streamFile(path).stream);
      } catch (error) {
        give(error, undefined as never);
      }
    });
  }
}
